/** The sections of a house's rules. Words are ours, every number and clause is the house's own. */
import { awardName, handWords } from "../kit/hands.js";
import { columnHeads, scrolled } from "../kit/table.js";
import { h } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { FIVE, THREE, cardRow, spotsFigure } from "./figures.js";

const told = words.rules;

/** A value without a clause of its own rests on that of its section. @param {Wire.House} house @param {string} key */
export function clause(house, key) {
  return cite(house.clauses?.[key] ?? house.clauses?.[key.split(".")[0]]);
}

/** @param {string} [text] what a house file does not cite is ours */
export const cite = (text = told.ours) =>
  h("cite", { class: text.startsWith(told.ours) ? "clause ours" : "clause", text });

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

/** @param {Wire.SideBet[]} bets */
const labels = (bets) => bets.map(({ label }) => label).join(", ");

/** @param {Wire.House} house */
export function roundSection(house) {
  const early = house.side_bets.filter((bet) => bet.judged_on === "first_three");
  const bets = labels(house.side_bets);
  const steps = told.steps.flatMap((step, at) => {
    if (step[2] === "bonus_paid" && !early.length) return [];
    const [name, text, key] = !house.sets_hands && step[2] === "set_five" ? told.bestFiveStep : step;
    const rests = clause(house, key.includes(".") ? key : `rules.${key}`);
    if (key === "set_five" && house.playing_five.ante_bonus === "best") {
      const best = clause(house, "playing_five.ante_bonus");
      return h("li", h("h3", { text: name }), h("p", told.comparedFiveText, " ", rests, " ", best));
    }
    const wagers = house.first_wager_required ? told.firstRequiredStep : text;
    return h(
      "li",
      h("h3", { text: say(name, { bets: labels(early) }) }),
      h("p", at ? text : wagers, " ", rests),
      at || !bets ? null : h("p", say(told.betsStep, { bets }), ...each(house.side_bets, "placed")),
      key === "bonus_paid" ? claims(house, early) : null,
    );
  });
  const outcomes = told.outcomeRows.map(([when, what, key]) =>
    h("tr", h("th", { scope: "row", text: when }), h("td", what, " ", clause(house, `rules.${key}`))),
  );
  return section(
    "round",
    h("p", told.oneDeck, " ", clause(house, "rules.one_deck")),
    h("div", { class: "round-and-figure" }, h("ol", { class: "steps" }, ...steps), spotsFigure(house)),
    h("h3", { text: told.outcomes }),
    h("table", { class: "outcomes" }, h("tbody", ...outcomes)),
    house.first_wager_required
      ? null
      : h(
          "div",
          { class: "aside" },
          h("h3", { text: told.anteOnly }),
          h("p", told.anteOnlyText, " ", clause(house, "rules.ante_only")),
        ),
  );
}

/** What each of them cites, once. @param {Wire.SideBet[]} bets @param {string} what @returns {(Node | string)[]} */
function each(bets, what) {
  return [...new Set(bets.map(({ clauses }) => clauses[what] ?? told.ours))].flatMap((text) => [" ", cite(text)]);
}

/**
 * Until when a side bet is claimed, and what becomes of cards kept down.
 * @param {Wire.House} house @param {Wire.SideBet[]} early
 */
function claims(house, early) {
  const shown = early.filter((bet) => bet.expose);
  if (!shown.length) return null;
  const until = /** @type {Record<string, string>} */ (told.claimUntil)[house.claims.bonus_until];
  return h("p", until, ...each(shown, "late"), " ", told.unshown, ...each(shown, "lost"));
}

/** Each bound with the clause it rests on. @param {Wire.WagerTerms} terms */
const boundsOf = ({ minimum, maximum, refusals }) => [
  dollars(minimum),
  " ",
  cite(refusals.low?.clause),
  ` ${told.to} ${dollars(maximum)} `,
  cite(refusals.high?.clause),
];

