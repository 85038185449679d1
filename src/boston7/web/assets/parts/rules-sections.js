// @ts-check
/** The sections of a house's rules. Words are ours, every number and clause is the house's own. */
import { columnHeads, scrolled } from "./listed.js";
import { h } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { say, words } from "../lib/words.js";
import { FIVE, THREE, cardRow, spotsFigure } from "./rules-figures.js";

const told = words.rules;
/** @type {Record<string, string>} */
const AWARDS = told.awards;
/** A value without a clause of its own rests on that of its section. @param {any} house @param {string} key */
export function clause(house, key) {
  return cite(house.clauses?.[key] ?? house.clauses?.[key.split(".")[0]] ?? "");
}

/** @param {string} [text] what a house file does not cite is ours */
const cite = (text = told.ours) => h("cite", { class: text.startsWith(told.ours) ? "clause ours" : "clause", text });

/** @param {string} id @param {...(Node | null)} children */
export function section(id, ...children) {
  const title = /** @type {Record<string, string>} */ (told.sections)[id];
  return h(
    "section",
    { class: "rules-section", id, "aria-labelledby": `${id}-title` },
    h("h2", { id: `${id}-title`, text: title }),
    ...children,
  );
}

/** @param {any} house */
export function roundSection(house) {
  const sets = house.playing_five.compared === "set";
  const steps = told.steps.map((step, at) => {
    const [name, text, key] = !sets && step[2] === "set_five" ? told.bestFiveStep : step;
    // 003 has no step for it.
    const stated = key === "take_deck" && !house.clauses["rules.take_deck"] ? "delivery" : key;
    const rests = clause(house, stated.includes(".") ? stated : `rules.${stated}`);
    if (key === "set_five" && house.playing_five.ante_bonus === "best") {
      const best = clause(house, "playing_five.ante_bonus");
      return h("li", null, h("h3", { text: name }), h("p", null, told.comparedFiveText, " ", rests, " ", best));
    }
    const said = at === 0 && house.first_wager_required ? told.firstRequiredStep : text;
    return h("li", null, h("h3", { text: name }), h("p", null, said, " ", rests));
  });
  const outcomes = told.outcomeRows.map(([when, what, key]) =>
    h("tr", null, h("th", { scope: "row", text: when }), h("td", null, what, " ", clause(house, `rules.${key}`))),
  );
  return section(
    "round",
    h("div", { class: "round-and-figure" }, h("ol", { class: "steps" }, ...steps), spotsFigure(sets)),
    h("h3", { text: told.outcomes }),
    h("table", { class: "outcomes" }, h("tbody", null, ...outcomes)),
    house.first_wager_required
      ? null
      : h(
          "div",
          { class: "aside" },
          h("h3", { text: told.anteOnly }),
          h("p", null, told.anteOnlyText, " ", clause(house, "rules.ante_only")),
        ),
  );
}

/** @param {any} house */
export const bonusBounds = (house) => boundsOf(house.limits.bonus_minimum, house.limits.bonus_maximum);

/** @param {number | null} low @param {number | null} high */
function boundsOf(low, high) {
  const values = { low: dollars(low ?? 0), high: dollars(high ?? 0) };
  if (low === null && high === null) return told.bonusUnbounded;
  if (high === null) return say(told.bonusFrom, values);
  return say(low === null ? told.bonusUpTo : told.bonusBetween, values);
}

/** @param {any} house */
export function wagersSection(house) {
  const { table_minimum: low, table_maximum: high } = house.limits;
  const values = { low: dollars(low), high: dollars(high), bounds: bonusBounds(house) };
  const c = told.wagerColumns;
  /** @type {Record<string, [string, boolean]>} */
  const rests = {
    ante: ["rules.ante_required", true],
    first: ["rules.wagers_equal", house.first_wager_required],
    second: ["rules.second_or_fold", false],
    three_card_bonus: ["rules.bonus_needs_first", false],
  };
  const rows = Object.entries(told.wagerRows).map(([key, [name, when, size, pays]]) =>
    h(
      "tr",
      null,
      h(
        "th",
        { scope: "row" },
        name,
        h("small", { class: "need", text: key === "second" ? "" : rests[key][1] ? told.required : told.optional }),
      ),
      h("td", { "data-label": c.when, text: when }),
      h("td", { "data-label": c.size, text: say(size, values) }),
      h("td", { "data-label": c.pays, text: pays }),
      h("td", { "data-label": told.clause }, clause(house, rests[key][0])),
    ),
  );
  const beside = house.side_bets.map((/** @type {any} */ bet) =>
    h(
      "tr",
      null,
      h("th", { scope: "row" }, bet.label, h("small", { class: "need", text: told.optional })),
      h("td", {
        "data-label": c.when,
        text: bet.needs.includes("first") ? told.sideBet.withFirst : told.sideBet.withAnte,
      }),
      h("td", { "data-label": c.size, text: boundsOf(bet.minimum, bet.maximum) }),
      h("td", { "data-label": c.pays, text: sideBetNote(bet) }),
      h("td", { "data-label": told.clause }, cite(bet.clauses.needs)),
    ),
  );
  return section(
    "wagers",
    scrolled(
      told.sections.wagers,
      h(
        "table",
        { class: "stacks" },
        columnHeads([c.wager, c.when, c.size, c.pays, told.clause]),
        h("tbody", null, ...rows, ...beside),
      ),
    ),
  );
}

