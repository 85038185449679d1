/** Houses side by side: two of them value by value, or all of them in an overview. */
import { awardName } from "../kit/hands.js";
import { HANDS } from "../kit/names.js";
import { get } from "../kit/api.js";
import { h, replace } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { scrolled, table } from "../kit/table.js";
import { percent } from "../kit/percent.js";

/** @typedef {"three_card_bonus" | "ante_bonus" | "fixed_awards"} PayTable */

const told = words.rules;
/** @type {Record<string, string>} */
const PATHS = told.paths;

/** "ante_bonus.royal_flush" in words. @param {string} path */
export function pathWords(path) {
  return path
    .split(".")
    .map((part) => PATHS[part] ?? (part in HANDS ? awardName(part) : part.replaceAll("_", " ")))
    .join(": ");
}

/** @param {Wire.HouseSummary[]} houses @param {string} a @param {string} b @returns {Promise<HTMLElement>} */
export async function compareTwo(houses, a, b) {
  /** @param {string} label @param {string} chosen */
  const pick = (label, chosen) => {
    const select = h(
      "select",
      ...houses.map((house) => h("option", { value: house.id, text: house.name, selected: house.id === chosen })),
    );
    select.addEventListener("change", () => void show());
    return { label: h("label", h("span", { text: label }), select), select };
  };
  const one = pick(told.compareA, a);
  const other = pick(told.compareB, b);
  const place = h("div", { class: "compare-place", "aria-live": "polite" });
  async function show() {
    const [first, second] = [one.select.value, other.select.value];
    history.replaceState(null, "", `/rules?a=${encodeURIComponent(first)}&b=${encodeURIComponent(second)}`);
    try {
      const found = await get(`/api/houses/diff?a=${encodeURIComponent(first)}&b=${encodeURIComponent(second)}`);
      replace(place, ...drawn(found));
    } catch (error) {
      replace(place, h("p", { class: "fault", text: /** @type {Error} */ (error).message }));
    }
  }
  await show();
  return h("section.compare.panel", h("div.compare-pick", one.label, other.label), place);
}

/** @param {Wire.HouseDifferences} found */
function drawn(found) {
  const real = found.differences.filter((row) => row.path !== "document");
  if (!real.length) return [h("p", { text: told.compareNone })];
  /** @param {Wire.HouseDifferences["differences"][number]["a"]} stated */
  const cell = ({ words, clause }) => [words, clause ? h("cite", { class: "clause below", text: clause }) : null];
  /** @param {{id: string, name: string}} house */
  const link = ({ id, name }) => h("a", { href: `/rules/${encodeURIComponent(id)}`, text: name });
  const change = `/api/papers/change?a=${encodeURIComponent(found.a.id)}&b=${encodeURIComponent(found.b.id)}`;
  return [
    h(
      "p.spread",
      h("span", { class: "dim", text: say(told.compareCount, { count: real.length }) }),
      h("a", { class: "button quiet small no-print", href: change, text: told.changePaper }),
    ),
    table({
      label: told.compareTitle,
      look: "differences",
      rows: real,
      columns: [
        { head: told.what, names: true, cell: ({ path }) => pathWords(path) },
        { head: link(found.a), cell: ({ a }) => cell(a) },
        { head: link(found.b), cell: ({ b }) => cell(b) },
      ],
    }),
  ];
}

/** A house with the most common side bet, and its pays. @param {Wire.HouseSummary} house */
function withBonus(house) {
  const bonus = house.side_bets.find(({ id }) => id === "three_card_bonus");
  return { ...house, bonus, three_card_bonus: bonus?.pays ?? {} };
}

/**
 * A paid wager has bounds, stated or not.
 * @param {number | null} low
 * @param {number | null} high
 * @param {boolean} paid
 */
export function bounds(low, high, paid) {
  if (low === null && high === null) return paid ? told.bonusUnbound : "–";
  return high === null ? say(told.bonusFrom, { low: dollars(low ?? 0) }) : `${dollars(low ?? 0)} – ${dollars(high)}`;
}