/** @param {Wire.House} house */
export function wagersSection({ wagers: { spots, later }, side_bets: bets }) {
  const c = told.wagerColumns;
  const names = Object.fromEntries([...spots, ...later].map(({ id, label }) => [id, label]));
  /** @type {Record<string, string>} */
  const pays = told.wagerPays;
  const [beside, main] = [true, false].map((side) =>
    spots.filter(({ id }) => bets.some((bet) => bet.id === id) === side),
  );
  const rows = [...main, ...later, ...beside].map((terms) => {
    const { id, label, equals, needs, refusals, required } = terms;
    const others = (needs.length ? needs : [equals].filter(Boolean)).map((other) => names[other]).join(told.and);
    const late = later.includes(terms);
    const need = late ? "" : required ? told.required : told.optional;
    const rests = refusals.unequal ?? refusals.needs ?? refusals.missing ?? refusals.later;
    const when = late ? told.when.later : others ? say(told.when.beside, { others }) : told.when.alone;
    const size = equals ? [say(told.sameAs, { other: names[equals] })] : boundsOf(terms);
    return h(
      "tr",
      h("th", { scope: "row" }, label, h("small", { class: "need", text: need })),
      h("td", { "data-label": c.when, text: when }),
      h("td", { "data-label": c.size }, ...size),
      h("td", { "data-label": c.pays, text: pays[id] ?? sideBetNote(bets.find((bet) => bet.id === id)) }),
      h("td", { "data-label": told.clause }, cite(rests?.clause)),
    );
  });
  return section(
    "wagers",
    scrolled(
      told.sections.wagers,
      h("table", { class: "stacks" }, columnHeads([c.wager, c.when, c.size, c.pays, told.clause]), h("tbody", ...rows)),
    ),
  );
}

/** What a side bet goes by. @param {Wire.SideBet} [bet] */
function sideBetNote(bet) {
  if (!bet) return "";
  const { judgedOn, expose } = told.sideBet;
  const on = /** @type {Record<string, string>} */ (judgedOn)[bet.judged_on];
  return bet.expose ? `${on} ${expose}` : on;
}

/**
 * @param {string} title @param {string} note @param {[string, string][]} rows award and what it pays
 * @param {Record<string, string>} examples @param {HTMLElement} rests @param {string} [head] over what is paid
 * @param {HTMLElement | null} [duty] what the player has to do for it
 */
function payTable(title, note, rows, examples, rests, head = told.payColumns.odds, duty = null) {
  const heads = [told.payColumns.hand, told.payColumns.example, head];
  return h(
    "div",
    { class: "pay-table panel" },
    h("h3", { text: title }),
    h("p", { class: "dim" }, note, " ", rests),
    duty,
    h(
      "table",
      h("caption", { class: "sr", text: title }),
      columnHeads(heads),
      h(
        "tbody",
        ...rows.map(([award, pays]) =>
          h(
            "tr",
            h("th", { scope: "row", text: awardName(award) }),
            h("td", { class: "example" }, examples[award] ? cardRow(examples[award]) : ""),
            h("td", { class: "pays", text: pays }),
          ),
        ),
      ),
    ),
  );
}

/** @param {Wire.House} house */
export function paysSection(house) {
  /** Highest first, as they are told. @param {Record<string, number>} pays @returns {[string, string][]} */
  const odds = (pays) => Object.entries(pays).map(([award, to]) => [award, say(told.toOne, { odds: to })]);
  const fixed = Object.entries(house.fixed_awards);
  return section(
    "pays",
    h(
      "div",
      { class: "pay-tables" },
      ...house.side_bets.map((bet) =>
        payTable(
          bet.label,
          sideBetNote(bet),
          odds(bet.pays),
          bet.judged_on === "first_three" ? THREE : FIVE,
          cite(bet.clauses.pays),
        ),
      ),
      payTable(
        told.anteBonus,
        house.playing_five.ante_bonus === "best" ? told.bestFiveNote : told.anteBonusNote,
        odds(house.ante_bonus),
        FIVE,
        clause(house, "ante_bonus"),
      ),
      fixed.length
        ? payTable(
            told.fixed,
            told.fixedNote,
            fixed.map(([award, cents]) => [award, dollars(Number(cents))]),
            FIVE,
            clause(house, "fixed_awards"),
            told.payColumns.amount,
            house.royal_asked_from
              ? h("p", { class: "disclose" }, told.disclose, " ", clause(house, "rules.royal_disclosed"))
              : null,
          )
        : null,
    ),
  );
}

