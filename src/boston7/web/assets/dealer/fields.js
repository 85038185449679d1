/** What has to be told with an act: an amount, a number of cards, or the cards themselves. */
import { kind } from "../kit/catalogue.js";
import { chipValues } from "../kit/denominations.js";
import { h } from "../kit/dom.js";
import { parseDollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { trayForm } from "../kit/count-form.js";
import "./pad.js";

/** @typedef {import("./pad.js").PadElement} PadElement */

/**
 * What of a command is typed as a number. Nothing is filled in and nothing is expected: a count is what was typed
 * (R23).
 * @param {string} type */
const numberOf = (type) => kind(type).asks.find((ask) => ask.kind === "amount" || ask.kind === "count");

/**
 * What somebody typed, or the sentence that refuses it.
 * @param {string} text
 * @param {{type: string, minimum: number | null, maximum: number | null}} offer
 * @returns {{value: number} | {fault: string}}
 */
export function readTyped(text, { type, minimum, maximum }) {
  const w = words.deal.typed;
  const money = numberOf(type)?.kind === "amount";
  if (!text.trim()) return { fault: w.empty[type] };
  const value = money ? parseDollars(text) : /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : null;
  const low = minimum ?? 0;
  const high = maximum ?? Number.MAX_SAFE_INTEGER;
  if (value !== null && value >= low && value <= high) return { value };
  return { fault: money ? w.money : say(w.number, { low, high }) };
}

/**
 * @param {Wire.Offer} offer
 * @param {() => void} onEnter
 */
export function amountField(offer, onEnter) {
  const what = numberOf(offer.type);
  if (!what) return null;
  const input = h("input", {
    inputmode: what.kind === "amount" ? "decimal" : "numeric",
    autocomplete: "off",
    class: "money-input",
    id: `told-${offer.type}`,
  });
  /** @type {Wire.Offer} */
  let asked = offer;
  const values = offer.type === "count_tray" ? chipValues() : [];
  const form = trayForm({
    values,
    id: "tray",
    input,
    label: values.length ? words.floor.make.trayTotal : what.question,
    total: (text) => readTyped(text, asked),
  });
  const element = h("div.told", h("div.told-fields", ...form.parts));
  const all = () => [...element.querySelectorAll("input")];
  for (const each of all()) each.setAttribute("inputmode", "none"); // the keypad is on the page
  let at = all()[0] ?? input;
  element.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement) at = target;
  });
  const next = () => {
    const inputs = all();
    const after = inputs[inputs.indexOf(at) + 1];
    if (after) after.focus();
    else onEnter();
  };
  // Enter goes on to the next field, and from the last one enters the count; Space stays a key of the table.
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (event.key === " " || at === input) onEnter();
    else next();
  });
  return {
    element,
    input,
    get at() {
      return at;
    },
    next,
    /** @param {Wire.Offer} now @returns {Wire.Command | {fault: string}} */
    tell(now) {
      if (now.type !== offer.type) return now.command;
      asked = now;
      const read = form.read();
      if ("fault" in read) return read;
      for (const each of all()) each.blur(); // the next key is for the table again
      const { cents, ...pieces } = read;
      return /** @type {Wire.Command} */ ({ ...now.command, [what.field]: cents, ...pieces });
    },
  };
}

/** @param {Wire.Offer} offer */
const cardsOf = (offer) => kind(offer.type).asks.filter((ask) => ask.kind === "cards");

/** @param {Wire.Offer} offer */
const groups = (offer) => cardsOf(offer).map(({ question, most }) => ({ label: question, count: most }));

/**
 * @param {Wire.Offer} offer
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
     * @param {string[]} [stands]
     */
    refresh(taken, shown, stands) {
      pad.configure({ groups: groups(offer), taken, shown: offer.type === "turn_over" ? shown : [], stands });
    },
    /** @param {Wire.Offer} asked @returns {Wire.Command} */
    tell(asked) {
      if (asked.type !== offer.type || asked.command.seat !== offer.command.seat) return asked.command;
      const left = [...pad.cards];
      return {
        ...asked.command,
        ...Object.fromEntries(cardsOf(asked).map(({ field, most }) => [field, left.splice(0, most)])),
      };
    },
  };
}
