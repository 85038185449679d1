// The dealer's procedure as a list, and what comes next in it. Everything is read off the view and the offers: what
// may be done is the server's to say, in the order of the catalogue.
import { isKnown } from "../kit/cards.js";
import { at, kind } from "../kit/catalogue.js";

/** @typedef {"done" | "now" | "next"} StepState */
/** @typedef {{id: string, state: StepState}} Step */

/**
 * Return the next seat without a wager on from the last one that wagered; 0 when all have one.
 * @param {Wire.SeatView[]} seated
 * @param {number} after
 */
export function nextSeat(seated, after) {
  const open = seated.filter((seat) => !seat.wagers.ante && !seat.sitting_out).map((seat) => seat.number);
  return open.find((seat) => seat > after) ?? open[0] ?? 0;
}

/**
 * The dealer's list as the table has it, with what is done, what is now and what comes.
 * @param {Wire.TableView} view
 * @returns {Step[]}
 */
export const steps = (view) => view.step_order.map((id) => ({ id, state: view.procedure[id] ?? "next" }));

/**
 * What a step says: no hand holds the deck at a shoe, nor where the document does not say so.
 * @param {{hint: string, unheld?: string}} step
 * @param {readonly {id: string}[]} listed
 */
export const hintOf = ({ hint, unheld }, listed) =>
  unheld && !listed.some(({ id }) => id === "deck_hand") ? unheld : hint;

/** The step a round stands at. @param {Wire.TableView} view */
export const stepNow = (view) => steps(view).find((step) => step.state === "now")?.id ?? "";

/** What a dealer has on the large button in a phase, the most pressing first. @param {Wire.TableView} view */
const tableActs = (view) =>
  at("opening", "procedure").filter(
    ({ tone, by, when }) => tone === "go" && by.includes("dealer") && when.includes(view.phase),
  );

/** What a seat may do in a phase, in the order of its buttons. @param {Wire.TableView} view */
const kindsOfSeat = (view) => at("seat").filter(({ when }) => when.includes(view.phase));

/**
 * The act on the large button, or nothing while single seats have to answer first.
 * @param {Wire.TableView} view
 * @param {Wire.Offer[]} offers
 * @returns {Wire.Offer | null}
 */
export function mainAct(view, offers) {
  return tableActs(view).flatMap(({ type }) => offers.find((offer) => offer.type === type) ?? [])[0] ?? null;
}

/**
 * Each seat that is being waited for with what it may do.
 * @param {Wire.TableView} view
 * @param {Wire.Offer[]} offers
 * @returns {{seat: Wire.SeatView, offers: Wire.Offer[]}[]}
 */
export const waiting = (view, offers) =>
  view.seats
    .filter(({ number }) => view.waiting.includes(number) && mayChoose(view, offers, number))
    .map((seat) => ({ seat, offers: seatActs(view, offers, seat.number) }));

/**
 * Whether a seat has something to choose: a hand may be set again, a bonus still be claimed, and for that nobody waits.
 * @param {Wire.TableView} view
 * @param {Wire.Offer[]} offers
 * @param {number} seat
 */
export const mayChoose = (view, offers, seat) => seatActs(view, offers, seat).some(({ type }) => !kind(type).optional);

/**
 * @param {Wire.TableView} view
 * @param {Wire.Offer[]} offers
 * @param {number} seat
 */
export function seatActs(view, offers, seat) {
  return kindsOfSeat(view).flatMap(({ type }) =>
    offers.filter((offer) => offer.type === type && offer.command.seat === seat),
  );
}

/**
 * The cards somebody has seen in this round, by where they lie: the pad shows them as taken. The view forgets those
 * that were turned down again; we do not.
 * @param {Map<string, string[]>} seen
 * @param {Wire.GameEvent} event
 * @returns {Map<string, string[]>}
 */
export function remember(seen, event) {
  // put right, or mixed again: what was keyed or shown lies nowhere
  if (["corrected", "cards_returned", "table_cleared"].includes(event.type)) return new Map();
  const next = new Map(seen);
  if (event.card) return next.set("rack", [...(seen.get("rack") ?? []), event.card]);
  return event.cards ? next.set(event.seat ? `seat:${event.seat}` : "dealer", event.cards) : seen;
}

/**
 * Every card the pad should refuse, but for those of one place.
 * @param {Wire.TableView} view
 * @param {Map<string, string[]>} seen
 * @param {string} except where the cards to be entered lie: "seat:3", "dealer"
 * @returns {Set<string>}
 */
export function taken(view, seen, except) {
  const lying = new Map(seen);
  for (const seat of view.seats) if (seat.cards.some(isKnown)) lying.set(`seat:${seat.number}`, seat.cards);
  if (view.dealer_cards.some(isKnown)) lying.set("dealer", view.dealer_cards);
  return new Set([...lying].filter(([where]) => where !== except).flatMap(([, cards]) => cards.filter(isKnown)));
}
