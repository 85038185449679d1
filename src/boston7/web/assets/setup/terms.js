/** The terms of the house: its day, shares, thresholds, chips and bills. */
import { put } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { line } from "../kit/fields.js";
import { makeForm } from "../kit/form.js";
import { parseDollars, plain } from "../kit/money.js";
import { panel } from "../kit/parts.js";
import { say, words } from "../kit/words.js";

const w = words.setup.terms;
/** @typedef {"zone" | "hour" | "hours" | "percent" | "money" | "list"} Kind */
/** @type {[keyof Wire.Terms, Kind][]} */
const FIELDS = [
  ["zone", "zone"],
  ["day_starts", "hour"],
  ["shifts", "hours"],
  ["charity_share", "percent"],
  ["state_share", "percent"],
  ["log_cash_from", "money"],
  ["report_cash_over", "money"],
  ["second_signature_from", "money"],
  ["cashier_signature_from", "money"],
  ["chips", "list"],
  ["bills", "list"],
];

/** @param {string} text */
const hour = (text) => (/^\d{1,2}$/.test(text) && Number(text) <= 23 ? Number(text) : null);

/** @param {string} text */
const parts = (text) =>
  text
    .split(/[,;\s]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/**
 * The typed value, or null if it cannot be read. The server checks its range.
 * @param {Kind} kind
 * @param {string} text
 */
export function readTerm(kind, text) {
  const typed = text.trim();
  switch (kind) {
    case "zone":
      return typed || null;
    case "hour":
      return hour(typed);
    case "hours": {
      const hours = parts(typed).map(hour);
      return hours.includes(null) ? null : hours;
    }
    case "percent": {
      const share = /^\d{1,3}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : -1;
      return share >= 0 && share <= 10_000 ? share : null;
    }
    case "money":
      return parseDollars(typed);
    default: {
      const amounts = parts(typed).map(parseDollars);
      return amounts.includes(null) ? null : amounts.sort((a, b) => Number(a) - Number(b));
    }
  }
}

/** @param {Kind} kind @param {Wire.Terms[keyof Wire.Terms]} value */
function written(kind, value) {
  if (Array.isArray(value)) return value.map((one) => (kind === "list" ? plain(one) : one)).join(", ");
  return typeof value === "number" && kind !== "hour" ? plain(value) : String(value);
}

/** @param {keyof Wire.Terms} name @param {Kind} kind @param {Wire.Terms} terms */
function term(name, kind, terms) {
  const labels = /** @type {Record<string, string>} */ (/** @type {unknown} */ (w));
  const { parts, input, read } = line(name, labels[name], "", {
    value: written(kind, terms[name]),
    hint: name === "bills" ? w.listHint : "",
  });
  if (kind === "list") parts[0].classList.add("wide");
  return {
    parts,
    input,
    async read() {
      const text = await read();
      const value = readTerm(kind, text);
      const why = text && kind !== "zone" ? labels[kind] : w.empty;
      if (value === null) throw new Error(say(w.bad, { label: labels[name], why }));
      return value;
    },
  };
}

/** @param {Wire.Setting} setting */
export function termsSection(setting) {
  const saved = h("p", { class: "win", role: "status" });
  const form = makeForm({
    form: "terms",
    look: "setup-form",
    tone: "",
    fields: Object.fromEntries(FIELDS.map(([name, kind]) => [name, term(name, kind, setting.terms)])),
    yes: w.save,
    after: [saved],
    act: async (entered) => {
      saved.textContent = "";
      const terms = /** @type {Wire.Terms} */ (/** @type {unknown} */ (entered));
      setting.terms = (await put("/api/shift/terms", terms)).terms;
      saved.textContent = w.saved;
      return w.saved;
    },
  });
  return panel({ name: "terms", title: w.title }, form);
}
