/** The chips that make up an amount. */

/** Chips with a color of their own, largest first. Without a house, amounts use all but the $500 chip. */
export const PAINTED = [500_00, 100_00, 25_00, 5_00, 1_00];

let inUse = PAINTED.slice(1);

/** The chips of the house, if it names any. @param {readonly number[]} values */
export function useChips(values) {
  if (values.length) inUse = values.toSorted((a, b) => b - a);
}

/** The smallest first. */
export const chipsInUse = () => inUse.toReversed();

/**
 * The chips a dealer would use for an amount, largest first. A remainder below the smallest chip is one marker.
 * @param {number} cents
 * @returns {{value: number, count: number}[]}
 */
export function breakDown(cents) {
  const out = [];
  let rest = Math.max(0, cents);
  for (const value of inUse) {
    const count = Math.floor(rest / value);
    if (count) out.push({ value, count });
    rest -= count * value;
  }
  if (rest) out.push({ value: rest, count: 1 });
  return out;
}
