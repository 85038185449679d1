/** A player's latest rounds. */
import { handWords } from "../kit/hands.js";
import { get } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { signed } from "../kit/money.js";
import { panel } from "../kit/parts.js";
import { table } from "../kit/table.js";
import { words } from "../kit/words.js";
import { when } from "./limits.js";

const told = words.account;
/** @typedef {Wire.OwnRound} Round */

/** @param {Round} round */
function linksOf({ table, round, live }) {
  const path = `${encodeURIComponent(table)}/${round}`;
  const proof = live ? told.dealtByHand : h("a", { href: `/fair/${path}`, text: told.checkIt });
  return [h("a", { href: `/round/${path}`, text: told.watchIt }), " · ", proof];
}

/** @param {Round[]} rounds */
function list(rounds) {
  const c = told.roundColumns;
  return table({
    label: told.rounds,
    none: told.noRounds,
    look: "rounds",
    rows: rounds,
    columns: [
      { head: c.table, cell: (round) => `${round.table} · ${round.round.toLocaleString("en-US")}` },
      { head: c.ended, look: "when", cell: ({ ended }) => when(ended / 1e6) },
      {
        head: c.dealer,
        cell: ({ status, dealer_hand }) => (status === "void" ? told.statuses.void : handWords(dealer_hand) || "–"),
      },
      { head: c.hand, cell: ({ hand }) => handWords(hand) || "–" },
      {
        head: c.net,
        look: "number money",
        cell: ({ net }) => h("span", { class: net > 0 ? "win" : net < 0 ? "lose" : "dim", text: signed(net) }),
      },
      { head: c.check, cell: linksOf },
    ],
  });
}

/** @returns {Promise<HTMLElement>} */
export async function roundsPanel() {
  const found = await get("/api/me/rounds").then(
    ({ rounds }) => list(rounds),
    (error) => h("p", { class: "fault", text: error.message }),
  );
  return panel({ name: "rounds", title: told.rounds }, h("p", { class: "dim", text: told.roundsText }), found);
}
