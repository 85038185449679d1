/** The sections of a house's rules. Every number and clause comes from the house. */
import { awardName, handWords } from "../kit/hands.js";
import { bareTable, table } from "../kit/table.js";
import { h } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { FIVE, THREE, cardRow, spotsFigure } from "./figures.js";

const told = words.rules;

/** A value without a clause of its own has the clause of its section. @param {Wire.House} house @param {string} key */
export function clause(house, key) {
  return cite(house.clauses?.[key] ?? house.clauses?.[key.split(".")[0]]);
}

/** A value that the house file does not cite is ours. @param {string} [text] */
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
  const outcomes = bareTable({
    look: "outcomes",
    rows: told.outcomeRows,
    columns: [
      { names: true, look: "", cell: ([when]) => when },
      { cell: ([, what, key]) => [what, " ", clause(house, `rules.${key}`)] },
    ],
  });
  return section(
    "round",
    h("p", told.oneDeck, " ", clause(house, "rules.one_deck")),
    h("div.round-and-figure", h("ol.steps", ...steps), spotsFigure(house)),
    h("h3", { text: told.outcomes }),
    outcomes,
    house.first_wager_required
      ? null
      : h(
          "div.aside",
          h("h3", { text: told.anteOnly }),
          h("p", told.anteOnlyText, " ", clause(house, "rules.ante_only")),
        ),
  );
}

/**
 * The distinct clauses of these topics.
 * @param {Wire.SideBet[]} bets @param {string} what @returns {(Node | string)[]}
 */
function each(bets, what) {
  return [...new Set(bets.map(({ clauses }) => clauses[what] ?? told.ours))].flatMap((text) => [" ", cite(text)]);
}

/**
 * The deadline for claiming a side bet, and what happens to cards that are not shown.
 * @param {Wire.House} house @param {Wire.SideBet[]} early
 */
function claims(house, early) {
  const shown = early.filter((bet) => bet.expose);
  if (!shown.length) return null;
  const until = /** @type {Record<string, string>} */ (told.claimUntil)[house.claims.bonus_until];
  return h("p", until, ...each(shown, "late"), " ", told.unshown, ...each(shown, "lost"));
}

/** Each bound with its clause. @param {Wire.WagerTerms} terms */
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
  /** @param {Wire.WagerTerms} terms */
  const whenOf = (terms) => {
    const { equals, needs } = terms;
    const others = (needs.length ? needs : [equals].filter(Boolean)).map((other) => names[other]).join(told.and);
    if (later.includes(terms)) return told.when.later;
    return others ? say(told.when.beside, { others }) : told.when.alone;
  };
  /** @param {Wire.WagerTerms} terms */
  const needOf = (terms) => (later.includes(terms) ? "" : terms.required ? told.required : told.optional);
  return section(
    "wagers",
    table({
      label: told.sections.wagers,
      look: "stacks",
      rows: [...main, ...later, ...beside],
      columns: [
        {
          head: c.wager,
          names: true,
          look: "",
          cell: (terms) => [terms.label, h("small", { class: "need", text: needOf(terms) })],
        },
        { head: c.when, cell: whenOf },
        {
          head: c.size,
          cell: (terms) => (terms.equals ? say(told.sameAs, { other: names[terms.equals] }) : boundsOf(terms)),
        },
        { head: c.pays, cell: ({ id }) => pays[id] ?? sideBetNote(bets.find((bet) => bet.id === id)) },
        {
          head: told.clause,
          cell: ({ refusals: { unequal, needs, missing, later } }) =>
            cite((unequal ?? needs ?? missing ?? later)?.clause),
        },
      ],
    }),
  );
}

/** The cards that decide a side bet. @param {Wire.SideBet} [bet] */
function sideBetNote(bet) {
  if (!bet) return "";
  const { judgedOn, expose } = told.sideBet;
  const on = /** @type {Record<string, string>} */ (judgedOn)[bet.judged_on];
  return bet.expose ? `${on} ${expose}` : on;
}

/**
 * @param {string} title @param {string} note @param {[string, string][]} rows award and what it pays
 * @param {Record<string, string>} examples @param {HTMLElement} rests @param {string} [head] over what is paid
 * @param {HTMLElement | null} [duty] what the player must do for it
 */
function payTable(title, note, rows, examples, rests, head = told.payColumns.odds, duty = null) {
  return h(
    "div.pay-table.panel",
    h("h3", { text: title }),
    h("p.dim", note, " ", rests),
    duty,
    bareTable({
      caption: title,
      rows,
      columns: [
        { head: told.payColumns.hand, names: true, look: "", cell: ([award]) => awardName(award) },
        {
          head: told.payColumns.example,
          look: "example",
          cell: ([award]) => (examples[award] ? cardRow(examples[award]) : ""),
        },
        { head, look: "pays", cell: ([, pays]) => pays },
      ],
    }),
  );
}

