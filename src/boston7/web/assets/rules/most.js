/** Limits, the maximum payout, and the largest win of one round. The odds engine computes all figures. */
import { handWords } from "../kit/hands.js";
import { get } from "../kit/api.js";
import { leastOf } from "../kit/bets.js";
import { h, replace } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { bareTable } from "../kit/table.js";
import { wagerName } from "../kit/wagers.js";
import { say, words } from "../kit/words.js";
import { cite, clause, section } from "./sections.js";

/** @typedef {[string, string, HTMLElement]} Row */

const told = words.rules;

/** The antes to show: both limits and some between. @param {number} low @param {number} high */
function stakes(low, high) {
  return [...new Set([low, ...[1000, 2500].filter((ante) => ante > low && ante < high), high])];
}

/** @param {Wire.House} house @param {number} ante @returns {Promise<number>} */
async function most(house, ante, /** @type {string} */ set = "") {
  const { outcomes } = await get(`/api/odds/${encodeURIComponent(house.id)}/distribution?ante=${ante}${set}`);
  return Math.max(...outcomes.map(({ net }) => net));
}

/** @param {Wire.House} house @param {HTMLElement} place */
async function fillMost(house, place) {
  const antes = stakes(house.limits.table_minimum, house.limits.table_maximum);
  try {
    const wins = await Promise.all(antes.map((ante) => most(house, ante)));
    const c = told.mostColumns;
    const look = "number money";
    replace(
      place,
      bareTable({
        caption: told.mostTable,
        look: "most",
        rows: antes.map((ante, at) => ({ ante, most: wins[at] })),
        columns: [
          { head: c.ante, look: "number", names: true, cell: ({ ante }) => dollars(ante) },
          { head: c.most, look, cell: ({ most }) => dollars(most) },
        ],
      }),
      h("p", { class: "dim", text: told.mostNote }),
    );
  } catch (error) {
    replace(place, h("p", { class: "fault", text: /** @type {Error} */ (error).message }));
  }
}

/** The ante from which the cap trims an award. @param {Wire.House} house @param {HTMLElement} place */
async function fillBites(house, place) {
  try {
    const { stake } = await get(`/api/odds/${encodeURIComponent(house.id)}`);
    // Long royals without an award of their own are royal flushes and share their line.
    const { table_minimum: low, table_maximum: high } = house.limits;
    const felt = stake.bites
      .map(({ award, won_from }) => ({ award, won: won_from ?? Number.POSITIVE_INFINITY }))
      .filter(({ award, won }) => award in house.ante_bonus && won <= high)
      .map(({ award, won }) => ({ award, ante: leastOf(house.wagers, Math.max(won, low)) }));
    replace(
      place,
      ...felt.map(({ award, ante }) =>
        h("li", { text: say(told.bites, { ante: dollars(ante), award: handWords([award, ""]) }) }),
      ),
    );
  } catch {
    replace(place); // The table shows the error.
  }
}

/** @param {Wire.House} house */
export function mostSection(house) {
  const cap = house.maximum_payout.amount;
  const labels = Object.fromEntries(house.side_bets.map(({ id, label }) => [id, label]));
  const counted = house.gives_way.map((id) => wagerName(id, labels));
  const beside = house.side_bets.filter(({ id }) => !house.gives_way.includes(id));
  /** @type {Row[]} */
  const rows = [
    [told.tableMinimum, dollars(house.limits.table_minimum), clause(house, "limits.table_minimum")],
    [told.tableMaximum, dollars(house.limits.table_maximum), clause(house, "limits.table_maximum")],
    ...house.side_bets.flatMap(({ id, label }) => {
      const terms = house.wagers.spots.find((spot) => spot.id === id);
      /** @param {string} text @param {number} cents @param {Wire.Rejection} [refusal] @returns {Row} */
      const bound = (text, cents, refusal) => [say(text, { wager: label }), dollars(cents), cite(refusal?.clause)];
      if (!terms) return [];
      const { minimum, maximum, refusals } = terms;
      return [bound(told.least, minimum, refusals.low), bound(told.most, maximum, refusals.high)];
    }),
    [told.maximumPayout, cap === null ? told.none : dollars(cap), clause(house, "maximum_payout.amount")],
  ];
  const limits = bareTable({
    rows,
    columns: [
      { names: true, look: "", cell: ([what]) => what },
      { look: "money", cell: ([, value]) => value },
      { cell: ([, , rests]) => rests },
    ],
  });
  const place = h("div.most-place");
  const bites = h("ul.bites");
  void fillMost(house, place);
  if (cap !== null) void fillBites(house, bites);
  return section(
    "most",
    h(
      "div.most-grid",
      h(
        "div",
        limits,
        cap === null
          ? h("p", told.noCapText, " ", clause(house, "maximum_payout.amount"))
          : h(
              "p",
              say(told.capText, {
                amount: dollars(cap),
                wagers: counted.join(", "),
                beside: [told.returned, ...beside.map(({ label }) => label)].join(", "),
              }),
              " ",
              clause(house, "maximum_payout.trim"),
            ),
        bites,
      ),
      place,
    ),
  );
}
