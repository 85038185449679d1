// @ts-check
/** What may be done for a person: by the administrator to the account, by the supervisor at the cage. */
import { announce } from "../kit/announce.js";
import { post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { h } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import {
  askInDialog,
  centsOf,
  field,
  labelled,
  moneyField,
  passwordHint,
  reasonField,
  reasonOf,
  slipId,
  typed,
} from "../kit/ask.js";
import { consentIn, noConsent, pinOf } from "../kit/consent.js";
import { rowButton } from "../kit/listed.js";
import { amountOf, tellTransaction } from "../kit/done.js";

/** @typedef {import("../kit/wire.js").Row} Person */

const told = words.account;
/** @typedef {Person["role"]} Role */

/** @param {string} [chosen] none: whoever adds a person says what they may do */
export function rolePicker(chosen = "") {
  const what = /** @type {Record<string, string>} */ (told.roleText);
  const note = h("small", { class: "dim role-what", text: what[chosen] ?? "" });
  const pick = h(
    "select",
    { name: "role" },
    chosen ? null : h("option", { value: "", text: words.common.choose }),
    ...Object.entries(told.roles).map(([value, text]) => h("option", { value, text, selected: value === chosen })),
  );
  pick.addEventListener("change", () => {
    note.textContent = what[pick.value] ?? "";
  });
  return labelled(told.role, pick, note);
}

/** @param {Person} person @param {"deposit" | "withdraw"} way @param {() => void} done */
function overTheCounter(person, way, done) {
  const id = slipId();
  const agreed = way === "withdraw" ? consentIn(person.name, person.pin && person.plays) : noConsent;
  askInDialog({
    form: "front-money-of",
    title: say(way === "deposit" ? told.depositFor : told.withdrawFor, { name: person.name }),
    text: [say(told.cageText, { balance: dollars(person.balance) }), ...agreed.text],
    fields: [moneyField(), ...agreed.fields],
    yes: way === "deposit" ? told.deposit : told.withdraw,
    yesFor: amountOf(way === "deposit" ? told.deposit : told.withdraw),
    act: async (form) => {
      const cents = centsOf(form);
      const paid = way === "withdraw" ? { id, cents, pin: pinOf(form) } : { id, cents };
      const after = await post(`/api/cage/${encodeURIComponent(person.id)}/${way}`, paid);
      done();
      if (after.done) tellTransaction(after.done, "", way === "deposit" ? "taken" : "paid");
    },
  });
}

/** @param {Person} person @param {() => void} done */
function otherRole(person, done) {
  askInDialog({
    form: "role",
    title: say(told.setRole, { name: person.name }),
    fields: [rolePicker(person.role)],
    yes: told.save,
    act: async (form) => {
      const role = /** @type {Role} */ (form.get("role"));
      await put(`/api/people/${encodeURIComponent(person.id)}/role`, { role });
      announce(say(told.roleChanged, { name: person.name, role: told.roles[role] }));
      done();
    },
  });
}

/** @param {Person} person @param {() => void} done */
function newPassword(person, done) {
  askInDialog({
    form: "password",
    title: say(told.resetFor, { name: person.name }),
    text: [passwordHint()],
    yes: told.save,
    fields: [field("password", told.newPassword, { type: "password", autocomplete: "new-password" })],
    act: async (form) => {
      await put(`/api/people/${encodeURIComponent(person.id)}/password`, { password: String(form.get("password")) });
      announce(say(told.passwordReset, { name: person.name }));
      done();
    },
  });
}

/** @param {Person} person @param {() => void} done */
function newPin(person, done) {
  const w = words.setup.pin;
  askInDialog({
    form: "pin",
    title: say(w.title, { name: person.name }),
    text: [say(w.text, { least: BOUNDS.shortestPin, most: BOUNDS.longestPin })],
    fields: [field("pin", w.field, { type: "password", inputmode: "numeric", autocomplete: "off" })],
    yes: w.save,
    act: async (form) => {
      await put(`/api/people/${encodeURIComponent(person.id)}/pin`, { pin: typed(form, "pin", w.needed) });
      announce(say(w.done, { name: person.name }));
      done();
    },
  });
}

/** @param {Person} person @param {() => void} done */
function closeAccount(person, done) {
  askInDialog({
    form: "close-account",
    title: say(told.disableAsk, { name: person.name }),
    text: [told.disableText],
    yes: told.disableYes,
    danger: true,
    fields: [reasonField(BOUNDS.reason)],
    act: async (form) => {
      await post(`/api/people/${encodeURIComponent(person.id)}/disable`, { reason: reasonOf(form) });
      announce(say(told.disabledDone, { name: person.name }));
      done();
    },
  });
}

/** @param {Person} person @param {() => void} done */
function resetFactor(person, done) {
  const w = told.security;
  askInDialog({
    form: "reset-factor",
    title: say(w.resetAsk, { name: person.name }),
    text: [w.resetText],
    yes: w.remove,
    danger: true,
    act: async () => {
      await post(`/api/people/${encodeURIComponent(person.id)}/second-factor/reset`);
      announce(say(w.resetDone, { name: person.name }));
      done();
    },
  });
}

/** @param {Person} person @param {() => void} done */
export function personRow(person, done) {
  /** @param {string} text @param {() => void} act @param {string} [kind] */
  const button = (text, act, kind = "") => rowButton(text, person.name, act, kind);
  /** @type {Record<Person["may"][number], HTMLElement>} */
  const all = {
    role: button(told.role, () => otherRole(person, done)),
    password: button(told.resetPassword, () => newPassword(person, done)),
    pin: button(words.setup.pin.set, () => newPin(person, done)),
    second_factor: button(told.security.reset, () => resetFactor(person, done)),
    disable: button(told.disable, () => closeAccount(person, done), "danger"),
    deposit: button(told.deposit, () => overTheCounter(person, "deposit", done)),
    withdraw: button(told.withdraw, () => overTheCounter(person, "withdraw", done)),
  };
  return h(
    "tr",
    { class: person.disabled ? "closed" : null },
    h(
      "th",
      { scope: "row", class: "plain" },
      person.name,
      person.guest ? h("span", { class: "badge", text: told.isGuest }) : null,
      person.pin ? h("span", { class: "badge", text: words.setup.pin.has }) : null,
    ),
    h("td", { text: told.roles[person.role] }),
    h("td", { class: "number money", text: person.plays ? dollars(person.balance) : "–" }),
    h("td", { class: "dim", text: person.disabled ? say(told.disabled, { reason: person.disabled }) : told.active }),
    h("td", { class: "person-acts" }, ...person.may.map((act) => all[act])),
  );
}
