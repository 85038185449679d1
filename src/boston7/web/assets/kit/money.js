/** Money is whole cents everywhere; these are the only places where it becomes words and back. */

const MINUS = "\u2212";

/**
 * "1,234,567". The browser's own words for numbers cost a page a tenth of a second at their first use.
 * @param {number} n
 */
export const thousands = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * "$1,000", or "$2.50" where there are cents.
 * @param {number} cents
 */
export function dollars(cents) {
  const size = Math.abs(cents);
  const whole = thousands(Math.trunc(size / 100));
  const rest = size % 100;
  return `${cents < 0 ? MINUS : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/**
 * "+$5" or "−$20"; nothing won and nothing lost is "$0".
 * @param {number} cents
 */
export function signed(cents) {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** "$12.30": an average has parts of a cent, and two places are enough for anybody. @param {number} cents */
export const toTheCent = (cents) =>
  `$${(Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** As it is typed: "1000" or "2.50". @param {number} cents */
export const plain = (cents) => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));

/**
 * What somebody typed, in cents; null if it is not an amount of money.
 * @param {string} text
 * @returns {number | null}
 */
export function parseDollars(text) {
  const typed = text.trim().replace(/^\$/, "");
  const parts = /^(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/.exec(typed);
  if (!parts) return null;
  return Number(parts[1].replaceAll(",", "")) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
}
