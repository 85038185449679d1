/** Limits that players set for themselves: stricter at once, looser after a day. A break begins at once. */
import { announce } from "../kit/announce.js";
import { post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { moment } from "../kit/clock.js";
import { h } from "../kit/dom.js";
import { askInDialog } from "../kit/form.js";
import { dollars, parseDollars } from "../kit/money.js";
import { button, fault, messageOf, panel } from "../kit/parts.js";
import { say, words } from "../kit/words.js";

/** @typedef {keyof Wire.Me["limits"]} Kind */

const told = words.account;
const KINDS = /** @type {Kind[]} */ (Object.keys(told.kinds));
const MINUTE = 60;

/** @param {number} seconds */
export const when = (seconds) => moment(seconds * 1e6);

/** @param {string} kind @param {number | null} amount */
export function limitWords(kind, amount) {
  if (amount === null || amount === undefined) return told.none;
  if (kind !== "time") return dollars(amount);
  const count = Math.floor(amount / MINUTE);
  return say(told.minutes[count === 1 ? 1 : 0], { count });
}

/**
 * A typed limit in cents or seconds, or null if it is not valid.
 * @param {string} kind
 * @param {string} text
 */
export function readLimit(kind, text) {
  if (kind !== "time") return parseDollars(text);
  const minutes = /^\s*(\d{1,4})\s*$/.exec(text);
  return minutes ? Number(minutes[1]) * MINUTE : null;
}

/** @param {Kind} kind @param {Wire.Me} me @param {(me: Wire.Me) => void} onChange */
function limitRow(kind, me, onChange) {
  const [name, what] = told.kinds[kind];
  const { amount, next } = me.limits[kind] ?? { amount: null, next: null };
  const unit = kind === "time" ? told.inMinutes : told.inDollars;
  const input = h("input", {
    inputmode: "decimal",
    autocomplete: "off",
    placeholder: unit,
    "aria-label": `${told.newLimit}: ${name}, ${unit}`,
  });
  const problem = fault();
  /** @param {number | null} wished */
  const send = async (wished) => {
    problem.textContent = "";
    try {
      const now = await put(`/api/limits/${kind}`, { amount: wished });
      const later = now.limits[kind]?.next;
      announce(
        later
          ? say(told.limitLater, { amount: limitWords(kind, later.amount), when: when(later.effective) })
          : say(told.limitSet, { amount: limitWords(kind, now.limits[kind]?.amount ?? null) }),
      );
      onChange(now);
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  const form = h(
    "form",
    { class: "limit-form", novalidate: true },
    input,
    h("button", { class: "button small", type: "submit", text: told.set }),
    amount === null ? null : button(told.takeAway, () => send(null), "quiet small"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wished = readLimit(kind, input.value);
    if (wished === null) {
      problem.textContent = kind === "time" ? told.badMinutes : told.badAmount;
      return input.focus();
    }
    void send(wished);
  });
  return h(
    "li",
    { class: "limit", "data-limit": kind },
    h("div", h("h3", { text: name }), h("p", { class: "dim", text: what })),
    h(
      "div.limit-now",
      h("p", { class: "limit-amount", text: say(told.now, { amount: limitWords(kind, amount) }) }),
      next
        ? h("p", {
            class: "warn",
            text: say(told.pending, { when: when(next.effective), amount: limitWords(kind, next.amount) }),
          })
        : null,
    ),
    h("div", form, problem),
  );
}

/** @param {Wire.Me} me @param {(me: Wire.Me) => void} onChange */
export function limitsPanel(me, onChange) {
  return panel(
    { name: "limits", title: told.limits },
    h("p", { class: "dim", text: say(told.limitsText, { hours: BOUNDS.limitHours }) }),
    h("ul.limits", ...KINDS.map((kind) => limitRow(kind, me, onChange))),
  );
}

/** @param {Wire.Me} me @param {(me: Wire.Me) => void} onChange */
export function breakPanel(me, onChange) {
  const until = me.excluded_until;
  const out = until > 0;
  const forGood = !me.breaks.length;
  /** @param {number | null} count */
  const span = (count) => (count === null ? told.forGood : /** @type {Record<number, string>} */ (told.days)[count]);
  const days = h(
    "select",
    { id: "break-days" },
    ...me.breaks.map((count) => h("option", { value: count ?? "", text: span(count) })),
  );
  const ask = () => {
    const chosen = days.value ? Number(days.value) : null;
    const end = chosen ? say(told.excludeAskDays, { time: span(chosen).toLowerCase() }) : told.excludeAskGood;
    askInDialog({
      form: "exclude",
      title: told.excludeAsk,
      text: [end, told.excludeNoWayBack],
      yes: told.excludeYes,
      danger: true,
      act: async () => onChange(await post("/api/exclude", { days: chosen })),
    });
  };
  const ends = forGood ? told.excludedForGood : say(told.excludedUntil, { when: when(until) });
  return panel(
    { name: "break", title: told.exclude },
    out ? h("p", { class: "warn excluded", text: ends }) : null,
    h("p", { class: "dim", text: me.person?.guest ? told.excludeGuestText : told.excludeText }),
    forGood
      ? null
      : h(
          "div.row",
          h("label", { for: "break-days", class: "sr", text: told.excludeFor }),
          days,
          button(out ? told.excludeLonger : told.excludeAct, ask, "danger"),
        ),
    h("p", { class: "dim help", text: words.common.helpline }),
  );
}
