// @ts-check
/** Prize checks: one cashier issues them and another cashes them; a supervisor refuses one, where the house's document
 * lets them, or voids one that was made out wrongly. */
import { announce } from "../kit/announce.js";
import { get, post } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { hasDuty } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { askInDialog, centsOf, field, labelled, moneyField, picker, reasonField, reasonOf } from "../kit/ask.js";
import { listed, rowButton } from "../kit/listed.js";
import { playerField, playerOf } from "../kit/player-field.js";
import { tellTransaction } from "../kit/done.js";

/** @typedef {import("../kit/wire.js").CheckLine} Check */
/** @typedef {import("../kit/wire.js").CheckList} CheckList */

/** @param {FormData} form @param {string} name */
function number(form, name) {
  const text = String(form.get(name)).trim();
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(words.shift.checks.numberNeeded);
  return Number(text);
}

/**
 * For chips or front money of a player who is known here, or for a round: then the payee is whoever won it.
 * @param {CheckList} list @param {() => void} done
 */
async function issue(list, done) {
  const w = words.shift.checks;
  const { players } = await get("/api/cage/players");
  const known = players.filter((one) => one.carried || one.front_money);
  const source = picker("source", w.sources);
  const table = picker("table", list.tables);
  const payee = playerField("payee", w.payee, known, ({ carried, front_money }) =>
    say(w.has, { carried: dollars(carried), front: dollars(front_money) }),
  );
  const round = h(
    "div",
    { class: "row" },
    field("round", w.round, { inputmode: "numeric", autocomplete: "off" }),
    field("seat", w.seat, { inputmode: "numeric", autocomplete: "off" }),
  );
  const shown = () => {
    payee.hidden = source.value === "round";
    round.hidden = source.value !== "round";
  };
  source.addEventListener("change", shown);
  shown();
  askInDialog({
    form: "issue-check",
    title: w.issue,
    yes: w.issue,
    fields: [labelled(w.source, source), payee, labelled(w.table, table), round, moneyField()],
    act: async (form) => {
      if (!source.value) throw new Error(w.sourceNeeded);
      const won = source.value === "round";
      const whose = won ? {} : { person: await playerOf(form, "payee", w.payeeNeeded) };
      if (!table.value) throw new Error(w.tableNeeded);
      const where = won ? { round: number(form, "round"), seat: number(form, "seat") } : {};
      const cents = centsOf(form);
      const made = await post("/api/checks", { source: source.value, ...whose, ...where, cents, table: table.value });
      announce(say(w.issued, { serial: made.serial }));
      done();
    },
  });
}

/** @param {Check} check */
function issuedFor({ source, table, round, seat }) {
  const w = words.shift.checks;
  return say(w.issuedFor[source] ?? "", { table, round, seat });
}

/** @param {Check} check @param {string} day @param {() => void} done */
function cash(check, day, done) {
  const w = words.shift.checks;
  askInDialog({
    form: "cash-check",
    title: say(w.cashAsk, { serial: check.serial, amount: dollars(check.cents), payee: check.payee }),
    yes: w.cash,
    act: async () => {
      const made = await post(`/api/checks/${check.number}/cash`);
      done();
      if (made.done) tellTransaction(made.done, day, "paid");
    },
  });
}

/** @param {Check} check @param {CheckList["grounds"]} grounds @param {() => void} done */
function refuse(check, grounds, done) {
  const w = words.shift.checks;
  const ground = picker("ground", grounds);
  askInDialog({
    form: "refuse-check",
    title: say(w.refuseAsk, { serial: check.serial }),
    yes: w.refuse,
    danger: true,
    fields: [labelled(w.ground, ground), reasonField()],
    act: async (form) => {
      if (!ground.value) throw new Error(words.shift.bars.groundNeeded);
      await post(`/api/checks/${check.number}/refuse`, { ground: ground.value, reason: reasonOf(form) });
      done();
    },
  });
}

/** Made out wrongly. @param {Check} check @param {() => void} done */
function voidCheck(check, done) {
  const w = words.shift.checks;
  askInDialog({
    form: "void-check",
    title: say(w.voidAsk, { serial: check.serial, amount: dollars(check.cents), payee: check.payee }),
    text: [w.voidText],
    yes: say(w.voidYes, { serial: check.serial }),
    danger: true,
    fields: [reasonField()],
    act: async (form) => {
      await post(`/api/checks/${check.number}/void`, { reason: reasonOf(form) });
      done();
    },
  });
}

/** @param {CheckList} list @param {string} day @param {import("../kit/wire.js").Me} me @param {() => void} done */
export function checkSection(list, day, me, done) {
  const w = words.shift.checks;
  /** @param {Check} check */
  const acts = (check) => {
    /** @param {string} text @param {() => void} click */
    const button = (text, click, tone = "") => rowButton(text, check.serial, click, tone);
    const { may } = check;
    return [
      may.includes("cash") ? button(w.cash, () => cash(check, day, done)) : null,
      may.includes("refuse") ? button(w.refuse, () => refuse(check, list.grounds, done)) : null,
      may.includes("void") ? button(words.shift.voidIt, () => voidCheck(check, done), "danger") : null,
    ];
  };
  const rows = list.checks.map((check) =>
    h(
      "tr",
      { "data-check": check.serial },
      h("th", { scope: "row", class: "plain", text: check.serial }),
      h("td", { text: check.payee }),
      h("td", { class: "number money", text: dollars(check.cents) }),
      h("td", { text: issuedFor(check) }),
      h("td", { text: check.by }),
      h("td", {
        class: "dim",
        text: say(check.waiting ? words.shift.cage.waits : (w.states[check.state] ?? ""), {
          name: check.closed_by,
          clause: check.clause,
          words: check.words,
          reason: check.reason,
        }),
      }),
      h("td", { class: "acts" }, ...acts(check)),
    ),
  );
  return h(
    "section",
    { class: "panel", "aria-labelledby": "checks-title" },
    h(
      "div",
      { class: "spread" },
      h("h2", { id: "checks-title", text: w.title }),
      hasDuty(me, "cage") && list.tables.length
        ? h("button", {
            class: "button small no-print",
            id: "issue-check",
            text: w.issue,
            on: { click: () => void issue(list, done) },
          })
        : null,
    ),
    listed(w, rows, { 2: "number" }),
  );
}