/** @param {Wire.House} house @param {Wire.Catalogue["hands"]} hands highest first */
export function ranksSection(house, { five, three }) {
  /** @param {string[]} order @param {Record<string, string>} examples */
  const ladder = (order, examples) =>
    h(
      "ol",
      { class: "ladder" },
      ...order
        .filter((award) => examples[award])
        .map((award) => h("li", h("span", { class: "rank-name", text: awardName(award) }), cardRow(examples[award]))),
    );
  return section(
    "ranks",
    h("p", { class: "dim", text: told.ranksNote }),
    h(
      "div",
      { class: "ladders" },
      h("div", h("h3", { text: told.fiveCards }), ladder(five, FIVE)),
      house.side_bets.some((bet) => bet.judged_on === "first_three")
        ? h(
            "div",
            h("h3", { text: told.threeCards }),
            ladder(three, THREE),
            h("p", { class: "dim" }, told.ranksThreeNote, " ", clause(house, "three_card_bonus")),
          )
        : null,
    ),
  );
}

/**
 * What a dealer reports, as the commands declare it, and what the ruling says of it.
 * @param {Wire.House} house
 * @param {Wire.Ruling[]} rulings
 * @param {Wire.Catalogue} catalogue
 */
export function wrongSection(house, rulings, { commands, words: names }) {
  const c = told.wrongColumns;
  const causes = house.voids.keep_awards.map((cause) => names[`void.${cause}`]).join(", ");
  const reported = commands.filter(
    ({ place, by, ruling }) => place === "irregularity" && by.includes("dealer") && ruling,
  );
  const note = causes ? say(told.wrongNote, { causes }) : told.wrongNothingKept;
  return section(
    "wrong",
    h("p", { class: "dim" }, note, " ", clause(house, "rules.void")),
    scrolled(
      told.sections.wrong,
      h(
        "table",
        { class: "stacks" },
        columnHeads([c.what, c.demand, told.clause, c.ruling]),
        h(
          "tbody",
          ...reported.map(({ label, topic, also, ruling }) => {
            const clauses = [topic, ...also].map((key) => house.clauses[`rules.${key}`] ?? told.ours);
            return h(
              "tr",
              h("th", { scope: "row", class: "plain", text: label }),
              h("td", { text: rulings.find(({ id }) => id === ruling)?.text }),
              h("td", { "data-label": told.clause }, cite([...new Set(clauses)].sort().join(", "))),
              h("td", { "data-label": c.ruling }, h("a", { href: `#${ruling}`, text: ruling })),
            );
          }),
        ),
      ),
    ),
  );
}

const RIGHTS = /** @type {const} */ (["close_table", "evict", "refuse_prize_check"]);
const TIMERS = /** @type {const} */ (["betting", "three_card_bonus", "decision", "setting"]);

/** @param {Wire.House} house @param {Record<string, string[]>} grounds by the right they are for */
export function rightsSection(house, grounds) {
  /** @type {Record<string, string>} */
  const notes = told.groundsNote;
  const held = RIGHTS.filter((key) => house.rights[key]);
  const items = held.map((key) =>
    h(
      "li",
      { "data-right": key },
      h("p", told.rightsRows[key], " ", clause(house, `rights.${key}`)),
      h("p", { class: "dim", text: notes[key] }),
      h("ul", ...(grounds[key] ?? []).map((ground) => h("li", { text: ground }))),
    ),
  );
  return section("rights", items.length ? h("ul", { class: "rights" }, ...items) : h("p", { text: told.noRights }));
}

