// @ts-check
// "Something went wrong": what can have happened, what has to be told about it, and the command that reports it.
// What the rules then demand is the server's answer, never ours.

/** @typedef {import("./wire.js").Command} Command */
/** @typedef {import("./wire.js").TableView} TableView */
/**
 * @typedef {object} Field
 * @property {"seat" | "count" | "cards" | "choice" | "reason" | "amount" | "account" | "check" | "text"} kind
 * @property {string} name the command's field
 * @property {number} [least] of cards
 * @property {number} [most]
 * @property {string[]} [choices]
 * @property {boolean} [live] only asked at a live table, where nobody else knows the cards
 * @property {string} [when] only asked while this check is ticked
 */
/**
 * @typedef {object} Trouble
 * @property {string} id the command's type
 * @property {boolean} [floor] whether it is the supervisor's to do
 * @property {string} [ruling]
 * @property {Field[]} fields
 */

/** @type {Trouble[]} */
export const TROUBLES = [
  { id: "dealer_card_exposed", ruling: "R13", fields: [{ kind: "cards", name: "cards", least: 0, most: 3, live: true }] },
  { id: "face_up_card", ruling: "R14", fields: [{ kind: "cards", name: "card", least: 1, most: 1, live: true }] },
  { id: "drawn_in_error", ruling: "R15", fields: [] },
  {
    id: "wrong_count",
    ruling: "R16",
    fields: [
      { kind: "seat", name: "seat" },
      { kind: "count", name: "count" },
      { kind: "cards", name: "first_three", least: 0, most: 3, live: true },
    ],
  },
  { id: "dealer_miscount", ruling: "R17", fields: [{ kind: "count", name: "count" }] },
  { id: "shuffler_failed", ruling: "R18", fields: [{ kind: "choice", name: "while", choices: ["shuffling", "dealing"] }] },
  { id: "void_round", ruling: "R12", floor: true, fields: [{ kind: "reason", name: "reason" }] },
  {
    id: "evict",
    ruling: "R19",
    floor: true,
    fields: [
      { kind: "seat", name: "seat" },
      { kind: "reason", name: "reason" },
      { kind: "check", name: "void" },
      { kind: "cards", name: "first_three", least: 0, most: 3, live: true, when: "void" },
    ],
  },
  {
    id: "correct",
    ruling: "R21",
    floor: true,
    fields: [
      { kind: "account", name: "from" },
      { kind: "account", name: "to" },
      { kind: "amount", name: "amount" },
      { kind: "reason", name: "reason" },
    ],
  },
  { id: "order_recut", floor: true, fields: [] },
  { id: "replace_deck", floor: true, fields: [{ kind: "reason", name: "reason" }] },
];

/** Acts of the floor that are no irregularity but are told in the same way. */
/** @type {Trouble[]} */
export const FLOOR_ACTS = [
  { id: "fill_tray", fields: [{ kind: "amount", name: "amount" }, { kind: "text", name: "slip" }] },
  { id: "credit_tray", fields: [{ kind: "amount", name: "amount" }, { kind: "text", name: "slip" }] },
  { id: "begin_closing", ruling: "R19", fields: [{ kind: "reason", name: "reason" }] },
  { id: "close_table", ruling: "R19", fields: [] },
  {
    id: "refuse_prize_check",
    ruling: "R19",
    fields: [{ kind: "text", name: "payee" }, { kind: "amount", name: "amount" }, { kind: "reason", name: "reason" }],
  },
];

/**
 * @param {string} id
 * @returns {Trouble}
 */
export function trouble(id) {
  const found = [...TROUBLES, ...FLOOR_ACTS].find((each) => each.id === id);
  if (!found) throw new Error(`No such trouble: ${id}.`);
  return found;
}

/**
 * The fields to ask for at this table, given what has been told so far.
 * @param {Trouble} what
 * @param {TableView} view
 * @param {Record<string, any>} told
 */
export function asked(what, view, told) {
  return what.fields.filter((field) => (!field.live || view.live) && (!field.when || told[field.when]));
}

/**
 * The first field that still has to be told, or null when the report is whole.
 * @param {Trouble} what
 * @param {TableView} view
 * @param {Record<string, any>} told
 * @returns {Field | null}
 */
export function missing(what, view, told) {
  for (const field of asked(what, view, told)) if (!enough(field, told[field.name])) return field;
  return null;
}

/**
 * @param {Field} field
 * @param {any} value
 */
function enough(field, value) {
  switch (field.kind) {
    case "cards": {
      const count = (value ?? []).length;
      // Optional cards are all or none, except where any number of them may have been seen.
      if (field.name === "first_three") return count === 0 || count === 3;
      return count >= (field.least ?? 0) && count <= (field.most ?? 52);
    }
    case "check":
      return true;
    case "count":
    case "amount":
      return Number.isInteger(value) && value >= 0;
    case "reason":
    case "text":
      return typeof value === "string" && value.trim() !== "";
    default:
      return value !== undefined && value !== null && value !== "";
  }
}

/**
 * The command that reports it.
 * @param {Trouble} what
 * @param {TableView} view
 * @param {Record<string, any>} told
 * @returns {Command}
 */
export function report(what, view, told) {
  /** @type {Command} */
  const command = { type: what.id };
  if (what.id === "correct") {
    command.transfers = [{ from: told.from, to: told.to, cents: told.amount }];
    command.reason = told.reason;
    return command;
  }
  for (const field of asked(what, view, told)) {
    const value = told[field.name];
    if (field.kind === "cards" && field.most === 1) command[field.name] = (value ?? [])[0];
    else if (field.kind === "cards") command[field.name] = value ?? [];
    else if (field.kind === "check") command[field.name] = Boolean(value);
    else command[field.name] = value;
  }
  return command;
}
