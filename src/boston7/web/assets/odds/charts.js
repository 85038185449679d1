/** The charts of the odds explorer, and how the server's numbers become points. */
import { awardName } from "../kit/hands.js";
import "./chart-frame.js";
import { h, replace } from "../kit/dom.js";
import { dollars, signed } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { barPlan } from "./chart-bars.js";
import { linePlan } from "./chart-line.js";
import { threeCards, withoutSuits } from "./chart-scale.js";
import { shortName } from "../kit/cards.js";
import { findStart, startsLegend, startsPlan, startsSummary } from "./chart-starts.js";
import { oneIn, percent } from "../kit/percent.js";

/** @typedef {import("./chart-frame.js").ChartElement} Chart */

const told = words.odds;

/** @param {string} id @param {string} title @param {...(Node | null)} more */
function frame(id, title, ...more) {
  const chart = /** @type {Chart} */ (h("b7-chart"));
  const text = h("p.dim.chart-text");
  const element = h(
    "section",
    { class: `chart-panel panel ${id}`, "aria-labelledby": `${id}-title` },
    h("h3", { id: `${id}-title`, text: title }),
    text,
    ...more,
    chart,
  );
  return { element, chart, text };
}

export function charts() {
  const stakes = frame("by-stake", told.edgeByStake);
  const log = h("input", { type: "checkbox" });
  const ends = frame("ends", told.distribution, h("label.check", log, told.log));
  const legend = h("div.legend-place");
  const find = h("input", { id: "find-start", autocomplete: "off", spellcheck: "false", placeholder: "Qs Qd 8c" });
  const notFound = h("span", { class: "fault", role: "status" });
  const starts = frame(
    "all-starts",
    told.starts,
    legend,
    h("div.find", h("label", { for: "find-start", text: told.find }), find, notFound),
  );
  starts.text.textContent = told.startsLater;
  const back = frame("given-back", told.contributions);
  const side = frame("bonus-back", told.bonusContributions);
  /** @type {Wire.OddsDocument | null} */
  let last = null;
  /** @type {Wire.StartWorth[]} */
  let startList = [];
  /** @param {boolean} done whether nothing more is being typed */
  const look = (done) => {
    const text = find.value.trim();
    const cards = threeCards(text);
    const at = findStart(startList, text);
    const bare = cards && withoutSuits(text) ? say(told.findAnySuits, { cards: cards.map(shortName).join(" ") }) : "";
    notFound.textContent = text && !cards && (done || text.length > 5) ? told.findBad : bare;
    if (at !== null) starts.chart.choose(at);
  };
  find.addEventListener("input", () => look(false));
  find.addEventListener("change", () => look(true));
  log.addEventListener("change", () => last && showEnds(last));

  /** @param {Wire.OddsDocument} odds */
  function showEnds(odds) {
    last = odds;
    ends.text.textContent = `${told.distributionText}${odds.with_three_card_bonus ? ` ${told.distributionAlone}` : ""}`;
    ends.chart.show(
      barPlan({
        label: told.distribution,
        log: log.checked,
        columns: [told.axis.net, told.axis.chance, say(told.once, { n: "…" })],
        names: 78,
        tick: (value) => (log.checked ? oneIn(value, true) : percent(value, value && value < 0.01 ? 2 : 0)),
        bars: odds.distribution.map(({ net, value }) => ({
          name: signed(net),
          value,
          text: percent(value),
          tone: net > 0 ? "win" : net < 0 ? "lose" : "",
          words: say(told.pointNet, { net: signed(net), chance: percent(value), once: oneIn(value) }),
          cells: [percent(value), oneIn(value)],
        })),
      }),
    );
  }

  /**
   * The returned part, and its wager.
   * @param {{chart: Chart, text: HTMLElement}} place
   * @param {Record<string, Wire.AwardFigures>} awards
   * @param {{title: string, text: string, axis: string, point: string}} of the returned part, and its wager
   */
  function showBack(place, awards, { title, text, axis, point }) {
    place.text.textContent = text;
    place.chart.show(
      barPlan({
        label: title,
        columns: [words.rules.what, told.axis.chance, axis],
        names: 122,
        tick: (value) => percent(value, 0),
        bars: Object.entries(awards).map(([award, { probability, contribution }]) => ({
          name: awardName(award),
          value: contribution.value,
          text: percent(contribution.value),
          tone: "brass",
          words: say(point, {
            award: awardName(award),
            chance: oneIn(probability.value),
            back: percent(contribution.value),
          }),
          cells: [oneIn(probability.value), percent(contribution.value)],
        })),
      }),
    );
  }

  return {
    elements: [
      starts.element,
      h(
        "div.chart-pair",
        h("div.chart-column", ends.element, back.element),
        h("div.chart-column", stakes.element, side.element),
      ),
    ],
    /** @param {Wire.OddsDocument} odds */
    showOdds(odds) {
      showEnds(odds);
      showBack(back, odds.ante_bonus, {
        title: told.contributions,
        text: told.contributionsText,
        axis: told.axis.back,
        point: told.pointAward,
      });
      showBack(side, odds.three_card_bonus.awards, {
        title: told.bonusContributions,
        text: told.bonusContributionsText,
        axis: told.axis.bonusBack,
        point: told.pointBonus,
      });
    },
    /** @param {Wire.EdgeAtAnte[]} list @param {number} ante */
    showStakes(list, ante) {
      const edges = list.map((row) => row.house_edge);
      const risks = list.map((row) => row.element_of_risk);
      stakes.text.textContent =
        edges[edges.length - 1] - edges[0] > 0.002 ? told.edgeByStakeText : told.edgeByStakeFlat;
      stakes.chart.show(
        linePlan({
          label: told.edgeByStake,
          xs: list.map((row) => row.ante),
          xName: told.axis.ante,
          xText: dollars,
          yText: (value) => percent(value, value ? 1 : 0),
          columns: [told.axis.ante, told.axis.edge, told.axis.risk],
          series: [
            { name: told.axis.edge, tone: "brass", ys: edges },
            { name: told.axis.risk, tone: "ink", ys: risks },
          ],
          words: (index) =>
            say(told.pointEdge, {
              ante: dollars(list[index].ante),
              edge: percent(edges[index]),
              risk: percent(risks[index]),
            }),
        }),
      );
      stakes.chart.choose(list.findIndex((row) => row.ante >= ante));
    },
    /** @param {Wire.StartWorth[]} list @param {number} ante */
    showStarts(list, ante) {
      starts.text.textContent = `${told.startsText} ${startsSummary(list)} ${told.startsKeys}`;
      replace(legend, startsLegend(list));
      startList = list;
      starts.chart.show(startsPlan(startList, ante));
    },
  };
}
