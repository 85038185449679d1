// @ts-check
/** What has to be told with an act: an amount, a number of cards, or the cards themselves. */
import { h } from "../lib/dom.js";
import { parseDollars } from "../lib/money.js";
import { countWords } from "../lib/tray.js";
import { words } from "../lib/words.js";
import "./pad.js";

/** @typedef {import("../lib/wire.js").Offer} Offer */
/** @typedef {import("../lib/wire.js").Command} Command */
/** @typedef {import("./pad.js").PadElement} PadElement */

/** Which field of the command is told, whether it is money, and whether the offer's own number may be shown: what is
 * to be counted must not be prompted. */
/** @type {Record<string, {name: string, money: boolean, prompt: boolean, label: string}>} */
const AMOUNTS = {
  count_tray: { name: "amount", money: true, prompt: false, label: words.deal.amount.tray },
  cut: { name: "at", money: false, prompt: true, label: words.deal.amount.cut },
  count_stub: { name: "count", money: false, prompt: false, label: words.deal.amount.stub },
};

/**
 * @param {Offer} offer
 * @param {() => void} onEnter
 */
export function amountField(offer, onEnter) {
  const what = AMOUNTS[offer.type];
  if (!what) return null;
  const input = h("input", { inputmode: what.money ? "decimal" : "numeric", autocomplete: "off", class: "money-input", id: `told-${offer.type}` });
  if (what.prompt) input.value = String(offer.command[what.name]);
  const fault = h("span", { class: "fault", role: "alert" });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (!event.repeat) onEnter();
  });
  /** @type {number | null} */
  let doubted = null; // a count that is not what should be there: it goes on record when it is entered once more
  return {
    element: h("div", { class: "told" }, h("label", { for: input.id }, what.label, input), fault),
    input,
    /** @param {Offer} asked @returns {Command | null} */
    tell(asked) {
      if (asked.type !== offer.type) return asked.command;
      const value = what.money ? parseDollars(input.value) : /^\d{1,2}$/.test(input.value.trim()) ? Number(input.value) : null;
      fault.textContent = value === null ? words.deal.wagers.bad : "";
      if (value === null) {
        input.focus();
        return null;
      }
      const expected = asked.command[what.name];
      if (offer.type === "count_tray" && value !== expected && value !== doubted) {
        doubted = value;
        fault.textContent = `${countWords({ counted: value, expected })} ${words.deal.count.again}`;
        input.focus();
        return null;
      }
      input.blur(); // the next key is for the table again
      return { ...asked.command, [what.name]: value };
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
