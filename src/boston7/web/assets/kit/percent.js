/** Format figures for reading. */
import { dollars } from "./money.js";

const MINUS = "\u2212";

/** "10.22%". Small probabilities keep two significant digits. @param {number} value @param {number} [digits] */
export function percent(value, digits = 2) {
  const size = Math.abs(value) * 100;
  const needed = size > 0 && size < 10 ** -digits * 10 ? Math.min(12, Math.ceil(-Math.log10(size)) + 1) : digits;
  return `${value < 0 ? MINUS : ""}${size.toFixed(needed)}%`;
}

/**
 * "1 in 2.3", or "1 in 30,940" for rare events; "1 in 31K" in short.
 * @param {number} probability
 * @param {boolean} [brief]
 */
export function oneIn(probability, brief = false) {
  if (!(probability > 0)) return "never";
  const n = 1 / probability;
  if (brief) return `1 in ${n.toLocaleString("en-US", { notation: "compact", maximumFractionDigits: 0 })}`;
  return `1 in ${n.toLocaleString("en-US", { maximumFractionDigits: n < 20 ? 1 : 0 })}`;
}

/** "+0.36" or "−0.95". @param {number} value @param {number} [digits] */
export function number(value, digits = 2) {
  return `${value < 0 ? MINUS : value > 0 ? "+" : ""}${Math.abs(value).toFixed(digits)}`;
}

/** Expected amounts to the cent: "−$1.02". @param {number} cents */
export function expected(cents) {
  const whole = Math.round(cents);
  const text = dollars(whole);
  return whole % 100 === 0 ? `${text}.00` : text;
}

/** "5479155029989/63240546819450" with thousands separators. @param {string} fraction */
export function grouped(fraction) {
  return fraction
    .split("/")
    .map((part) => part.replace(/\B(?=(\d{3})+$)/g, ","))
    .join(" / ");
}