/** What a side bet of the house's own goes by. @param {any} bet */
function sideBetNote(bet) {
  const { judgedOn, expose } = told.sideBet;
  const on = /** @type {Record<string, string>} */ (judgedOn)[bet.judged_on];
  return bet.expose ? `${on} ${expose}` : on;
}

/**
 * @param {string} title @param {string} note @param {[string, string][]} rows award and what it pays
 * @param {Record<string, string>} examples @param {HTMLElement} rests @param {string} [head] over what is paid
 */
function payTable(title, note, rows, examples, rests, head = told.payColumns.odds) {
  const heads = [told.payColumns.hand, told.payColumns.example, head];
  return h(
    "div",
    { class: "pay-table panel" },
    h("h3", { text: title }),
    h("p", { class: "dim" }, note, " ", rests),
    h(
      "table",
      null,
      h("caption", { class: "sr", text: title }),
      columnHeads(heads),
      h(
        "tbody",
        null,
        ...rows.map(([award, pays]) =>
          h(
            "tr",
            null,
            h("th", { scope: "row", text: AWARDS[award] ?? award }),
            h("td", { class: "example" }, examples[award] ? cardRow(examples[award]) : ""),
            h("td", { class: "pays", text: pays }),
          ),
        ),
      ),
    ),
  );
}

/** @param {any} house */
export function paysSection(house) {
  /** Highest first, as they are told. @param {Record<string, number>} pays @returns {[string, string][]} */
  const odds = (pays) => Object.entries(pays).map(([award, to]) => [award, say(told.toOne, { odds: to })]);
  const fixed = Object.entries(house.fixed_awards);
  return section(
    "pays",
    h(
      "div",
      { class: "pay-tables" },
      payTable(
        told.threeCard,
        told.threeCardNote,
        odds(house.three_card_bonus),
        THREE,
        clause(house, "three_card_bonus"),
      ),
      payTable(
        told.anteBonus,
        house.playing_five.ante_bonus === "best" ? told.bestFiveNote : told.anteBonusNote,
        odds(house.ante_bonus),
        FIVE,
        clause(house, "ante_bonus"),
      ),
      ...house.side_bets.map((/** @type {any} */ bet) =>
        payTable(
          bet.label,
          sideBetNote(bet),
          odds(bet.pays),
          bet.judged_on === "first_three" ? THREE : FIVE,
          cite(bet.clauses.pays),
        ),
      ),
      fixed.length
        ? payTable(
            told.fixed,
            told.fixedNote,
            fixed.map(([award, cents]) => [award, dollars(Number(cents))]),
            FIVE,
            clause(house, "fixed_awards"),
            told.payColumns.amount,
          )
        : null,
    ),
  );
}

/** @param {any} house @param {{five: string[], three: string[]}} hands highest first */
export function ranksSection(house, { five, three }) {
  /** @param {string[]} order @param {Record<string, string>} examples */
  const ladder = (order, examples) =>
    h(
      "ol",
      { class: "ladder" },
      ...order
        .filter((award) => examples[award])
        .map((award) =>
          h("li", null, h("span", { class: "rank-name", text: AWARDS[award] }), cardRow(examples[award])),
        ),
    );
  return section(
    "ranks",
    h("p", { class: "dim", text: told.ranksNote }),
    h(
      "div",
      { class: "ladders" },
      h("div", null, h("h3", { text: told.fiveCards }), ladder(five, FIVE)),
      h(
        "div",
        null,
        h("h3", { text: told.threeCards }),
        ladder(three, THREE),
        h("p", { class: "dim" }, told.ranksThreeNote, " ", clause(house, "three_card_bonus")),
      ),
    ),
  );
}

