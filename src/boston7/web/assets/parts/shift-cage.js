// @ts-check
/** The cage of a day: chips redeemed, payouts to sign, and a receipt for each. */
import { announce } from "../lib/announce.js";
import { post } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { dollars, parseDollars } from "../lib/money.js";
import { say, words } from "../lib/words.js";
import { askInDialog, field } from "./account-ask.js";

/**
 * @typedef {{number: number, words: string, name: string, cents: number, table: string, by: string,
 *   second: string}} Receipt
 */

/** @param {() => void} done */
function redeem(done) {
  const w = words.shift.cage;
  // sent twice, it counts once
  const id = crypto.randomUUID?.() ?? `redeem-${Date.now()}-${Math.random().toString(36).slice(2)}`;
  askInDialog({
    title: w.redeem,
    text: [w.redeemText],
    yes: w.redeem,
    fields: [
      field("name", w.name, { autocomplete: "off", maxlength: 40 }),
      field("amount", w.amount, { inputmode: "decimal", autocomplete: "off", class: "money-input" }),
    ],
    act: async (form) => {
      const name = String(form.get("name")).trim();
      const cents = parseDollars(String(form.get("amount")));
      if (!name) throw new Error(w.nameNeeded);
      if (!cents) throw new Error(words.account.badAmount);
      await post("/api/cage/redeem", { id, name, cents });
      announce(say(w.redeemed, { name, amount: dollars(cents) }));
      done();
    },
  });
}

/** @param {Receipt} line @param {() => void} done */
function sign(line, done) {
  const w = words.shift.cage;
  askInDialog({
    title: say(w.signAsk, { number: line.number }),
    text: [say(w.signText, { what: line.words, amount: dollars(line.cents), name: line.name, by: line.by })],
    yes: w.sign,
    act: async () => {
      await post(`/api/cage/payouts/${line.number}/sign`);
      done();
    },
  });
}

/**
 * @param {{receipts: Receipt[], waiting: Receipt[], outstanding: number}} day
 * @param {string} role
 * @param {() => void} done
 */
export function cageSection(day, role, done) {
  const w = words.shift.cage;
  /** @param {Receipt} line @param {boolean} waits */
  const row = (line, waits) =>
    h(
      "tr",
      { "data-receipt": line.number },
      h("th", { scope: "row", class: "plain", text: line.number || line.table }),
      h("td", { text: line.words }),
      h("td", { text: line.name }),
      h("td", { class: "number money", text: dollars(line.cents) }),
      h("td", { class: "dim", text: [line.by, line.second].filter(Boolean).join(", ") }),
      h(
        "td",
        { class: "acts" },
        waits
          ? role === "supervisor"
            ? h("button", {
                class: "button small go",
                type: "button",
                text: w.sign,
                on: { click: () => sign(line, done) },
              })
            : h("span", { class: "warn", text: w.waits })
          : null,
      ),
    );
  const rows = [...day.waiting.map((line) => row(line, true)), ...day.receipts.map((line) => row(line, false))];
  return h(
    "section",
    { class: "panel", "aria-labelledby": "cage-title" },
    h(
      "div",
      { class: "spread" },
      h("h2", { id: "cage-title", text: w.title }),
      role === "cashier"
        ? h("button", {
            class: "button small go",
            type: "button",
            id: "redeem",
            text: w.redeem,
            on: { click: () => redeem(done) },
          })
        : null,
    ),
    h("p", { class: "dim", text: say(w.outstanding, { amount: dollars(day.outstanding) }) }),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": w.title },
      h(
        "table",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ...Object.entries(w.columns).map(([key, text]) =>
              h("th", { scope: "col", class: key === "amount" ? "number" : null, text }),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          ...(rows.length ? rows : [h("tr", null, h("td", { colspan: 6, class: "dim", text: w.none }))]),
        ),
      ),
    ),
  );
}
