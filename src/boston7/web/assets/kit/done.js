/** The transaction that just went over the cage's counter, and what the day's cash requires. */
import { announce } from "./announce.js";
import { h } from "./dom.js";
import { dollars, parseDollars } from "./money.js";
import { say, words } from "./words.js";
import { closer, openDialog } from "./dialog.js";
import { receiptPaper } from "./paper.js";
import { button } from "./parts.js";

/** Earlier payouts of the day count toward a large payout. @param {Wire.ReceiptLine} line @returns {string[]} */
export const withIt = (line) =>
  line.day_total > line.cents
    ? [say(words.shift.cage.withIt, { name: line.name, amount: dollars(line.day_total) })]
    : [];

/** The button names the transaction it will make. @param {string} what @returns {(form: FormData) => string} */
export const amountOf = (what) => (form) => {
  const cents = parseDollars(String(form.get("amount")));
  return cents ? say(words.shift.cage.yes, { what, amount: dollars(cents) }) : what;
};

/**
 * What has just gone over the counter, in large: paid, taken, or not to be paid yet; and what the day's cash asks for.
 * @param {Wire.Transaction} done
 * @param {string} day
 * @param {"paid" | "taken" | "given" | "kept"} way
 * @param {{title: string, text: string}} [waiting] the text until it is signed
 */
export function tellTransaction(done, day, way, waiting = words.shift.cage.waiting) {
  const w = words.shift.cage;
  const { receipt } = done;
  const due = receipt?.consent === "due";
  const said = !receipt ? w.repeated : due ? w.due : done.waiting ? waiting : w[way];
  const amount = receipt ? dollars(receipt.cents) : "";
  const told = { amount, name: receipt?.name ?? "", number: receipt?.number ?? "" };
  const tone = done.waiting ? "lose" : null;
  const title = h("h2", { id: "done-title", tabindex: -1, class: tone, text: say(said.title, told) });
  const ok = closer(words.common.ok, "go");
  const { cageSlip, show } = words.shift.paper;
  const paper = receipt && (due || !done.waiting) && button(due ? cageSlip : show, () => receiptPaper(receipt, day));
  openDialog({
    name: "done",
    look: "transaction",
    title,
    body: [
      h("p", { text: say(said.text, told) }),
      ...(receipt && done.waiting ? withIt(receipt) : []).map((text) => h("p", { text })),
      done.prompt ? h("p", { class: "prompt", role: "alert", text: done.prompt }) : null,
    ],
    acts: [paper, ok],
    light: false,
  });
  (done.waiting ? title : ok).focus(); // A second Enter must not dismiss "do not pay".
  announce(say(said.text, told));
}
