/** Two ways to check a round: fetch it from the house, or paste the published values. */
import { readCard } from "../kit/cards.js";
import { BOUNDS } from "../kit/blank.js";
import { h } from "../kit/dom.js";
import { line, part } from "../kit/fields.js";
import { makeForm } from "../kit/form.js";
import { button } from "../kit/parts.js";
import { say, words } from "../kit/words.js";

const told = words.odds.fair;
const HEX = /^[0-9a-f]{64}$/i;

/** The example of docs/shuffle-algorithm.md. */
const EXAMPLE = {
  table: "main",
  round: "7",
  seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  salt: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
  commitment: "fae51fadc928a3d581be2ff1f6561911d0b88016f8054f9b4949f8e54adb9210",
  contributions: "Ann: lucky seven Zk3vT0q9LwXy2RbNc8HsUg\nZoë: ♠ 5mJ7dPfQ1aKx6EoGtVnYBw",
  shuffle: "1",
  dealt: "6h As Qc",
};

/**
 * One contribution per line: name and text, separated by the first colon.
 * @param {string} text @returns {import("../kit/fairness.js").Contribution[]}
 */
export function readContributions(text) {
  return text
    .split("\n")
    .filter((line) => line.trim())
    .map((line, at) => {
      const colon = line.indexOf(":");
      if (colon < 1) throw new RangeError(say(told.badLine, { n: at + 1 }));
      return { player: line.slice(0, colon).trim(), text: line.slice(colon + 1).replace(/^ /, "") };
    });
}

/** @param {string} text @returns {string[]} */
export function readCards(text) {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => {
      const card = readCard(word);
      if (!card) throw new RangeError(say(told.badCards, { card: word }));
      return card;
    });
}

/** @param {Record<string, string>} given @returns {import("./fair-proof.js").Published} */
export function readByHand(given) {
  if (!given.table) throw new RangeError(told.tableNeeded);
  const round = readRound(given.round);
  for (const field of /** @type {const} */ (["seed", "salt", "commitment"]))
    if (!HEX.test(given[field].trim())) throw new RangeError(say(told.hexNeeded, { field: told[field] }));
  const cards = readCards(given.dealt ?? "");
  return {
    table: given.table,
    round,
    seed: given.seed.trim(),
    salt: given.salt.trim(),
    commitment: given.commitment.trim(),
    contributions: readContributions(given.contributions ?? ""),
    shuffle: Math.max(1, Number(given.shuffle) || 1),
    decks: [],
    deals: cards.length ? [{ shuffle: 1, to: 1, cards }] : [],
    faults: [],
  };
}

/** @param {string} text @returns {number} */
function readRound(text) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(told.roundNeeded);
  return number;
}

/** @param {string} table @param {string} round @param {(table: string, round: number) => void} onAsk */
export function askForm(table, round, onAsk) {
  const names = h("datalist", { id: "table-names" });
  const where = line("table", told.table, told.tableNeeded, { value: table, list: names.id, maxlength: BOUNDS.name });
  const which = line("round", told.round, told.roundNeeded, { value: round, inputmode: "numeric" });
  const [tableInput, roundInput] = [where, which].map(({ input }) => /** @type {HTMLInputElement} */ (input));
  const form = makeForm({
    form: "fair-ask",
    look: "fair-ask",
    fields: { table: where, round: { ...which, read: () => readRound(roundInput.value) } },
    yes: told.act,
    after: [names],
    act: async (asked) => onAsk(asked.table, asked.round),
  });
  /** @type {Map<string, number>} */
  let last = new Map();
  const suggest = () => {
    const known = last.get(tableInput.value);
    if (!roundInput.value && known) roundInput.value = String(known);
  };
  tableInput.addEventListener("change", () => {
    roundInput.value = "";
    suggest();
  });
  /** Tables and the last finished round of each. @param {{name: string, round: number}[]} tables */
  const offer = (tables) => {
    last = new Map(tables.map(({ name, round }) => [name, round]));
    names.replaceChildren(...tables.map(({ name }) => h("option", { value: name })));
    if (!tableInput.value && tables.length) tableInput.value = tables[0].name;
    suggest();
  };
  return { form, offer };
}

/** @param {(published: import("./fair-proof.js").Published) => void} onCheck */
export function handForm(onCheck) {
  /** @param {string} name @param {string} label @param {import("../kit/dom.js").Props} [more] */
  const field = (name, label, more = {}) => {
    const made = line(name, label, "", { spellcheck: "false", ...more });
    made.parts[0].classList.add(`field-${name}`);
    return made;
  };
  const contributions = h("textarea", { name: "contributions", rows: 3, spellcheck: "false" });
  const label = `${told.contributions} (${told.contributionsHint})`;
  const texts = h("label.field-contributions", h("span", { text: label }), contributions);
  const example = () => {
    for (const [name, value] of Object.entries(EXAMPLE)) {
      const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
      input.value = value;
    }
  };
  const form = makeForm({
    form: "fair-hand",
    look: "fair-hand",
    fields: {
      table: field("table", told.table),
      round: field("round", told.round, { inputmode: "numeric" }),
      shuffle: field("shuffle", told.shuffle, { inputmode: "numeric", value: "1" }),
      commitment: field("commitment", told.commitment, { class: "hex" }),
      seed: field("seed", told.seed, { class: "hex" }),
      salt: field("salt", told.salt, { class: "hex" }),
      contributions: part(texts, () => contributions.value),
      dealt: field("dealt", told.dealtHint),
    },
    yes: told.act,
    after: [button(told.example, example, "quiet")],
    act: async (given) => onCheck(readByHand(given)),
  });
  return form;
}
