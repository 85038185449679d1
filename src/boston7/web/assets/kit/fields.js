/** The fields of forms. Each declares its label, its valid values, and the sentence for an invalid one. */
import { BOUNDS } from "./blank.js";
import { h } from "./dom.js";
import { parseDollars } from "./money.js";
import { say } from "./say.js";
import { account as words } from "./words/account.js";
import { common } from "./words/common.js";

/** @typedef {import("./dom.js").Props} Props */
/**
 * @template [T=unknown]
 * @typedef {object} Field
 * @property {HTMLElement[]} parts its elements in the form; a hidden field is not read
 * @property {HTMLElement} [input] the element marked as invalid
 * @property {() => T | Promise<T>} read throws an error whose message rejects the input
 */

/** @param {string} label @param {...(HTMLElement | null)} controls */
export const labelled = (label, ...controls) => h("label", h("span", { text: label }), ...controls);

/**
 * @template T
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 * @param {(text: string) => T} check throws an error whose message rejects the text
 * @param {string} [hint]
 * @returns {Field<T>}
 */
function field(label, input, check, hint) {
  /** @type {HTMLElement[]} */
  const parts = [labelled(label, input)];
  if (hint) {
    const note = h("p", { class: "dim hint", id: `${input.name}-hint`, text: hint });
    input.setAttribute("aria-describedby", note.id);
    parts.push(note);
  }
  return { parts, input, read: () => check(input.value) };
}

/** Reject an empty text, if a sentence is given. @param {string} [needed] */
const needs = (needed) => (/** @type {string} */ text) => {
  if (needed && !text) throw new Error(needed);
  return text;
};

/**
 * A line of text.
 * @param {string} name @param {string} label @param {string} [needed] the error if it is empty
 * @param {Props & {hint?: string}} [more]
 */
export function line(name, label, needed, { hint, ...more } = {}) {
  const check = needs(needed);
  const input = h("input", { name, autocomplete: "off", ...more });
  return field(label, input, (text) => check(text.trim()), hint);
}

/**
 * A password or PIN, exactly as typed.
 * @param {string} name @param {string} label @param {string} [needed] @param {Props & {hint?: string}} [more]
 */
export function secret(name, label, needed, { hint, ...more } = {}) {
  return field(label, h("input", { name, type: "password", ...more }), needs(needed), hint);
}

/** @param {string} label @param {string} [needed] @param {Props} [more] */
export const pin = (label, needed, more = {}) =>
  secret("pin", label, needed, { inputmode: "numeric", autocomplete: "off", ...more });

/** @param {string} name @param {string} label @param {string} needed */
export const number = (name, label, needed) =>
  field(label, h("input", { name, inputmode: "numeric", autocomplete: "off" }), (text) => {
    if (!/^\s*\d{1,9}\s*$/.test(text)) throw new Error(needed);
    return Number(text);
  });

/** An amount of money, in cents. */
export const money = () =>
  field(
    words.amount,
    h("input", {
      name: "amount",
      inputmode: "decimal",
      autocomplete: "off",
      placeholder: "$",
      class: "money-input",
    }),
    (text) => {
      const cents = parseDollars(text);
      if (!cents) throw new Error(words.badAmount);
      return cents;
    },
  );

/** The reason for the record. @param {number} [maxlength] */
export const reason = (maxlength = BOUNDS.line) => line("reason", words.reason, words.reasonNeeded, { maxlength });

/** An authenticator code, with or without spaces. */
export const code = () =>
  line("code", words.security.code, "", { inputmode: "numeric", autocomplete: "one-time-code", maxlength: 10 });

/** A new password. @param {string} name @param {string} label @param {string} [needed] */
export const newPassword = (name, label, needed) =>
  secret(name, label, needed, {
    autocomplete: "new-password",
    hint: say(words.newPasswordHint, { least: BOUNDS.shortestPassword }),
  });

/**
 * Choices, none of them selected at first.
 * @template {string} V
 * @param {string} name
 * @param {readonly V[] | Readonly<Partial<Record<V, string>>>} choices values used as labels, or a label for each value
 * @param {string} [none]
 */
export function picker(name, choices, none = common.choose) {
  const all = Array.isArray(choices) ? choices.map((value) => [value, value]) : Object.entries(choices);
  const select = h("select", { name }, ...[["", none], ...all].map(([value, text]) => h("option", { value, text })));
  return /** @type {HTMLSelectElement & {value: V | ""}} */ (select);
}

/**
 * @template {string} V
 * @param {string} label @param {HTMLSelectElement & {value: V | ""}} select
 * @param {string} needed the error if nothing is chosen
 */
export const choice = (label, select, needed) =>
  field(label, select, (value) => /** @type {V} */ (needs(needed)(value)));

/**
 * A part of a form that reads itself, such as a count or a tray.
 * @template T
 * @param {HTMLElement} element
 * @param {() => T | {fault: string}} read
 * @returns {Field<Exclude<T, {fault: string}>>}
 */
export const part = (element, read) => ({
  parts: [element],
  read: () => {
    const found = read();
    if (found instanceof Object && "fault" in found) throw new Error(found.fault);
    return /** @type {Exclude<T, {fault: string}>} */ (found);
  },
});

/** An id for each payment: sent twice, it counts once. */
export const slipId = () => crypto.randomUUID?.() ?? `slip-${Date.now()}-${Math.random().toString(36).slice(2)}`;
