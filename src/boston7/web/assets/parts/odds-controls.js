// @ts-check
/** What one may change: house, stake, bonus, and every number of the pay tables. */
import { h } from "../lib/dom.js";
import { dollars, parseDollars } from "../lib/money.js";
import { say, words } from "../lib/words.js";

const told = words.odds;
/** @type {Record<string, string>} */
const AWARDS = words.rules.awards;
const DOLLAR = 100;

/** @typedef {{ante: number, bonus: number, set: string[]}} Wish */

/**
 * One number of the pay table. Its own value is no change; what is not a number is said and asked for.
 * @param {string} key @param {string} label @param {string} own as written
 * @param {(text: string) => string | null} read
 * @param {() => void} onChange
 */
function award(key, label, own, read, onChange) {
  const input = h("input", {
    value: own,
    inputmode: "numeric",
    autocomplete: "off",
    "aria-label": label,
    "data-key": key,
  });
  const note = h("small", { class: "was" });
  const check = () => {
    const value = read(input.value.trim());
    const changed = value !== null && value !== read(own);
    input.toggleAttribute("data-changed", changed);
    input.setAttribute("aria-invalid", String(value === null));
    note.textContent = value === null ? told.bad : changed ? say(told.changed, { was: own || told.notPaid }) : "";
    return value !== null && changed ? `${key}=${value}` : null;
  };
  input.addEventListener("input", () => {
    check();
    onChange();
  });
  return {
    input,
    note,
    change: check,
    reset: () => {
      input.value = own;
      check();
    },
  };
}

/** @param {string} text */
const odds = (text) => (text === "" ? "none" : /^\d{1,6}$/.test(text) ? String(Number(text)) : null);
/** @param {string} text */
const amount = (text) => {
  if (text === "") return "none";
  const cents = parseDollars(text);
  return cents
    ? `$${(cents / DOLLAR).toLocaleString("en-US", { minimumFractionDigits: cents % DOLLAR ? 2 : 0 })}`
    : null;
};

/**
 * @param {any[]} houses
 * @param {any} house
 * @param {{onHouse: (id: string) => void, onChange: () => void}} tell
 */
export function controls(houses, house, { onHouse, onChange }) {
  const { table_minimum: low, table_maximum: high, bonus_minimum: least, bonus_maximum: most } = house.limits;
  const pick = h(
    "select",
    { id: "house" },
    ...houses.map((one) => h("option", { value: one.id, text: one.name, selected: one.id === house.id })),
  );
  pick.addEventListener("change", () => onHouse(pick.value));

  const ante = h("input", {
    type: "range",
    id: "ante",
    min: low / DOLLAR,
    max: high / DOLLAR,
    step: 1,
    value: low / DOLLAR,
  });
  const anteShown = h("output", { for: "ante" });
  const bonus = h("input", { type: "range", id: "bonus", min: 0, max: (most ?? high) / DOLLAR, step: 1, value: 0 });
  const bonusShown = h("output", { for: "bonus" });
  const stake = () => Number(ante.value) * DOLLAR;
  const side = () => {
    const cents = Number(bonus.value) * DOLLAR;
    return cents && least && cents < least ? least : cents;
  };
  const tellStakes = () => {
    anteShown.textContent = dollars(stake());
    bonusShown.textContent = side() ? dollars(side()) : told.bonusNone;
    ante.setAttribute("aria-valuetext", dollars(stake()));
    bonus.setAttribute("aria-valuetext", side() ? dollars(side()) : told.bonusNone);
  };
  for (const slider of [ante, bonus])
    slider.addEventListener("input", () => {
      tellStakes();
      onChange();
    });

  const reset = h("button", { class: "button quiet small", type: "button", text: told.reset, hidden: true });
  const changed = () => {
    reset.hidden = !fields.some(({ change }) => change());
    onChange();
  };
  /** @param {string} table @param {string} title */
  const payTable = (table, title) =>
    Object.entries(house[table]).map(([name, value]) => {
      const label = AWARDS[name] ?? name;
      return {
        label,
        ...award(
          `${table}.${name}`,
          say(told.awardLabel, { table: title, award: label }),
          String(value),
          odds,
          changed,
        ),
      };
    });
  const three = payTable("three_card_bonus", words.rules.threeCard);
  const ante5 = payTable("ante_bonus", words.rules.anteBonus);
  const fixed = Object.entries(house.fixed_awards).map(([name, cents]) => {
    const label = AWARDS[name] ?? name;
    return {
      label,
      ...award(
        `fixed_awards.${name}`,
        say(told.fixedLabel, { award: label }),
        (Number(cents) / DOLLAR).toLocaleString("en-US"),
        amount,
        changed,
      ),
    };
  });
  const capOwn = house.maximum_payout.amount;
  const cap = {
    label: words.rules.maximumPayout,
    ...award(
      "maximum_payout.amount",
      told.capLabel,
      capOwn === null ? "" : (capOwn / DOLLAR).toLocaleString("en-US"),
      amount,
      changed,
    ),
  };
  const fields = [...three, ...ante5, ...fixed, cap];
  reset.addEventListener("click", () => {
    fields.forEach((field) => field.reset());
    changed();
  });

  /** @param {string} title @param {typeof fields} rows */
  const group = (title, rows) =>
    h(
      "fieldset",
      { class: "pay-edit" },
      h("legend", { text: title }),
      ...rows.map(({ label, input, note }) =>
        h("div", { class: "pay-line" }, h("span", { "aria-hidden": "true", text: label }), input, note),
      ),
    );
  const whatIf = h(
    "details",
    { class: "what-if", open: matchMedia("(min-width: 1100px)").matches },
    h("summary", { text: told.whatIf }),
    h("p", { class: "dim", text: told.whatIfText }),
    group(words.rules.anteBonus, ante5),
    group(words.rules.threeCard, three),
    group(words.rules.maximumPayout, [...fixed, cap]),
    h("p", { class: "dim hint", text: told.capHint }),
    reset,
  );

  tellStakes();
  const element = h(
    "form",
    { class: "odds-controls panel", on: { submit: (/** @type {Event} */ event) => event.preventDefault() } },
    h("label", null, h("span", { text: told.house }), pick),
    h(
      "div",
      { class: "slider" },
      h("label", { for: "ante", text: told.stake }),
      anteShown,
      ante,
      h("small", { class: "dim", text: told.stakeHint }),
    ),
    h(
      "div",
      { class: "slider" },
      h("label", { for: "bonus", text: told.bonus }),
      bonusShown,
      bonus,
      h("small", { class: "dim", text: told.bonusHint }),
    ),
    whatIf,
  );
  return {
    element,
    /** @returns {Wish} */
    wish: () => ({ ante: stake(), bonus: side(), set: fields.flatMap(({ change }) => change() ?? []) }),
  };
}
