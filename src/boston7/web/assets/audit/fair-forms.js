// @ts-check
/** The two ways to check a round: ask the house for it, or paste what it published. */
import { readCard } from "../kit/cards.js";
import { BOUNDS } from "../kit/blank.js";
import { h } from "../kit/dom.js";
import { say, words } from "../kit/words.js";

const told = words.odds.fair;
const HEX = /^[0-9a-f]{64}$/i;

/** The example of docs/fairness.md. */
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

/** Contributions one a line, name and text apart by the first colon.
 * @param {string} text @returns {import("../kit/fairness.js").Contribution[]} */
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
  const round = Number(given.round);
  if (!given.table) throw new RangeError(told.tableNeeded);
  if (!Number.isSafeInteger(round) || round < 1) throw new RangeError(told.roundNeeded);
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

/** @param {string} table @param {string} round @param {(table: string, round: number) => void} onAsk */
export function askForm(table, round, onAsk) {
  const names = h("datalist", { id: "table-names" });
  const where = h("input", {
    name: "table",
    value: table,
    required: true,
    autocomplete: "off",
    list: "table-names",
    maxlength: BOUNDS.name,
  });
  const which = h("input", {
    name: "round",
    value: round,
    required: true,
    inputmode: "numeric",
    autocomplete: "off",
    pattern: "[0-9]+",
  });
  const problem = h("p", { class: "fault", role: "alert" });
  const form = h(
    "form",
    { class: "fair-ask", novalidate: true },
    h("label", h("span", { text: told.table }), where),
    h("label", h("span", { text: told.round }), which),
    h("button", { class: "button go", type: "submit", text: told.act }),
    names,
    problem,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const number = Number(which.value);
    const bad = !where.value.trim()
      ? told.tableNeeded
      : !Number.isSafeInteger(number) || number < 1
        ? told.roundNeeded
        : "";
    problem.textContent = bad;
    if (bad) (where.value.trim() ? which : where).focus();
    else onAsk(where.value.trim(), number);
  });
  /** @type {Map<string, number>} */
  let last = new Map();
  const suggest = () => {
    if (!which.value && last.get(where.value)) which.value = String(last.get(where.value));
  };
  where.addEventListener("change", () => {
    which.value = "";
    suggest();
  });
  /** Tables and the last finished round of each. @param {{name: string, round: number}[]} tables */
  const offer = (tables) => {
    last = new Map(tables.map(({ name, round }) => [name, round]));
    names.replaceChildren(...tables.map(({ name }) => h("option", { value: name })));
    if (!where.value && tables.length) where.value = tables[0].name;
    suggest();
  };
  return { form, offer };
}

/** @param {(published: import("./fair-proof.js").Published) => void} onCheck */
export function handForm(onCheck) {
  /** @param {string} name @param {string} label @param {import("../kit/dom.js").Props} [more] */
  const field = (name, label, more = {}) =>
    h(
      "label",
      { class: `field-${name}` },
      h("span", { text: label }),
      h("input", { name, autocomplete: "off", spellcheck: "false", ...more }),
    );
  const problem = h("p", { class: "fault", role: "alert" });
  const example = h("button", { class: "button quiet", text: told.example });
  const form = h(
    "form",
    { class: "fair-hand", novalidate: true },
    field("table", told.table),
    field("round", told.round, { inputmode: "numeric" }),
    field("shuffle", told.shuffle, { inputmode: "numeric", value: "1" }),
    field("commitment", told.commitment, { class: "hex" }),
    field("seed", told.seed, { class: "hex" }),
    field("salt", told.salt, { class: "hex" }),
    h(
      "label",
      { class: "field-contributions" },
      h("span", { text: `${told.contributions} (${told.contributionsHint})` }),
      h("textarea", { name: "contributions", rows: 3, spellcheck: "false" }),
    ),
    field("dealt", told.dealtHint),
    problem,
    h("div", { class: "row" }, h("button", { class: "button go", type: "submit", text: told.act }), example),
  );
  example.addEventListener("click", () => {
    for (const [name, value] of Object.entries(EXAMPLE)) {
      const input = /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
      input.value = value;
    }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      onCheck(readByHand(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))));
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  return form;
}
