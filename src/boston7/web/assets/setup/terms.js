// @ts-check
/** The terms of the house: its day, its shares, its thresholds, its chips and bills. */
import { announce } from "../kit/announce.js";
import { put } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { parseDollars, plain } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { field } from "../kit/ask.js";

const w = words.setup.terms;
/** @typedef {import("../kit/wire.js").Terms} Terms */
/** @typedef {"zone" | "hour" | "hours" | "percent" | "money" | "list"} Kind */
/** @type {[keyof Terms, Kind][]} */
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
 * What was typed as its value, or null where it cannot be read; what may be set, the server says.
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

/** @param {Kind} kind @param {Terms[keyof Terms]} value */
function written(kind, value) {
  if (Array.isArray(value)) return value.map((one) => (kind === "list" ? plain(one) : one)).join(", ");
  return typeof value === "number" && kind !== "hour" ? plain(value) : String(value);
}

/** @param {import("../kit/wire.js").Setting} setting */
export function termsSection(setting) {
  const problem = h("p", { class: "fault", role: "alert" });
  const saved = h("p", { class: "win", role: "status" });
  const labels = /** @type {Record<string, string>} */ (/** @type {unknown} */ (w));
  const inputs = FIELDS.map(([name, kind]) => {
    const element = field(name, labels[name], { autocomplete: "off", value: written(kind, setting.terms[name]) });
    if (kind === "list") element.classList.add("wide");
    return { name, kind, element, input: /** @type {HTMLInputElement} */ (element.querySelector("input")) };
  });
  const form = h(
    "form",
    { class: "setup-form", "data-form": "terms", novalidate: true },
    ...inputs.map((one) => one.element),
    h("p", { class: "dim", text: w.listHint }),
    problem,
    saved,
    h("button", { class: "button", type: "submit", text: w.save }),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    saved.textContent = "";
    /** @type {Partial<Record<keyof Terms, unknown>>} */
    const terms = {};
    for (const { name, kind, input } of inputs) {
      terms[name] = readTerm(kind, input.value);
      if (terms[name] === null) {
        const why = input.value.trim() ? labels[kind] : w.empty;
        problem.textContent = say(w.bad, { label: labels[name], why: kind === "zone" ? w.empty : why });
        return input.focus();
      }
    }
    problem.textContent = "";
    try {
      setting.terms = (await put("/api/shift/terms", /** @type {Terms} */ (terms))).terms;
      saved.textContent = w.saved;
      announce(w.saved);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  return h(
    "section",
    { class: "panel", "aria-labelledby": "terms-title" },
    h("h2", { id: "terms-title", text: w.title }),
    form,
  );
}
