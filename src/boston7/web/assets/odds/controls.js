/** The inputs of the odds explorer: house, stake, side bets, and every number of the pay tables. */
import { awardName } from "../kit/hands.js";
import { h } from "../kit/dom.js";
import { dollars, parseDollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";

const told = words.odds;
const DOLLAR = 100;

/** @typedef {{ante: number, beside: Record<string, number>, set: string[]}} Wish beside: cents on each side bet */

/**
 * One number of the pay table. The house's own value counts as unchanged. Text that is not a number shows an error.
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
  const note = h("small.was");
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
  return cents ? dollars(cents) : null;
};

/** The amount on a side bet. @param {Wire.WagerTerms} terms @param {() => void} onChange */
function betSlider({ id, label, minimum, maximum }, onChange) {
  const slider = h("input", { type: "range", id: `bet-${id}`, min: 0, max: maximum / DOLLAR, step: 1, value: 0 });
  const shown = h("output", { for: slider.id });
  const cents = () => {
    const wanted = Number(slider.value) * DOLLAR;
    return wanted ? Math.max(wanted, minimum) : 0;
  };
  const tell = () => {
    shown.textContent = cents() ? dollars(cents()) : told.bonusNone;
    slider.setAttribute("aria-valuetext", shown.textContent);
  };
  slider.addEventListener("input", () => (tell(), onChange()));
  tell();
  const element = h(
    "div.slider",
    h("label", { for: slider.id, text: say(told.beside, { bet: label }) }),
    shown,
    slider,
    h("small", { class: "dim", text: told.bonusHint }),
  );
  return { element, cents };
}

/**
 * @param {Wire.HouseSummary[]} houses
 * @param {Wire.House} house
 * @param {{onHouse: (id: string) => void, onChange: () => void}} tell
 */
export function controls(houses, house, { onHouse, onChange }) {
  const { table_minimum: low, table_maximum: high } = house.limits;
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
  const stake = () => Number(ante.value) * DOLLAR;
  const tellStake = () => {
    anteShown.textContent = dollars(stake());
    ante.setAttribute("aria-valuetext", dollars(stake()));
  };
  ante.addEventListener("input", () => (tellStake(), onChange()));
  const bets = house.wagers.spots
    .filter((/** @type {Wire.WagerTerms} */ { needs }) => needs.length)
    .map((/** @type {Wire.WagerTerms} */ terms) => ({ terms, ...betSlider(terms, onChange) }));

  const reset = h("button", { class: "button quiet small", text: told.reset, hidden: true });
  const changed = () => {
    reset.hidden = !fields.some(({ change }) => change());
    onChange();
  };
  /** @param {string} table @param {string} title @param {Record<string, number>} pays */
  const payTable = (table, title, pays) =>
    Object.entries(pays).map(([name, value]) => {
      const label = awardName(name);
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
  const ante5 = payTable("ante_bonus", words.rules.anteBonus, house.ante_bonus);
  const bonuses = house.side_bets.map(
    (/** @type {{id: string, label: string, pays: Record<string, number>}} */ bet) => ({
      title: bet.label,
      rows: payTable(bet.id, bet.label, bet.pays),
    }),
  );
  const fixed = Object.entries(house.fixed_awards).map(([name, cents]) => {
    const label = awardName(name);
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
  const fields = [...bonuses.flatMap(({ rows }) => rows), ...ante5, ...fixed, cap];
  reset.addEventListener("click", () => {
    fields.forEach((field) => field.reset());
    changed();
  });

  /** @param {string} title @param {typeof fields} rows */
  const group = (title, rows) =>
    h(
      "fieldset.pay-edit",
      h("legend", { text: title }),
      ...rows.map(({ label, input, note }) =>
        h("div.pay-line", h("span", { "aria-hidden": "true", text: label }), input, note),
      ),
    );
  const whatIf = h(
    "details",
    { class: "what-if", open: matchMedia("(min-width: 1100px)").matches },
    h("summary", { text: told.whatIf }),
    h("p", { class: "dim", text: told.whatIfText }),
    group(words.rules.anteBonus, ante5),
    ...bonuses.map(({ title, rows }) => group(title, rows)),
    group(words.rules.maximumPayout, [...fixed, cap]),
    h("p", { class: "dim hint", text: told.capHint }),
    reset,
  );

  tellStake();
  const element = h(
    "form",
    { class: "odds-controls panel", on: { submit: (/** @type {Event} */ event) => event.preventDefault() } },
    h("label", h("span", { text: told.house }), pick),
    h(
      "div.slider",
      h("label", { for: "ante", text: told.stake }),
      anteShown,
      ante,
      h("small", { class: "dim", text: told.stakeHint }),
    ),
    ...bets.map((/** @type {ReturnType<typeof betSlider>} */ { element: slider }) => slider),
    whatIf,
  );
  return {
    element,
    /** @returns {Wish} */
    wish: () => ({
      ante: stake(),
      beside: Object.fromEntries(
        bets.map((/** @type {{terms: Wire.WagerTerms, cents: () => number}} */ { terms, cents }) => [
          terms.id,
          cents(),
        ]),
      ),
      set: fields.flatMap(({ change }) => change() ?? []),
    }),
  };
}
