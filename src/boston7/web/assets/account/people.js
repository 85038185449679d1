/** Actions on a person: accounts by the administrator, front money by the supervisor at the cage. */
import { post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { consentIn } from "../kit/consent.js";
import { h } from "../kit/dom.js";
import { amountOf, tellTransaction } from "../kit/done.js";
import { labelled, money, newPassword, pin, reason, slipId } from "../kit/fields.js";
import { askInDialog } from "../kit/form.js";
import { dollars } from "../kit/money.js";
import { rowButton } from "../kit/parts.js";
import { say, words } from "../kit/words.js";

const told = words.account;
/** @typedef {Wire.Row["role"]} Role */

/**
 * Reads as the role chosen.
 * @param {string} [chosen] if empty, the user must choose a role
 * @returns {import("../kit/fields.js").Field<Role>}
 */
export function roleField(chosen = "") {
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
  const read = () => {
    if (!pick.value) throw new Error(told.roleNeeded);
    return /** @type {Role} */ (pick.value);
  };
  return { parts: [labelled(told.role, pick, note)], input: pick, read };
}

/** @param {Wire.Row} person @param {"deposit" | "withdraw"} way @param {() => void} done */
function overTheCounter(person, way, done) {
  const id = slipId();
  const out = way === "withdraw";
  const agreed = consentIn(person.name, out ? person.pin && person.plays : null);
  askInDialog({
    form: "front-money-of",
    title: say(out ? told.withdrawFor : told.depositFor, { name: person.name }),
    text: [say(told.cageText, { balance: dollars(person.balance) }), ...agreed.text],
    fields: { cents: money(), pin: agreed.pin },
    yes: told[way],
    yesFor: amountOf(told[way]),
    act: async ({ cents, pin = "" }) => {
      const paid = out ? { id, cents, pin } : { id, cents };
      const after = await post(`/api/cage/${encodeURIComponent(person.id)}/${way}`, paid);
      done();
      if (after.done) tellTransaction(after.done, "", out ? "paid" : "taken");
    },
  });
}

/** @param {Wire.Row} person @param {() => void} done */
function otherRole({ id, name, role }, done) {
  askInDialog({
    form: "role",
    title: say(told.setRole, { name }),
    fields: { role: roleField(role) },
    yes: told.save,
    act: async (chosen) => {
      await put(`/api/people/${encodeURIComponent(id)}/role`, chosen);
      done();
      return say(told.roleChanged, { name, role: told.roles[chosen.role] });
    },
  });
}

/** @param {Wire.Row} person @param {() => void} done */
function otherPassword({ id, name }, done) {
  askInDialog({
    form: "password",
    title: say(told.resetFor, { name }),
    yes: told.save,
    fields: { password: newPassword("password", told.newPassword) },
    act: async (chosen) => {
      await put(`/api/people/${encodeURIComponent(id)}/password`, chosen);
      done();
      return say(told.passwordReset, { name });
    },
  });
}

/** @param {Wire.Row} person @param {() => void} done */
function otherPin({ id, name }, done) {
  const w = words.setup.pin;
  askInDialog({
    form: "pin",
    title: say(w.title, { name }),
    text: [say(w.text, { least: BOUNDS.shortestPin, most: BOUNDS.longestPin })],
    fields: { pin: pin(w.field, w.needed) },
    yes: w.save,
    act: async (chosen) => {
      await put(`/api/people/${encodeURIComponent(id)}/pin`, chosen);
      done();
      return say(w.done, { name });
    },
  });
}

/** @param {Wire.Row} person @param {() => void} done */
function closeAccount({ id, name }, done) {
  askInDialog({
    form: "close-account",
    title: say(told.disableAsk, { name }),
    text: [told.disableText],
    yes: told.disableYes,
    danger: true,
    fields: { reason: reason(BOUNDS.reason) },
    act: async (why) => {
      await post(`/api/people/${encodeURIComponent(id)}/disable`, why);
      done();
      return say(told.disabledDone, { name });
    },
  });
}

/** @param {Wire.Row} person @param {() => void} done */
function resetFactor({ id, name }, done) {
  const w = told.security;
  askInDialog({
    form: "reset-factor",
    title: say(w.resetAsk, { name }),
    text: [w.resetText],
    yes: w.remove,
    danger: true,
    act: async () => {
      await post(`/api/people/${encodeURIComponent(id)}/second-factor/reset`);
      done();
      return say(w.resetDone, { name });
    },
  });
}

/**
 * The columns of the people's table.
 * @param {() => void} done
 * @returns {import("../kit/table.js").Column<Wire.Row>[]}
 */
export function personColumns(done) {
  const c = told.columns;
  const has = (/** @type {string} */ text) => h("span", { class: "badge", text });
  /** @type {Record<Wire.Row["may"][number], [string, (person: Wire.Row) => void]>} */
  const acts = {
    role: [told.role, (person) => otherRole(person, done)],
    password: [told.resetPassword, (person) => otherPassword(person, done)],
    pin: [words.setup.pin.set, (person) => otherPin(person, done)],
    second_factor: [told.security.reset, (person) => resetFactor(person, done)],
    disable: [told.disable, (person) => closeAccount(person, done)],
    deposit: [told.deposit, (person) => overTheCounter(person, "deposit", done)],
    withdraw: [told.withdraw, (person) => overTheCounter(person, "withdraw", done)],
  };
  /** @param {Wire.Row} person @param {Wire.Row["may"][number]} may */
  const actOf = (person, may) => {
    const [text, act] = acts[may];
    return rowButton(text, person.name, () => act(person), may === "disable" ? "danger" : "");
  };
  return [
    {
      head: c.name,
      names: true,
      cell: (person) => [
        person.name,
        person.guest ? has(told.isGuest) : null,
        person.pin ? has(words.setup.pin.has) : null,
      ],
    },
    { head: c.role, cell: ({ role }) => told.roles[role] },
    {
      head: c.balance,
      look: "number money",
      cell: ({ plays, balance }) => (plays ? dollars(balance) : "–"),
    },
    {
      head: c.status,
      look: "dim",
      cell: ({ disabled }) => (disabled ? say(told.disabled, { reason: disabled }) : told.active),
    },
    { head: c.acts, look: "person-acts", cell: (person) => person.may.map((may) => actOf(person, may)) },
  ];
}