/** @param {Wire.House} house */
export function paysSection(house) {
  /** Highest first. @param {Record<string, number>} pays @returns {[string, string][]} */
  const odds = (pays) => Object.entries(pays).map(([award, to]) => [award, say(told.toOne, { odds: to })]);
  const fixed = Object.entries(house.fixed_awards);
  return section(
    "pays",
    h(
      "div.pay-tables",
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
            house.royal_asked_from ? h("p.disclose", told.disclose, " ", clause(house, "rules.royal_disclosed")) : null,
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
      "ol.ladder",
      ...order
        .filter((award) => examples[award])
        .map((award) => h("li", h("span", { class: "rank-name", text: awardName(award) }), cardRow(examples[award]))),
    );
  return section(
    "ranks",
    h("p", { class: "dim", text: told.ranksNote }),
    h(
      "div.ladders",
      h("div", h("h3", { text: told.fiveCards }), ladder(five, FIVE)),
      house.side_bets.some((bet) => bet.judged_on === "first_three")
        ? h(
            "div",
            h("h3", { text: told.threeCards }),
            ladder(three, THREE),
            h("p.dim", told.ranksThreeNote, " ", clause(house, "three_card_bonus")),
          )
        : null,
    ),
  );
}

/**
 * The irregularities a dealer reports, as the commands declare them, with their rulings.
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
  /** @param {string[]} topics */
  const clausesOf = (topics) =>
    [...new Set(topics.map((key) => house.clauses[`rules.${key}`] ?? told.ours))].sort().join(", ");
  const note = causes ? say(told.wrongNote, { causes }) : told.wrongNothingKept;
  return section(
    "wrong",
    h("p.dim", note, " ", clause(house, "rules.void")),
    table({
      label: told.sections.wrong,
      look: "stacks",
      rows: reported,
      columns: [
        { head: c.what, names: true, cell: ({ label }) => label },
        { head: c.demand, cell: ({ ruling }) => rulings.find(({ id }) => id === ruling)?.text },
        { head: told.clause, cell: ({ topic, also }) => cite(clausesOf([topic, ...also])) },
        { head: c.ruling, cell: ({ ruling }) => h("a", { href: `#${ruling}`, text: ruling }) },
      ],
    }),
  );
}

const RIGHTS = /** @type {const} */ (["close_table", "evict", "refuse_prize_check"]);
const TIMERS = /** @type {const} */ (["betting", "three_card_bonus", "decision", "setting"]);

/**
 * By the right they belong to.
 * @param {Wire.House} house @param {Record<string, string[]>} grounds by the right they belong to
 */
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
  return section("rights", items.length ? h("ul.rights", ...items) : h("p", { text: told.noRights }));
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
  const rows = timed.map((key) => ({ key, told: asked(key, told.timerRows[key]) }));
  const timers = bareTable({
    look: "timers",
    rows,
    columns: [
      { names: true, cell: ({ told: [what] }) => say(what, { royals: royals.join(told.or) }) },
      { look: "number", cell: ({ key }) => say(told.seconds, { n: house.timers[key] }) },
      { look: "dim", cell: ({ told: [, then] }) => `${told.atTimeout}: ${then}` },
    ],
  });
  return section("timers", h("p", { class: "dim", text: told.timersNote }), timers);
}

/** @param {Wire.House} house */
export function noticesSection(house) {
  const own = house.notices.map((text) => h("p.notice", text, " ", clause(house, "notices")));
  const ours = house.notices.length
    ? []
    : [h("p.notice", words.common.helpline), h("p", { class: "dim", text: told.helplineNote })];
  return section("notices", ...own, ...ours);
}

/** @param {Wire.Ruling[]} rulings */
export function rulingsSection(rulings) {
  return section(
    "rulings",
    h("p", { class: "dim", text: told.rulingsNote }),
    h(
      "dl.rulings",
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
  const { styles, devices } = house.delivery;
  const version = [h("code", { text: house.version }), h("p", { class: "dim", text: told.versionNote })];
  /** @param {string} value @param {string} key */
  const stated = (value, key) => [value, " ", clause(house, key)];
  /** @type {[string, import("../kit/dom.js").Child][]} */
  const rows = [
    [told.document, `${house.document}: ${house.title}`],
    [told.base, stated(house.inherits, "inherits")],
    [told.seats, stated(String(house.seats), "seats")],
    [told.seatsPerPlayer, stated(String(house.seats_per_player), "seats_per_player")],
    [told.delivery, stated(`${listed(styles, told.styles)}; ${listed(devices, told.devices)}`, "delivery.styles")],
    [told.version, version],
  ];
  const clauses = bareTable({
    rows: Object.entries(house.clauses),
    columns: [
      { names: true, cell: ([path]) => path.replaceAll("_", " ").replaceAll(".", " · ") },
      { cell: ([, text]) => String(text) },
    ],
  });
  const facts = bareTable({
    rows,
    columns: [{ names: true, look: "", cell: ([what]) => what }, { cell: ([, value]) => value }],
  });
  return section(
    "source",
    facts,
    h("p", { class: "dim", text: told.oursNote }),
    h("details.all-clauses", h("summary", { text: told.allClauses }), clauses),
  );
}
