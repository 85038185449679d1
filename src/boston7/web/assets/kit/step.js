/** One thing that happened, with the table before and after it: which cards came and went, which lines were added. */

/** The results that landed with it. @param {Wire.Step} step @returns {Wire.WagerLine[]} */
export const linesOf = ({ event, view }) =>
  event.type === "settled" ? landed(event, view.seats[event.seat - 1].lines) : [];

/**
 * Of a seat's lines after it those that landed with it.
 * @param {Wire.GameEvent} event @param {Wire.WagerLine[]} lines
 */
export const landed = (event, lines) => lines.slice(lines.length - (event.landed ?? 0));

/** The cards that came to a hand with it, and how many it held before. @param {Wire.Step} step */
export function dealtBy({ event, before, view }) {
  const spot = event.to ?? 0;
  const held = handAt(before, spot).length;
  return { held, cards: handAt(view, spot).slice(held) };
}

/** @param {Wire.TableView} view @param {number} spot 0 for the dealer */
export const handAt = (view, spot) => (spot ? view.seats[spot - 1].cards : view.dealer_cards);

/** What it brought a seat, from the player's side. @param {Wire.Step} step */
export const netOf = ({ event, before, view }) =>
  event.seat ? view.seats[event.seat - 1].net - before.seats[event.seat - 1].net : 0;
