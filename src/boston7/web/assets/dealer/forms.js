// What a command asks a person for, what is still missing, and the command made of it. What the rules then demand is
// the
// server's answer, never ours.
import { words } from "../kit/words.js";

/** @typedef {string | number | boolean | string[] | null | undefined} Value */
/** @typedef {Record<string, Value>} Told */

/** Chips that move are asked for as one move. @type {Wire.Field[]} */
const MOVE = /** @type {const} */ (["from", "to", "amount"]).map((field) => ({
  field,
  kind: field === "amount" ? "amount" : "account",
  question: words.deal.trouble.transfer[field],
  least: 0,
  most: 0,
  at: "",
  choices: [],
  when: "",
  outcome: "",
}));

/**
 * What is asked at this table, given what has been told so far.
 * @param {Wire.Kind} kind
 * @param {Wire.TableView} view
 * @param {Told} told
 */
const due = (kind, view, told) =>
  kind.asks.filter(({ at, when }) => (!at || at === (view.live ? "live" : "virtual")) && (!when || told[when]));

/**
 * The fields of the form now.
 * @param {Wire.Kind} kind
 * @param {Wire.TableView} view
 * @param {Told} told
 */
export const asked = (kind, view, told) =>
  due(kind, view, told).flatMap((ask) => (ask.kind === "transfers" ? MOVE : [/** @type {Wire.Field} */ (ask)]));

/**
 * The first field that still has to be told, or null when the form is complete.
 * @param {Wire.Kind} kind
 * @param {Wire.TableView} view
 * @param {Told} told
 */
export const missing = (kind, view, told) =>
  asked(kind, view, told).find((ask) => !enough(ask, told[ask.field])) ?? null;

/** @param {Value} value */
const cardsIn = (value) => (Array.isArray(value) ? value : []);

/**
 * @param {Wire.Field} ask
 * @param {Value} value
 */
function enough(ask, value) {
  switch (ask.kind) {
    case "cards": {
      const count = cardsIn(value).length;
      return count >= ask.least && count <= ask.most;
    }
    case "check":
      return true;
    case "packet": // none, while the card is still in the deck
      return value !== undefined;
    case "count":
    case "amount":
      return typeof value === "number" && Number.isInteger(value) && value >= 0;
    case "reason":
    case "name":
      return typeof value === "string" && value.trim() !== "";
    default:
      return value !== undefined && value !== null && value !== "";
  }
}

/** What the rules then demand, where chips and phase alone do not tell. @param {Wire.Kind} kind @param {Told} told */
export const outcome = (kind, told) => kind.asks.find((ask) => ask.outcome && told[ask.field])?.outcome ?? kind.outcome;

/**
 * @param {Wire.Kind} kind
 * @param {Wire.TableView} view
 * @param {Told} told
 * @returns {Wire.Command}
 */
export function command(kind, view, told) {
  /** @type {Wire.Document} */
  const made = { type: kind.type };
  for (const { field, kind: of, most } of due(kind, view, told)) {
    const value = told[field];
    if (of === "transfers") made[field] = [{ from: told.from, to: told.to, cents: told.amount }];
    else if (of === "cards") made[field] = most === 1 ? cardsIn(value)[0] : cardsIn(value);
    else made[field] = of === "check" ? Boolean(value) : value;
  }
  return /** @type {Wire.Command} */ (/** @type {unknown} */ (made)); // its fields are those of its kind
}
