// @ts-check
/** The cage of a day: players at the counter, payouts to sign, and a receipt for each. */
import { columnHeads, rowButton, scrolled } from "../kit/listed.js";
import { announce } from "../kit/announce.js";
import { post } from "../kit/api.js";
import { clock } from "../kit/clock.js";
import { h } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { askInDialog, reasonField, reasonOf } from "../kit/ask.js";
import { consentOf } from "../kit/consent.js";
import { receiptPaper } from "../kit/paper.js";
import { withIt } from "../kit/done.js";

/** @typedef {import("../kit/wire.js").ReceiptLine} Receipt */

/** @param {Receipt} line @param {() => void} done */
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

/** Keyed wrong, or a payout that is not made after all. @param {Receipt} line @param {() => void} done */
function voidReceipt(line, done) {
  const w = words.shift.cage;
  askInDialog({
    form: "void-receipt",
    title: say(w.voidAsk, { number: line.number }),
    text: [
      say(line.time ? w.voidText : w.voidWaiting, { what: line.words, amount: dollars(line.cents), name: line.name }),
    ],
    yes: say(w.voidYes, { number: line.number }),
    danger: true,
    fields: [reasonField()],
    act: async (form) => {
      await post(`/api/cage/receipts/${line.number}/void`, { reason: reasonOf(form) });
      announce(say(w.voided, { number: line.number }));
      done();
    },
  });
}

/** @param {import("../kit/wire.js").CageDay} day @param {() => void} done */
export function cageSection(day, done) {
  const w = words.shift.cage;
  /** @param {Receipt} line @param {boolean} waits */
  function acts(line, waits) {
    const number = String(line.number);
    if (!line.number) return [];
    if (line.void) return [h("span", { class: "lose", text: say(words.shift.void, { reason: line.void }) })];
    const found = [];
    const due = line.consent === "due";
    if (waits && !line.may.includes("sign"))
      found.push(h("span", { class: "warn", text: due ? w.waitsSlip : w.waits }));
    if (line.may.includes("sign")) found.push(rowButton(w.sign, number, () => sign(line, done), "go"));
    if (line.may.includes("void"))
      found.push(rowButton(words.shift.voidIt, number, () => voidReceipt(line, done), "danger"));
    if (due) found.push(rowButton(words.shift.paper.cageSlip, number, () => receiptPaper(line, day.day)));
    if (!waits) found.push(rowButton(words.shift.paper.show, number, () => receiptPaper(line, day.day)));
    return found;
  }
  /** @param {Receipt} line @param {boolean} waits */
  const row = (line, waits) =>
    h(
      "tr",
      { "data-receipt": line.number, class: line.void ? "dim" : null },
      h(
        "th",
        { scope: "row", class: "plain" },
        String(line.number || line.table),
        line.time ? h("small", { class: "dim", text: ` ${clock(line.time)}` }) : null,
      ),
      h("td", { text: line.words }),
      h("td", { text: line.name }),
      h("td", { class: "number money", text: dollars(line.cents) }),
      h("td", { class: "dim", text: [line.by, line.second, consentOf(line)].filter(Boolean).join(", ") }),
      h("td", { class: "acts" }, ...acts(line, waits)),
    );
  const rows = [...day.waiting.map((line) => row(line, true)), ...day.receipts.map((line) => row(line, false))];
  return h(
    "section",
    { class: "panel no-print", "aria-labelledby": "cage-title" },
    h("div", { class: "spread" }, h("h2", { id: "cage-title", text: w.title })),
    h("p", { class: "dim", text: say(w.outstanding, { amount: dollars(day.outstanding) }) }),
    scrolled(
      w.title,
      h(
        "table",
        null,
        columnHeads(w.columns, { amount: "number" }),
        h(
          "tbody",
          null,
          ...(rows.length ? rows : [h("tr", null, h("td", { colspan: 6, class: "dim", text: w.none }))]),
        ),
      ),
    ),
  );
}
