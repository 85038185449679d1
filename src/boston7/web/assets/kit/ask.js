// @ts-check
/** A question in a dialog: asked, answered, or left. */
import { BOUNDS } from "./blank.js";
import { h } from "./dom.js";
import { keepFocus, keepTyped } from "./focus.js";
import { parseDollars } from "./money.js";
import { say } from "./say.js";
import { account as words } from "./words/account.js";
import { common } from "./words/common.js";

/**
 * @param {{form: string, title: string, text?: string[], fields?: HTMLElement[], yes: string, danger?: boolean,
 *   yesFor?: (form: FormData) => string, act: (form: FormData) => Promise<void>}} question `form` is its name for the
 *   tests, `yesFor` what the button says of what was typed; `act` may throw: its message is shown and the dialog stays
 */
export function askInDialog({ form: name, title, text = [], fields = [], yes, danger = false, yesFor, act }) {
  const problem = h("p", { class: "fault", role: "alert" });
  const go = h("button", { class: danger ? "button danger" : "button go", type: "submit", text: yes });
  const cancel = h("button", { class: "button quiet", text: common.cancel });
  const form = h(
    "form",
    { class: "stack", novalidate: true, "data-form": name },
    h("h2", { id: "ask-title", text: title }),
    ...text.map((line) => h("p", { text: line })),
    ...fields,
    problem,
    h("div", { class: "dialog-acts" }, cancel, go),
  );
  const dialog = h("dialog", { "aria-labelledby": "ask-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    go.disabled = true;
    try {
      await act(new FormData(form));
      dialog.close();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    } finally {
      go.disabled = false;
    }
  });
  if (yesFor)
    form.addEventListener("input", () => {
      go.textContent = yesFor(new FormData(form));
    });
  cancel.addEventListener("click", () => dialog.close());
  const back = keepFocus(document.activeElement);
  dialog.addEventListener("close", () => {
    dialog.remove();
    back();
  });
  keepTyped(dialog);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} label @param {...HTMLElement} controls */
export const labelled = (label, ...controls) => h("label", null, h("span", { text: label }), ...controls);

/** @param {string} name @param {string} label @param {import("./dom.js").Props} [more] */
export const field = (name, label, more = {}) => labelled(label, h("input", { name, ...more }));

/**
 * Choices of which none is made yet.
 * @template {string} V
 * @param {string} name
 * @param {readonly V[] | Readonly<Partial<Record<V, string>>>} choices values that say themselves, or the words of each
 * @param {string} [none]
 */
export function picker(name, choices, none = common.choose) {
  const all = Array.isArray(choices) ? choices.map((value) => [value, value]) : Object.entries(choices);
  const select = h("select", { name }, ...[["", none], ...all].map(([value, text]) => h("option", { value, text })));
  return /** @type {HTMLSelectElement & {value: V | ""}} */ (select);
}

/** What cannot be left out. @param {FormData} form @param {string} name @param {string} needed */
export function typed(form, name, needed) {
  const text = String(form.get(name)).trim();
  if (!text) throw new Error(needed);
  return text;
}

/** A code of an authenticator app, as people type it: with blanks in it or without. */
export const codeField = () =>
  field("code", words.security.code, { inputmode: "numeric", autocomplete: "one-time-code", maxlength: 10 });

export const passwordHint = () => say(words.newPasswordHint, { least: BOUNDS.shortestPassword });

/** Why, for the record. @param {number} [maxlength] */
export const reasonField = (maxlength = BOUNDS.line) =>
  field("reason", words.reason, { autocomplete: "off", maxlength });

/** @param {FormData} form */
export const reasonOf = (form) => typed(form, "reason", words.reasonNeeded);

export const moneyField = () =>
  field("amount", words.amount, { inputmode: "decimal", autocomplete: "off", placeholder: "$", class: "money-input" });

/** @param {FormData} form */
export function centsOf(form) {
  const cents = parseDollars(String(form.get("amount")));
  if (!cents) throw new Error(words.badAmount);
  return cents;
}

/** A slip of its own for each payment: sent twice, it counts once. */
export const slipId = () => crypto.randomUUID?.() ?? `slip-${Date.now()}-${Math.random().toString(36).slice(2)}`;
