/** Money is whole cents everywhere. Only this module formats and parses it. */

const MINUS = "\u2212";

/** "1,234,567". The browser's own formatter delays a page by a tenth of a second at first use. @param {number} n */
export const thousands = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");

/** "$1,000", or "$2.50" with cents. @param {number} cents */
export function dollars(cents) {
  const size = Math.abs(cents);
  const whole = thousands(Math.trunc(size / 100));
  const rest = size % 100;
  return `${cents < 0 ? MINUS : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

/** "+$5" or "−$20"; zero is "$0". @param {number} cents */
export function signed(cents) {
  return cents > 0 ? `+${dollars(cents)}` : dollars(cents);
}

/** "$12.30": averages are rounded to cents. @param {number} cents */
export const toTheCent = (cents) =>
  `$${(Math.abs(cents) / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** As a person types it: "1000" or "2.50". @param {number} cents */
export const plain = (cents) => (cents % 100 ? (cents / 100).toFixed(2) : String(cents / 100));

/**
 * A typed amount in cents, or null if it is not an amount.
 * @param {string} text
 * @returns {number | null}
 */
export function parseDollars(text) {
  const typed = text.trim().replace(/^\$/, "");
  const parts = /^(\d{1,3}(?:,\d{3})+|\d{1,10})(?:\.(\d{1,2}))?$/.exec(typed);
  if (!parts) return null;
  return Number(parts[1].replaceAll(",", "")) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
}
