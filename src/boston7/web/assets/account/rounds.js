// @ts-check
/** A player's last rounds, at the tables they sit at. */
import { columnHeads } from "../kit/listed.js";
import { get } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { signed } from "../kit/money.js";
import { words } from "../kit/words.js";
import { when } from "./limits.js";

const told = words.account;
/** @typedef {Awaited<ReturnType<typeof recent>>[number]} Round */

const SHOWN = 20;

/** @param {string} player */
async function recent(player) {
  const { tables } = await get("/api/lobby");
  const mine = tables.filter((table) => table.yours || table.players.includes(player));
  const lists = await Promise.all(
    mine.map(async ({ name, live }) => {
      const { rounds } = await get(`/api/tables/${encodeURIComponent(name)}/rounds?limit=${SHOWN}`);
      return rounds.flatMap((round) => {
        const seat = round.seats.find((one) => one.player === player);
        return seat ? [{ ...round, table: name, live, hand: seat.hand, net: seat.net }] : [];
      });
    }),
  );
  return lists
    .flat()
    .sort((a, b) => b.ended - a.ended)
    .slice(0, SHOWN);
}

/** @param {Round} round */
function row(round) {
  const table = encodeURIComponent(round.table);
  const tone = round.net > 0 ? "win" : round.net < 0 ? "lose" : "dim";
  return h(
    "tr",
    null,
    h("td", { text: `${round.table} · ${round.round.toLocaleString("en-US")}` }),
    h("td", { class: "when", text: when(round.ended / 1e6) }),
    h("td", { text: round.status === "void" ? told.statuses.void : (round.dealer_hand ?? "–") }),
    h("td", { text: round.hand ?? "–" }),
    h("td", { class: `number money ${tone}`, text: signed(round.net) }),
    h(
      "td",
      null,
      h("a", { href: `/round/${table}/${round.round}`, text: told.watchIt }),
      " · ",
      round.live ? told.dealtByHand : h("a", { href: `/fair/${table}/${round.round}`, text: told.checkIt }),
    ),
  );
}

/** @param {Round[]} rounds */
function list(rounds) {
  const c = told.roundColumns;
  if (!rounds.length) return h("p", { class: "dim", text: told.noRounds });
  return h(
    "div",
    { class: "scroll rounds", tabindex: 0, role: "group", "aria-label": told.rounds },
    h("table", null, columnHeads(c, { net: "number", ended: "when" }), h("tbody", null, ...rounds.map(row))),
  );
}

/** @param {string} player @returns {Promise<HTMLElement>} */
export async function roundsPanel(player) {
  const found = await recent(player).then(list, (error) => h("p", { class: "fault", text: error.message }));
  return h(
    "section",
    { class: "panel", "aria-labelledby": "rounds-title" },
    h("h2", { id: "rounds-title", text: told.rounds }),
    h("p", { class: "dim", text: told.roundsText }),
    found,
  );
}
