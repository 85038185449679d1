// @ts-check
/** Which chips an amount is made of. */

/** The chips that are drawn, and used where a house names none. */
export const DENOMINATIONS = [100_00, 25_00, 5_00, 1_00];

/**
 * The chips a dealer would use for an amount, largest first; what is left below the smallest is one marker.
 * @param {number} cents
 * @param {readonly number[]} [values] those of the house
 * @returns {{value: number, count: number}[]}
 */
export function breakDown(cents, values = DENOMINATIONS) {
  const out = [];
  let rest = Math.max(0, cents);
  for (const value of values.length ? values.toSorted((a, b) => b - a) : DENOMINATIONS) {
    const count = Math.floor(rest / value);
    if (count) out.push({ value, count });
    rest -= count * value;
  }
  if (rest) out.push({ value: rest, count: 1 });
  return out;
}
