/**
 * Prize checks: one cashier issues them, another cashes them. A supervisor may refuse one if the house's document
 * allows it, or void a wrong one.
 */
import { get, post } from "../kit/api.js";
import { tellTransaction } from "../kit/done.js";
import { choice, money, number, picker, reason } from "../kit/fields.js";
import { askInDialog } from "../kit/form.js";
import { dollars } from "../kit/money.js";
import { button, panel, rowButton } from "../kit/parts.js";
import { player } from "../kit/player-field.js";
import { hasDuty } from "../kit/session.js";
import { table } from "../kit/table.js";
import { say, words } from "../kit/words.js";

/**
 * For chips or front money of a known player, or for a round: then the payee is its winner.
 * @param {Wire.CheckList} list @param {() => void} done
 */
async function issue(list, done) {
  const w = words.shift.checks;
  const { players } = await get("/api/cage/players");
  const known = players.filter((one) => one.carried || one.front_money);
  const source = picker("source", w.sources);
  const payee = player("payee", w.payee, w.payeeNeeded, known, ({ carried, front_money }) =>
    say(w.has, { carried: dollars(carried), front: dollars(front_money) }),
  );
  const round = number("round", w.round, w.numberNeeded);
  const seat = number("seat", w.seat, w.numberNeeded);
  const shown = () => {
    const won = source.value === "round";
    payee.parts[0].hidden = won;
    round.parts[0].hidden = seat.parts[0].hidden = !won;
  };
  source.addEventListener("change", shown);
  shown();
  askInDialog({
    form: "issue-check",
    title: w.issue,
    yes: w.issue,
    fields: {
      source: choice(w.source, source, w.sourceNeeded),
      person: payee,
      table: choice(w.table, picker("table", list.tables), w.tableNeeded),
      round,
      seat,
      cents: money(),
    },
    act: async (check) => {
      const { serial } = await post("/api/checks", check);
      done();
      return say(w.issued, { serial });
    },
  });
}

/** @param {Wire.CheckLine} check */
const issuedFor = ({ source, table, round, seat }) =>
  say(words.shift.checks.issuedFor[source] ?? "", { table, round, seat });

/** @param {Wire.CheckLine} check */
const stateOf = ({ waiting, state, closed_by: name, clause, words: ground, reason }) => {
  const template = waiting ? words.shift.cage.waits : words.shift.checks.states[state];
  return say(template ?? "", { name, clause, words: ground, reason });
};

/** @param {Wire.CheckLine} check @param {string} day @param {() => void} done */
function cash({ number, serial, cents, payee }, day, done) {
  const w = words.shift.checks;
  askInDialog({
    form: "cash-check",
    title: say(w.cashAsk, { serial, amount: dollars(cents), payee }),
    yes: w.cash,
    act: async () => {
      const made = await post(`/api/checks/${number}/cash`);
      done();
      if (made.done) tellTransaction(made.done, day, "paid");
    },
  });
}

/** @param {Wire.CheckLine} check @param {Wire.CheckList["grounds"]} grounds @param {() => void} done */
function refuse({ number, serial }, grounds, done) {
  const w = words.shift.checks;
  askInDialog({
    form: "refuse-check",
    title: say(w.refuseAsk, { serial }),
    yes: w.refuse,
    danger: true,
    fields: {
      ground: choice(w.ground, picker("ground", grounds), words.shift.bars.groundNeeded),
      reason: reason(),
    },
    act: async (why) => {
      await post(`/api/checks/${number}/refuse`, why);
      done();
    },
  });
}

/** Void a check made out wrongly. @param {Wire.CheckLine} check @param {() => void} done */
function voidCheck({ number, serial, cents, payee }, done) {
  const w = words.shift.checks;
  askInDialog({
    form: "void-check",
    title: say(w.voidAsk, { serial, amount: dollars(cents), payee }),
    text: [w.voidText],
    yes: say(w.voidYes, { serial }),
    danger: true,
    fields: { reason: reason() },
    act: async (why) => {
      await post(`/api/checks/${number}/void`, why);
      done();
    },
  });
}

/** @param {Wire.CheckList} list @param {string} day @param {Wire.Me} me @param {() => void} done */
export function checkSection(list, day, me, done) {
  const w = words.shift.checks;
  const c = w.columns;
  const mayIssue = hasDuty(me, "cage") && list.tables.length;
  /** @param {Wire.CheckLine} check */
  const acts = (check) => {
    const { may, serial } = check;
    return [
      may.includes("cash") && rowButton(w.cash, serial, () => cash(check, day, done)),
      may.includes("refuse") && rowButton(w.refuse, serial, () => refuse(check, list.grounds, done)),
      may.includes("void") && rowButton(words.shift.voidIt, serial, () => voidCheck(check, done), "danger"),
    ];
  };
  return panel(
    {
      name: "checks",
      title: w.title,
      acts: mayIssue ? [button(w.issue, () => void issue(list, done), "small", { id: "issue-check" })] : [],
    },
    table({
      label: w.title,
      none: w.none,
      rows: list.checks,
      row: ({ serial }) => ({ "data-check": serial }),
      columns: [
        { head: c.number, names: true, cell: ({ serial }) => serial },
        { head: c.payee, cell: ({ payee }) => payee },
        { head: c.amount, look: "number money", cell: ({ cents }) => dollars(cents) },
        { head: c.for, cell: issuedFor },
        { head: c.by, cell: ({ by }) => by },
        { head: c.state, look: "dim", cell: stateOf },
        { head: "", look: "acts", cell: acts },
      ],
    }),
  );
}
