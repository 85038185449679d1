// @ts-check
/** What has to be told with an act: an amount, a number of cards, or the cards themselves. */
import { h } from "../lib/dom.js";
import { parseDollars } from "../lib/money.js";
import { say, words } from "../lib/words.js";
import "./pad.js";

/** @typedef {import("../lib/wire.js").Offer} Offer */
/** @typedef {import("../lib/wire.js").Command} Command */
/** @typedef {import("./pad.js").PadElement} PadElement */

/** Which field of the command is typed, and whether it is money. Nothing is filled in and nothing is expected: a count is
 * what was typed (R23). */
/** @type {Record<string, {name: string, money: boolean, label: string, empty: string}>} */
const AMOUNTS = {
  count_tray: { name: "amount", money: true, label: words.deal.amount.tray, empty: words.deal.typed.tray },
  cut: { name: "at", money: false, label: words.deal.amount.cut, empty: words.deal.typed.cut },
  count_stub: { name: "count", money: false, label: words.deal.amount.stub, empty: words.deal.typed.stub },
};

/**
 * What somebody typed, or the sentence that refuses it.
 * @param {string} text
 * @param {{type: string, minimum: number | null, maximum: number | null}} offer
 * @returns {{value: number} | {fault: string}}
 */
export function readTyped(text, { type, minimum, maximum }) {
  const w = words.deal.typed;
  const { money, empty } = AMOUNTS[type];
  if (!text.trim()) return { fault: empty };
  const value = money ? parseDollars(text) : /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null;
  const low = minimum ?? 0;
  const high = maximum ?? Number.MAX_SAFE_INTEGER;
  if (value !== null && value >= low && value <= high) return { value };
  return { fault: money ? w.money : say(w.number, { low, high }) };
}

/**
 * @param {Offer} offer
 * @param {() => void} onEnter
 */
export function amountField(offer, onEnter) {
  const what = AMOUNTS[offer.type];
  if (!what) return null;
  const input = h("input", { inputmode: what.money ? "decimal" : "numeric", autocomplete: "off", class: "money-input", id: `told-${offer.type}` });
  const fault = h("span", { class: "fault", role: "alert" });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) onEnter();
  });
  return {
    element: h("div", { class: "told" }, h("label", { for: input.id }, what.label, input), fault),
    input,
    /** @param {Offer} asked @returns {Command | null} nothing where it cannot be read: then nothing is sent */
    tell(asked) {
      if (asked.type !== offer.type) return asked.command;
      const read = readTyped(input.value, asked);
      fault.textContent = "fault" in read ? read.fault : "";
      if ("fault" in read) {
        input.focus();
        return null;
      }
      input.blur(); // the next key is for the table again
      return { ...asked.command, [what.name]: read.value };
    },
  };
}

/** @param {Offer} offer */
function groups(offer) {
  const w = words.deal.pad;
  if (offer.type === "turn_over") return [{ label: w.five, count: 5 }, { label: w.two, count: 2 }];
  if (offer.type === "reveal") return [{ label: w.seven, count: 7 }];
  return [{ label: w.three, count: 3 }];
}

/**
 * @param {Offer} offer
 * @param {() => void} onChange
 * @param {() => void} onDone
 */
export function cardField(offer, onChange, onDone) {
  const pad = /** @type {PadElement} */ (h("b7-pad", { on: { change: onChange, done: onDone } }));
  pad.configure({ groups: groups(offer) });
  return {
    element: pad,
    pad,
    /**
     * @param {ReadonlySet<string>} taken
     * @param {string[]} shown
     */
    refresh(taken, shown) {
      pad.configure({ groups: groups(offer), taken, shown: offer.type === "turn_over" ? shown : [] });
    },
    /** @param {Offer} asked @returns {Command} */
    tell(asked) {
      if (asked.type !== offer.type || asked.command.seat !== offer.command.seat) return asked.command;
      if (asked.type === "turn_over") return { ...asked.command, five: pad.cards.slice(0, 5), discards: pad.cards.slice(5) };
      return { ...asked.command, cards: pad.cards };
    },
  };
}
