/** The cage's day: cash by player, payouts to sign, and receipts. */
import { post } from "../kit/api.js";
import { clock } from "../kit/clock.js";
import { consentOf } from "../kit/consent.js";
import { h } from "../kit/dom.js";
import { withIt } from "../kit/done.js";
import { reason } from "../kit/fields.js";
import { askInDialog } from "../kit/form.js";
import { dollars } from "../kit/money.js";
import { receiptPaper } from "../kit/paper.js";
import { panel, rowButton } from "../kit/parts.js";
import { table } from "../kit/table.js";
import { say, words } from "../kit/words.js";

/** @param {Wire.ReceiptLine} line @param {() => void} done */
function sign(line, done) {
  const w = words.shift.cage;
  askInDialog({
    form: "sign-payout",
    title: say(w.signAsk, { number: line.number }),
    text: [
      say(w.signText, { what: line.words, amount: dollars(line.cents), name: line.name, by: line.by }),
      ...withIt(line),
      ...(line.consent === "due" ? [say(w.dueSign, { name: line.name })] : []),
    ],
    yes: w.sign,
    act: async () => {
      await post(`/api/cage/payouts/${line.number}/sign`);
      done();
    },
  });
}

/**
 * Cancel an entry keyed wrong, or a payout that is not made.
 * @param {Wire.ReceiptLine} line @param {() => void} done
 */
function voidReceipt({ number, time, words: what, cents, name }, done) {
  const w = words.shift.cage;
  askInDialog({
    form: "void-receipt",
    title: say(w.voidAsk, { number }),
    text: [say(time ? w.voidText : w.voidWaiting, { what, amount: dollars(cents), name })],
    yes: say(w.voidYes, { number }),
    danger: true,
    fields: { reason: reason() },
    act: async (why) => {
      await post(`/api/cage/receipts/${number}/void`, why);
      done();
      return say(w.voided, { number });
    },
  });
}

/** @param {Wire.CageDay} day @param {() => void} done */
export function cageSection(day, done) {
  const w = words.shift.cage;
  const c = w.columns;
  /** @param {Wire.ReceiptLine} line */
  function acts(line) {
    const number = String(line.number);
    if (!line.number) return [];
    if (line.void) return [h("span", { class: "lose", text: say(words.shift.void, { reason: line.void }) })];
    const waits = day.waiting.includes(line);
    const due = line.consent === "due";
    const paper = () => receiptPaper(line, day.day);
    return [
      waits && !line.may.includes("sign") && h("span", { class: "warn", text: due ? w.waitsSlip : w.waits }),
      line.may.includes("sign") && rowButton(w.sign, number, () => sign(line, done), "go"),
      line.may.includes("void") && rowButton(words.shift.voidIt, number, () => voidReceipt(line, done), "danger"),
      due && rowButton(words.shift.paper.cageSlip, number, paper),
      !waits && rowButton(words.shift.paper.show, number, paper),
    ];
  }
  return panel(
    { name: "cage", title: w.title, look: "no-print" },
    h("p", { class: "dim", text: say(w.outstanding, { amount: dollars(day.outstanding) }) }),
    table({
      label: w.title,
      none: w.none,
      rows: [...day.waiting, ...day.receipts],
      row: (line) => ({ "data-receipt": line.number, class: line.void ? "dim" : null }),
      columns: [
        {
          head: c.number,
          names: true,
          cell: ({ number, table, time }) => [
            String(number || table),
            time ? h("small", { class: "dim", text: ` ${clock(time)}` }) : null,
          ],
        },
        { head: c.what, cell: (line) => line.words },
        { head: c.name, cell: ({ name }) => name },
        { head: c.amount, look: "number money", cell: ({ cents }) => dollars(cents) },
        {
          head: c.by,
          look: "dim",
          cell: (line) => [line.by, line.second, consentOf(line)].filter(Boolean).join(", "),
        },
        { head: c.acts, look: "acts", cell: acts },
      ],
    }),
  );
}
