/** A count by denomination, with one empty field each. Empty or unreadable fields are not sent (R23). */
import { BOUNDS } from "./blank.js";
import { h } from "./dom.js";
import { dollars, parseDollars } from "./money.js";
import { say, words } from "./words.js";

/** @param {string} text @returns {number | null} */
const read = (text) => (/^\s*\d+\s*$/.test(text) && Number(text) <= BOUNDS.pieces ? Number(text) : null);

/** For a house without denominations: the total, as one piece. @param {string} id */
function totalForm(id) {
  const w = words.shift.count;
  const input = h("input", { inputmode: "decimal", autocomplete: "off", id: `${id}-total`, class: "money-input" });
  return {
    element: h("div.count-form", h("label", { for: input.id }, h("span", { text: w.only }), input)),
    clear() {
      input.value = "";
    },
    typed: () => Boolean(input.value.trim()),
    sum: () => parseDollars(input.value) ?? 0,
    /** @returns {{pieces: Wire.Piece[], cents: number} | {fault: string}} */
    read() {
      const cents = parseDollars(input.value);
      if (cents === null || cents > BOUNDS.cents) {
        input.focus();
        return { fault: say(w.badTotal, { most: dollars(BOUNDS.cents) }) };
      }
      return { pieces: [cents ? { value: cents, count: 1 } : { value: 1, count: 0 }], cents };
    },
  };
}

/**
 * What lies in a tray: by denomination where the house has any, or the total alone. A total that is typed beside the
 * denominations must be theirs.
 * @param {{values: number[], id: string, input: HTMLInputElement, label: string,
 *   total: (text: string) => {value: number} | {fault: string}}} ask
 */
export function trayForm({ values, id, input, label, total }) {
  const pieces = values.length ? countForm(values, id) : null;
  return {
    parts: [...(pieces ? [pieces.element] : []), h("label", { for: input.id }, label, input)],
    clear() {
      input.value = "";
      pieces?.clear();
    },
    /** @returns {{cents: number, pieces?: Wire.Piece[]} | {fault: string}} */
    read() {
      const counted = pieces?.typed() ? pieces.read() : null;
      if (counted && "fault" in counted) return counted;
      const typed = counted && !input.value.trim() ? { value: counted.cents } : total(input.value);
      if ("fault" in typed) {
        input.focus();
        return typed;
      }
      if (counted && counted.cents !== typed.value)
        return { fault: say(words.shift.count.differs, { amount: dollars(counted.cents) }) };
      return { cents: typed.value, ...(counted ? { pieces: counted.pieces } : {}) };
    },
  };
}

/**
 * In cents; empty if the house counts totals only.
 * @param {number[]} values in cents; empty if the house counts totals only @param {string} id
 */
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
        maxlength: String(BOUNDS.pieces).length,
      });
      input.addEventListener("input", () => {
        total.textContent = say(w.total, { amount: dollars(sum()) });
      });
      return { value, input };
    });
  /** The total of the fields typed so far. @returns {number} */
  const sum = () => inputs.reduce((cents, each) => cents + (read(each.input.value) ?? 0) * each.value, 0);
  return {
    element: h(
      "div.count-form",
      ...inputs.map(({ value, input }) =>
        h("label", { for: input.id }, h("span", { class: "money", text: dollars(value) }), input),
      ),
      total,
    ),
    clear() {
      for (const { input } of inputs) input.value = "";
      total.textContent = say(w.total, { amount: dollars(0) });
    },
    sum,
    /** Whether any field was filled in. */
    typed: () => inputs.some(({ input }) => input.value.trim()),
    /**
     * The count, or the sentence that rejects it.
     * @returns {{pieces: Wire.Piece[], cents: number} | {fault: string}}
     */
    read() {
      if (inputs.every(({ input }) => !input.value.trim())) return { fault: w.empty };
      const pieces = [];
      for (const { value, input } of inputs) {
        const count = read(input.value);
        if (count === null) {
          input.focus();
          return {
            fault: input.value.trim()
              ? say(w.bad, { value: dollars(value), most: BOUNDS.pieces.toLocaleString("en-US") })
              : w.empty,
          };
        }
        pieces.push({ value, count });
      }
      return { pieces, cents: pieces.reduce((sum, each) => sum + each.value * each.count, 0) };
    },
  };
}
