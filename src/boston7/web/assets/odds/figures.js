/** The figures of a stake, each with a sentence and, on request, its exact fraction. */
import { printed } from "../kit/cards.js";
import { h } from "../kit/dom.js";
import { say, words } from "../kit/words.js";
import { expected, grouped, percent } from "../kit/percent.js";

const told = words.odds;
/** @type {Record<string, string[]>} */
const ROWS = told.figureRows;
/** @typedef {Wire.RoundFigures} Round */
/** @typedef {{[K in keyof Round]: Round[K] extends Wire.Figure ? K : never}[keyof Round]} Share */

/** @param {string} key @param {string} value @param {string} [exact] @param {string} [bet] its side bet */
function figure(key, value, exact, bet = "") {
  const [name, what] = ROWS[key];
  return h(
    "div",
    { class: "one-figure", "data-figure": key },
    h("dt", { text: say(name, { bet }) }),
    h(
      "dd",
      h("span", { class: "figure-value", text: value }),
      h("span", { class: "figure-what", text: what }),
      exact ? h("details", h("summary", { text: told.exact }), h("code", { text: grouped(exact) })) : null,
    ),
  );
}

/** @param {string} title @param {HTMLElement[]} figures */
const group = (title, figures) => h("section", h("h3", { text: title }), h("dl.figures", ...figures));

/** One side bet by itself. @param {string} label @param {Wire.BonusFigures} price */
const betFigures = (label, price) => [
  figure("bet_edge", percent(price.house_edge.value), price.house_edge.exact, label),
  figure("bet_hit", percent(price.hit_frequency.value), price.hit_frequency.exact, label),
  figure("bet_deviation", say(told.chips, { n: price.standard_deviation.value.toFixed(2) }), undefined, label),
];

/**
 * Whether any side bet is placed.
 * @param {Wire.OddsDocument} odds @param {boolean} bonus whether any side bet is placed
 */
export function figures(odds, bonus) {
  const every = odds.with_side_bets;
  // The whole round, with or without side bets. For a bet judged on six cards only some figures are exact.
  const whole = every?.round ?? odds.with_three_card_bonus ?? odds;
  const cost = every ?? whole;
  /** @param {string} key @param {Wire.Figure} from */
  const given = (key, from) => figure(key, percent(from.value), from.exact);
  /** @param {Share} key */
  const share = (key) => given(key, whole[key]);
  const alone = odds.ante_only;
  const offered = alone && alone.available !== false && alone.house_edge;
  const loss = -cost.expected_value.value * odds.ante;
  return h(
    "div.all-figures",
    h("h2", { class: "sr", text: told.figures }),
    h("p.headline", ...headline(loss, bonus)),
    every?.note ? h("p", { class: "dim", text: every.note }) : null,
    group(told.groupCost, [
      given("house_edge", cost.house_edge),
      given("element_of_risk", cost.element_of_risk),
      ...(every?.note
        ? []
        : [
            share("edge_per_initial_wager"),
            share("return_to_player"),
            figure("standard_deviation", say(told.antes, { n: whole.standard_deviation.value.toFixed(2) })),
          ]),
    ]),
    group(told.groupChance, [
      share("win"),
      share("tie"),
      share("lose"),
      ...(every?.note ? [] : [share("ahead")]),
      given("play_frequency", cost.play_frequency),
    ]),
    group(told.groupSide, [
      share("ante_bonus_hit_frequency"),
      offered ? given("ante_only", alone.house_edge) : figure("ante_only", told.notOffered),
      ...(odds.three_card_bonus.hit_frequency.value ? betFigures(told.threeCardBonus, odds.three_card_bonus) : []),
      ...Object.values(odds.side_bets ?? {}).flatMap((bet) => betFigures(bet.label, bet)),
    ]),
    odds.strategy_in_words?.length
      ? h(
          "section.strategy",
          h("h3", { text: told.strategy }),
          ...odds.strategy_in_words.map((/** @type {string} */ text) => h("p", { text: typeset(text) })),
        )
      : null,
  );
}

/** Cards and minus signs as printed. @param {string} text */
const typeset = (text) => printed(text).replace(/(?<![\w-])-(?=[$\d])/g, "\u2212");

/** The amount first and large, then its meaning. @param {number} loss @param {boolean} bonus */
function headline(loss, bonus) {
  const [, after] = (bonus ? told.headlineBonus : told.headline).split("{amount}");
  return [h("b", { class: "money", text: expected(loss) }), h("span", { text: after.trim() })];
}
