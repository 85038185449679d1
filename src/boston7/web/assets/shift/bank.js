// @ts-check
/** The bank of the cage: counted blind by the cashier, signed by a supervisor; over and short on the report. */
import { announce } from "../kit/announce.js";
import { post } from "../kit/api.js";
import { clock } from "../kit/clock.js";
import { h } from "../kit/dom.js";
import { dollars, signed } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { askInDialog, centsOf, moneyField } from "../kit/ask.js";
import { countForm } from "../kit/count-form.js";
import { listed, rowButton } from "../kit/listed.js";
import { amountOf, tellTransaction } from "../kit/done.js";

/** @typedef {import("../kit/wire.js").BankDay} Bank */
/** @typedef {import("../kit/wire.js").BankLine} Count */

/** @param {Count["kind"]} kind @param {number[]} bills @param {() => void} done */
function count(kind, bills, done) {
  const w = words.shift.bank;
  const form = countForm(bills, "bank");
  askInDialog({
    form: "count-bank",
    title: w.kinds[kind],
    text: [w.countText],
    fields: [form.element],
    yes: w.enter,
    act: async () => {
      const found = form.read();
      if ("fault" in found) throw new Error(found.fault);
      await post("/api/cage/bank", { kind, pieces: found.pieces });
      announce(say(w.entered, { amount: dollars(found.cents) }));
      done();
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
    fields: [moneyField()],
    act: async (form) => {
      const made = await post("/api/cage/safe", { way, cents: centsOf(form) });
      done();
      tellTransaction(made, day, "paid", w.waiting);
    },
  });
}

/** @param {Count} line @param {() => void} done */
function sign(line, done) {
  const w = words.shift.bank;
  askInDialog({
    form: "sign-bank",
    title: say(w.signAsk, { kind: w.kinds[line.kind] }),
    text: [say(w.signText, { counter: line.counter.name, amount: dollars(line.counted) })],
    yes: w.sign,
    act: async () => {
      await post(`/api/cage/bank/${line.number}/sign`);
      announce(w.signed);
      done();
    },
  });
}

/** @param {Count} line */
function state({ replaced, signer, expected, over_short }) {
  const w = words.shift.bank;
  if (replaced) return w.replaced;
  if (!signer) return w.unsigned;
  if (expected === null || over_short === null) return w.first;
  if (!over_short) return say(w.balanced, { expected: dollars(expected) });
  return say(w.off, { amount: signed(over_short), expected: dollars(expected) });
}

/** @param {Bank} bank @param {number[]} bills @param {string} day @param {() => void} done */
export function bankSection(bank, bills, day, done) {
  const w = words.shift.bank;
  const rows = bank.counts.map((line) =>
    h(
      "tr",
      { "data-bank": line.number, class: line.replaced ? "dim" : null },
      h(
        "th",
        { scope: "row", class: "plain" },
        w.kinds[line.kind],
        h("small", { class: "dim", text: ` ${clock(line.time)}` }),
      ),
      h("td", { class: "number money", text: dollars(line.counted) }),
      h("td", { class: line.over_short ? "lose" : "dim", text: state(line) }),
      h("td", { class: "dim", text: [line.counter.name, line.signer?.name].filter(Boolean).join(", ") }),
      h(
        "td",
        { class: "acts" },
        line.may.includes("sign") ? rowButton(w.sign, w.kinds[line.kind], () => sign(line, done), "go") : null,
      ),
    ),
  );
  return h(
    "section",
    { class: "panel", "aria-labelledby": "bank-title" },
    h(
      "div",
      { class: "spread" },
      h("h2", { id: "bank-title", text: w.title }),
      h(
        "div",
        { class: "row no-print" },
        ...bank.may.map((kind) =>
          h("button", {
            class: kind === "opening" ? "button small go" : "button small",
            id: `count-bank-${kind}`,
            text: w.kinds[kind],
            on: { click: () => count(kind, bills, done) },
          }),
        ),
        ...(bank.may.length ? /** @type {const} */ (["in", "out"]) : []).map((way) =>
          h("button", {
            class: "button small quiet",
            id: `safe-${way}`,
            text: w.safe[way],
            on: { click: () => safe(way, day, done) },
          }),
        ),
      ),
    ),
    bank.open ? null : h("p", { class: "dim", text: w.closed }),
    bank.uncounted ? h("p", { class: "warn", text: w.uncounted }) : null,
    listed(w, rows, { 1: "number" }),
  );
}
