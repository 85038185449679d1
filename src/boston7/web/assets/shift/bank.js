/**
 * The bank of the cage: counted blind by the cashier and signed by a supervisor. Over and short appear on the report.
 */
import { post } from "../kit/api.js";
import { clock } from "../kit/clock.js";
import { countForm } from "../kit/count-form.js";
import { h } from "../kit/dom.js";
import { amountOf, tellTransaction } from "../kit/done.js";
import { money, part } from "../kit/fields.js";
import { askInDialog } from "../kit/form.js";
import { dollars, signed } from "../kit/money.js";
import { button, panel, rowButton } from "../kit/parts.js";
import { table } from "../kit/table.js";
import { say, words } from "../kit/words.js";

/** @param {Wire.BankLine["kind"]} kind @param {number[]} bills @param {() => void} done */
function count(kind, bills, done) {
  const w = words.shift.bank;
  const { element, read } = countForm(bills, "bank");
  askInDialog({
    form: "count-bank",
    title: w.kinds[kind],
    text: [w.countText],
    fields: { count: part(element, read) },
    yes: w.enter,
    act: async ({ count: { pieces, cents } }) => {
      await post("/api/cage/bank", { kind, pieces });
      done();
      return say(w.entered, { amount: dollars(cents) });
    },
  });
}

/** @param {"in" | "out"} way @param {string} day @param {() => void} done */
function safe(way, day, done) {
  const w = words.shift.bank.safe;
  askInDialog({
    form: "safe",
    title: w[way],
    text: [w.text],
    yes: w[way],
    yesFor: amountOf(w[way]),
    fields: { cents: money() },
    act: async ({ cents }) => {
      const made = await post("/api/cage/safe", { way, cents });
      done();
      tellTransaction(made, day, "paid", w.waiting);
    },
  });
}

/** @param {Wire.BankLine} line @param {() => void} done */
function sign(line, done) {
  const w = words.shift.bank;
  askInDialog({
    form: "sign-bank",
    title: say(w.signAsk, { kind: w.kinds[line.kind] }),
    text: [say(w.signText, { counter: line.counter.name, amount: dollars(line.counted) })],
    yes: w.sign,
    act: async () => {
      await post(`/api/cage/bank/${line.number}/sign`);
      done();
      return w.signed;
    },
  });
}

/** @param {Wire.BankLine} line */
function state({ replaced, signer, expected, over_short }) {
  const w = words.shift.bank;
  if (replaced) return w.replaced;
  if (!signer) return w.unsigned;
  if (expected === null || over_short === null) return w.first;
  if (!over_short) return say(w.balanced, { expected: dollars(expected) });
  return say(w.off, { amount: signed(over_short), expected: dollars(expected) });
}

/** @param {Wire.BankDay} bank @param {number[]} bills @param {string} day @param {() => void} done */
export function bankSection(bank, bills, day, done) {
  const w = words.shift.bank;
  const c = w.columns;
  const counts = bank.may.map((kind) =>
    button(w.kinds[kind], () => count(kind, bills, done), kind === "opening" ? "small go" : "small", {
      id: `count-bank-${kind}`,
    }),
  );
  const safes = (bank.may.length ? /** @type {const} */ (["in", "out"]) : []).map((way) =>
    button(w.safe[way], () => safe(way, day, done), "small quiet", { id: `safe-${way}` }),
  );
  return panel(
    { name: "bank", title: w.title, acts: [...counts, ...safes] },
    bank.open ? null : h("p", { class: "dim", text: w.closed }),
    bank.uncounted ? h("p", { class: "warn", text: w.uncounted }) : null,
    table({
      label: w.title,
      none: w.none,
      rows: bank.counts,
      row: ({ number, replaced }) => ({ "data-bank": number, class: replaced ? "dim" : null }),
      columns: [
        {
          head: c.kind,
          names: true,
          cell: ({ kind, time }) => [w.kinds[kind], h("small", { class: "dim", text: ` ${clock(time)}` })],
        },
        { head: c.counted, look: "number money", cell: ({ counted }) => dollars(counted) },
        { head: c.state, look: ({ over_short }) => (over_short ? "lose" : "dim"), cell: state },
        {
          head: c.by,
          look: "dim",
          cell: ({ counter, signer }) => [counter.name, signer?.name].filter(Boolean).join(", "),
        },
        {
          head: "",
          look: "acts",
          cell: (line) =>
            line.may.includes("sign") && rowButton(w.sign, w.kinds[line.kind], () => sign(line, done), "go"),
        },
      ],
    }),
  );
}
