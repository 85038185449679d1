/** One event with the table before and after it: the cards that moved and the lines that were added. */

/** The results it added. @param {Wire.Step} step @returns {Wire.WagerLine[]} */
export const linesOf = ({ event, view }) =>
  event.type === "settled" ? landed(event, view.seats[event.seat - 1].lines) : [];

/** The lines of a seat that this event added. @param {Wire.GameEvent} event @param {Wire.WagerLine[]} lines */
export const landed = (event, lines) => lines.slice(lines.length - (event.landed ?? 0));

/** The cards it added to a hand, and how many the hand held before. @param {Wire.Step} step */
export function dealtBy({ event, before, view }) {
  const spot = event.to ?? 0;
  const held = handAt(before, spot).length;
  return { held, cards: handAt(view, spot).slice(held) };
}

/** @param {Wire.TableView} view @param {number} spot 0 for the dealer */
export const handAt = (view, spot) => (spot ? view.seats[spot - 1].cards : view.dealer_cards);

/** The result of a seat, from the player's side. @param {Wire.Step} step */
export const netOf = ({ event, before, view }) =>
  event.seat ? view.seats[event.seat - 1].net - before.seats[event.seat - 1].net : 0;