/** @param {Wire.HouseSummary[]} summaries */
export function overview(summaries) {
  const houses = summaries.map(withBonus);
  const rows = told.overviewRows;
  const awards = (/** @type {PayTable} */ table) => [...new Set(houses.flatMap((house) => Object.keys(house[table])))];
  const costs = h("tbody.costs");
  const ante = Math.max(...houses.map((house) => house.table_minimum));
  /**
   * A row. Values that differ are marked, and the best for the player is highlighted.
   * @param {string} name @param {string[]} texts @param {(number | null)[]} worth
   */
  const line = (name, texts, worth = []) => {
    const differs = new Set(texts).size > 1;
    const best = differs && worth.length ? Math.max(...worth.map((value) => value ?? -Infinity)) : null;
    return h(
      "tr",
      { class: differs ? "differs" : null },
      h("th", { scope: "row", class: "plain", text: name }),
      ...texts.map((text, at) => h("td", { class: best !== null && worth[at] === best ? "best" : null, text })),
    );
  };
  /** @param {PayTable} table */
  const payLines = (table) =>
    awards(table).map((award) => {
      const values = houses.map((house) => house[table][award] ?? null);
      const pays = (/** @type {number} */ value) =>
        table === "fixed_awards" ? dollars(value) : say(told.toOne, { odds: value });
      return line(
        awardName(award),
        values.map((value) => (value === null ? "–" : pays(value))),
        values,
      );
    });
  const head = (/** @type {string} */ title) =>
    h("tr.group", h("th", { scope: "colgroup", colspan: houses.length + 1, text: title }));
  /** @param {string} title @param {HTMLElement[]} lines */
  const group = (title, lines) => (lines.length ? h("tbody", head(title), ...lines) : null);
  const caps = houses.map((house) => house.maximum_payout);
  const limits = [
    line(
      rows.ante,
      houses.map((house) => `${dollars(house.table_minimum)} – ${dollars(house.table_maximum)}`),
    ),
    line(
      rows.bonus,
      houses.map((house) => bounds(house.bonus?.minimum ?? null, house.bonus?.maximum ?? null, Boolean(house.bonus))),
    ),
    line(
      rows.cap,
      caps.map((cap) => (cap === null ? told.none : dollars(cap))),
      caps.map((cap) => cap ?? Infinity),
    ),
    line(
      rows.first,
      houses.map((house) => (house.first_wager_required ? told.required : told.optional)),
    ),
  ];
  const prices = houses.map((house) => get(`/api/odds/${encodeURIComponent(house.id)}?ante=${ante}`));
  void Promise.all(prices).then(
    (found) => {
      const edges = found.map((odds) => odds.house_edge.value);
      const bonus = found.map((odds) => odds.three_card_bonus.house_edge.value);
      replace(
        costs,
        head(told.groups.cost),
        line(
          say(rows.edge, { ante: dollars(ante) }),
          edges.map((value) => percent(value)),
          edges.map((value) => -value),
        ),
        line(
          rows.bonusEdge,
          bonus.map((value) => percent(value)),
          bonus.map((value) => -value),
        ),
      );
    },
    () => {},
  ); // Without prices, the rules are still shown.
  return h(
    "section.overview",
    h("h2", { text: told.overview }),
    h("p", { class: "dim", text: told.overviewNote }),
    scrolled(
      told.overview,
      h(
        "table.overview-table",
        h(
          "thead",
          h(
            "tr",
            h("td"),
            ...houses.map((house) =>
              h("th", { scope: "col" }, h("a", { href: `/rules/${encodeURIComponent(house.id)}`, text: house.name })),
            ),
          ),
        ),
        group(told.groups.limits, limits),
        group(told.groups.ante_bonus, payLines("ante_bonus")),
        group(told.groups.three_card_bonus, payLines("three_card_bonus")),
        group(told.groups.fixed_awards, payLines("fixed_awards")),
        costs,
      ),
    ),
  );
}
