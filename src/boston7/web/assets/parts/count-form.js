// @ts-check
/** A count by denomination: one field each, nothing filled in, and what is empty or unreadable is not sent (R23). */
import { h } from "../lib/dom.js";
import { dollars, parseDollars } from "../lib/money.js";
import { say, words } from "../lib/words.js";

/** @typedef {{value: number, count: number}} Piece */

/** @param {string} text @returns {number | null} */
const read = (text) => (/^\s*\d{1,7}\s*$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : null);

/**
 * For a house without denominations: the total, as one piece.
 * @param {string} id
 */
function totalForm(id) {
  const w = words.shift.count;
  const input = h("input", { inputmode: "decimal", autocomplete: "off", id: `${id}-total`, class: "money-input" });
  return {
    element: h("div", { class: "count-form" }, h("label", { for: input.id }, h("span", { text: w.only }), input)),
    typed: () => Boolean(input.value.trim()),
    /** @returns {{pieces: Piece[], cents: number} | {fault: string}} */
    read() {
      const cents = parseDollars(input.value);
      if (cents === null || cents > 10_000_000) {
        input.focus();
        return { fault: w.badTotal };
      }
      return { pieces: [cents ? { value: cents, count: 1 } : { value: 1, count: 0 }], cents };
    },
  };
}

/** @param {number[]} values in cents; none where the house counts totals only @param {string} id */
export function countForm(values, id) {
  if (!values.length) return totalForm(id);
  const w = words.shift.count;
  const total = h("output", { class: "count-total money", text: say(w.total, { amount: dollars(0) }) });
  const inputs = [...values]
    .sort((a, b) => b - a)
    .map((value) => {
      const input = h("input", {
        inputmode: "numeric",
        autocomplete: "off",
        id: `${id}-${value}`,
        "data-value": value,
        maxlength: 7,
      });
      input.addEventListener("input", () => {
        const sum = inputs.reduce((cents, each) => cents + (read(each.input.value) ?? 0) * each.value, 0);
        total.textContent = say(w.total, { amount: dollars(sum) });
      });
      return { value, input };
    });
  return {
    element: h(
      "div",
      { class: "count-form" },
      ...inputs.map(({ value, input }) =>
        h("label", { for: input.id }, h("span", { class: "money", text: dollars(value) }), input),
      ),
      total,
    ),
    /** Whether anything was typed. */
    typed: () => inputs.some(({ input }) => input.value.trim()),
    /**
     * What was typed, or the sentence that refuses it.
     * @returns {{pieces: Piece[], cents: number} | {fault: string}}
     */
    read() {
      if (inputs.every(({ input }) => !input.value.trim())) return { fault: w.empty };
      const pieces = [];
      for (const { value, input } of inputs) {
        const count = read(input.value);
        if (count === null) {
          input.focus();
          return { fault: input.value.trim() ? say(w.bad, { value: dollars(value) }) : w.empty };
        }
        pieces.push({ value, count });
      }
      return { pieces, cents: pieces.reduce((sum, each) => sum + each.value * each.count, 0) };
    },
  };
}