/** @param {Wire.House} house */
export function timersSection(house) {
  const royals = Object.keys(house.fixed_awards).map((award) => handWords([award, ""]));
  /** Without hands to set, that time is for disclosing. @param {string} key @param {string[]} row */
  const asked = (key, row) => {
    if (key !== "setting" || !house.royal_asked_from) return row;
    return house.sets_hands ? told.setAndDisclose : told.discloseTimer;
  };
  const timed = TIMERS.filter((key) => key !== "setting" || house.sets_hands || house.royal_asked_from);
  const rows = timed.map((key) => {
    const [what, then] = asked(key, told.timerRows[key]);
    return h(
      "tr",
      h("th", { scope: "row", class: "plain", text: say(what, { royals: royals.join(told.or) }) }),
      h("td", { class: "number", text: say(told.seconds, { n: house.timers[key] }) }),
      h("td", { class: "dim", text: `${told.atTimeout}: ${then}` }),
    );
  });
  return section(
    "timers",
    h("p", { class: "dim", text: told.timersNote }),
    h("table", { class: "timers" }, h("tbody", ...rows)),
  );
}

/** @param {Wire.House} house */
export function noticesSection(house) {
  const own = house.notices.map((text) => h("p", { class: "notice" }, text, " ", clause(house, "notices")));
  const ours = house.notices.length
    ? []
    : [h("p", { class: "notice" }, words.common.helpline), h("p", { class: "dim", text: told.helplineNote })];
  return section("notices", ...own, ...ours);
}

/** @param {Wire.Ruling[]} rulings */
export function rulingsSection(rulings) {
  return section(
    "rulings",
    h("p", { class: "dim", text: told.rulingsNote }),
    h(
      "dl",
      { class: "rulings" },
      ...rulings.map(({ id, title, text }) =>
        h("div", { id, tabindex: -1 }, h("dt", { text: id }), h("dd", h("strong", { text: `${title}.` }), " ", text)),
      ),
    ),
  );
}

/** @param {Wire.House} house */
export function sourceSection(house) {
  const listed = (/** @type {string[]} */ keys, /** @type {Record<string, string>} */ names) =>
    keys.map((key) => names[key] ?? key).join(", ");
  /** @type {[string, string, string][]} */
  const rows = [
    [told.document, `${house.document}: ${house.title}`, ""],
    [told.base, house.inherits, "inherits"],
    [told.seats, String(house.seats), "seats"],
    [told.seatsPerPlayer, String(house.seats_per_player), "seats_per_player"],
    [
      told.delivery,
      `${listed(house.delivery.styles, told.styles)}; ${listed(house.delivery.devices, told.devices)}`,
      "delivery.styles",
    ],
  ];
  const clauses = Object.entries(house.clauses).map(([path, text]) =>
    h(
      "tr",
      h("th", { scope: "row", class: "plain", text: path.replaceAll("_", " ").replaceAll(".", " · ") }),
      h("td", { text: String(text) }),
    ),
  );
  return section(
    "source",
    h(
      "table",
      h(
        "tbody",
        ...rows.map(([what, value, key]) =>
          h("tr", h("th", { scope: "row", text: what }), h("td", value, " ", key ? clause(house, key) : "")),
        ),
        h(
          "tr",
          h("th", { scope: "row", text: told.version }),
          h("td", h("code", { text: house.version }), h("p", { class: "dim", text: told.versionNote })),
        ),
      ),
    ),
    h("p", { class: "dim", text: told.oursNote }),
    h("details", { class: "all-clauses" }, h("summary", { text: told.allClauses }), h("table", h("tbody", ...clauses))),
  );
}