/** @param {any} house */
export function wrongSection(house) {
  const c = told.wrongColumns;
  /** @type {Record<string, string>} */
  const names = told.voidCauses;
  const causes = house.voids.keep_awards.map((/** @type {string} */ cause) => names[cause] ?? cause).join(", ");
  const note = causes ? say(told.wrongNote, { causes }) : told.wrongNothingKept;
  return section(
    "wrong",
    h("p", { class: "dim" }, note, " ", clause(house, "rules.void")),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": told.sections.wrong },
      h(
        "table",
        { class: "stacks" },
        columnHeads([c.what, c.demand, told.clause, c.ruling]),
        h(
          "tbody",
          null,
          ...told.wrongRows.map(([what, demand, key, ruling]) =>
            h(
              "tr",
              null,
              h("th", { scope: "row", class: "plain", text: what }),
              h("td", { text: demand }),
              h("td", { "data-label": told.clause }, clause(house, `rules.${key}`)),
              h("td", { "data-label": c.ruling }, h("a", { href: `#${ruling}`, text: ruling })),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {any} house */
export function rightsSection(house) {
  const held = Object.entries(told.rightsRows).filter(([key]) => house.rights[key]);
  return section(
    "rights",
    held.length
      ? h("ul", null, ...held.map(([key, text]) => h("li", null, text, " ", clause(house, `rights.${key}`))))
      : h("p", { text: told.noRights }),
  );
}

/** @param {any} house */
export function timersSection(house) {
  const rows = Object.entries(told.timerRows).map(([key, [what, then]]) =>
    h(
      "tr",
      null,
      h("th", { scope: "row", class: "plain", text: what }),
      h("td", { class: "number", text: say(told.seconds, { n: house.timers[key] }) }),
      h("td", { class: "dim", text: `${told.atTimeout}: ${then}` }),
    ),
  );
  return section(
    "timers",
    h("p", { class: "dim", text: told.timersNote }),
    h("table", { class: "timers" }, h("tbody", null, ...rows)),
  );
}

/** @param {any} house */
export function noticesSection(house) {
  const own = house.notices.map((/** @type {string} */ text) =>
    h("p", { class: "notice" }, text, " ", clause(house, "notices")),
  );
  const ours = house.notices.length
    ? []
    : [h("p", { class: "notice" }, told.helpline), h("p", { class: "dim", text: told.helplineNote })];
  return section("notices", ...own, ...ours);
}

/** @param {{id: string, title: string, text: string}[]} rulings */
export function rulingsSection(rulings) {
  return section(
    "rulings",
    h("p", { class: "dim", text: told.rulingsNote }),
    h(
      "dl",
      { class: "rulings" },
      ...rulings.map(({ id, title, text }) =>
        h(
          "div",
          { id, tabindex: -1 },
          h("dt", { text: id }),
          h("dd", null, h("strong", { text: `${title}.` }), " ", text),
        ),
      ),
    ),
  );
}

/** @param {any} house */
export function sourceSection(house) {
  const listed = (/** @type {string[]} */ keys, /** @type {Record<string, string>} */ names) =>
    keys.map((key) => names[key] ?? key).join(", ");
  /** @type {[string, string, string][]} */
  const rows = [
    [told.document, `${house.document}: ${house.title}`, ""],
    [told.base, house.inherits, "inherits"],
    [told.seats, String(house.seats), "seats"],
    [
      told.delivery,
      `${listed(house.delivery.styles, told.styles)}; ${listed(house.delivery.devices, told.devices)}`,
      "delivery.styles",
    ],
  ];
  const clauses = Object.entries(house.clauses).map(([path, text]) =>
    h(
      "tr",
      null,
      h("th", { scope: "row", class: "plain", text: path.replaceAll("_", " ").replaceAll(".", " · ") }),
      h("td", { text: String(text) }),
    ),
  );
  return section(
    "source",
    h(
      "table",
      null,
      h(
        "tbody",
        null,
        ...rows.map(([what, value, key]) =>
          h(
            "tr",
            null,
            h("th", { scope: "row", text: what }),
            h("td", null, value, " ", key ? clause(house, key) : ""),
          ),
        ),
        h(
          "tr",
          null,
          h("th", { scope: "row", text: told.version }),
          h("td", null, h("code", { text: house.version }), h("p", { class: "dim", text: told.versionNote })),
        ),
      ),
    ),
    h("p", { class: "dim", text: told.oursNote }),
    h(
      "details",
      { class: "all-clauses" },
      h("summary", { text: told.allClauses }),
      h("table", null, h("tbody", null, ...clauses)),
    ),
  );
}
