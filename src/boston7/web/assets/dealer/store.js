/** A place at one table: what its latest frame says, what was seen there, and acts that wait for their answer. */
import { announce } from "../kit/announce.js";
import { BOUNDS } from "../kit/blank.js";
import { wholeLines } from "../kit/merge.js";
import { nextSeat, remember } from "./procedure.js";
import { refused } from "../kit/socket.js";
import { landed, linesOf } from "../kit/step.js";
import { Store } from "../kit/store.js";
import { words } from "../kit/words.js";

/** @typedef {import("../kit/socket.js").Connection} Connection */
/**
 * @typedef {{event: Wire.GameEvent, text: string, clause: string, lines: Wire.WagerLine[], amount: number,
 *   key: number}} Told
 */

const KEPT = 40;

export class DealerStore extends Store {
  /**
   * @param {Connection} line
   * @param {string} table
   */
  constructor(line, table) {
    super();
    this.line = line;
    this.table = table;
    /** @type {Wire.Frame | null} */
    this.frame = null;
    /** @type {Map<string, string[]>} */
    this.seen = new Map();
    /** @type {Told[]} */
    this.told = [];
    /** @type {import("./tray.js").TrayCount | null} */
    this.count = null; // the tray's, as it was counted last
    /** @type {Wire.Transfer[]} */
    this.toMove = []; // chips of a correction that have to move on the felt
    /** What shown bonuses win, by seat, as they were keyed. @type {Map<number, {pays: number, takes: number}>} */
    this.claimed = new Map();
    /** The chosen seat; while wagers are entered, the one the form names. */
    this.seat = 0;
    this._meant = 0; // the seat somebody chose: it stays, whatever else happens at the table
    this._wagered = 0; // the seat that wagered last
    /** @type {Wire.Rejection | null} */
    this.refusal = null;
    /** @type {Map<string, Promise<Wire.Would>>} */
    this._asked = new Map();
    this._askedAt = -1;
    this._doing = ""; // the act that is under way
    this._row = false; // one act after another for all that are left
    this._count = 0;
  }

  /** Whether an act is under way: not yet answered, or the table not yet seen as it is after it. */
  get busy() {
    return this._doing !== "" || this._row;
  }

  /** Whether several acts are sent one after another. */
  get running() {
    return this._row;
  }

  get view() {
    if (!this.frame) throw new Error("The table has not been seen yet.");
    return this.frame.view;
  }

  get offers() {
    return this.frame?.offers ?? [];
  }

  /** @returns {() => void} */
  watch() {
    return this.line.watch(this.table, { offers: true, past: BOUNDS.past }, (frame) => this._hear(frame));
  }

  /** @param {Wire.Frame} frame */
  _hear(frame) {
    const before = this.frame;
    this.frame = frame;
    if (frame.since === null) {
      this.seen = new Map(); // begun afresh: what was shown earlier is the server's to know
      this.told = [];
      for (const { event, say, clause = "", patch } of frame.past)
        this._learn(event, say, clause, linesTold(event, patch), 0);
    }
    this.toMove = [...this.toMove, ...frame.steps.flatMap(({ event }) => event.moves ?? [])];
    for (const step of frame.steps) this._learn(step.event, step.say, step.clause, linesOf(step), railGain(step));
    this.told.length = Math.min(this.told.length, KEPT);
    if (frame.view.tray === null) this.count = null; // it is to be counted anew
    if (before?.view.phase !== frame.view.phase) this.seat = this._meant = 0;
    if (before?.view.round !== frame.view.round) this.claimed = new Map();
    this._nameSeat();
    this.refusal = null;
    this.changed();
  }

  /**
   * @param {Wire.GameEvent} event
   * @param {string} text
   * @param {string} clause
   * @param {Wire.WagerLine[]} lines
   * @param {number} amount what it brought the seat's rail
   */
  _learn(event, text, clause, lines, amount) {
    this.seen = remember(this.seen, event);
    if (event.type === "tray_counted" && event.expected !== undefined)
      this.count = { counted: event.counted, expected: event.expected };
    if (text) this.told.unshift({ event, text, clause, lines, amount, key: ++this._count });
  }

  /** The dealer has moved the chips of the last correction. */
  moved() {
    this.toMove = [];
    this.changed();
  }

  /** @param {number} seat */
  choose(seat) {
    this.seat = this._meant = seat;
    this._nameSeat();
    this.refusal = null;
    this.changed();
  }

  /** Keep the seat that the form names, whatever else happens at the table. */
  keepSeat() {
    this._meant = this.seat;
  }

  /** While wagers are entered: the seat somebody chose, or else the next one without a wager. */
  _nameSeat() {
    if (this.view.phase !== "betting") return;
    const seated = this.view.seats.filter(({ player }) => player);
    if (!seated.some(({ wagers }) => wagers.ante)) this._wagered = 0; // a new round
    const named = seated.find(({ number }) => number === this.seat);
    if (!named || ((named.wagers.ante || named.sitting_out) && this._meant !== this.seat))
      this.seat = nextSeat(seated, this._wagered);
  }

  /**
   * Whether it was done. A refusal stays to be read until the table changes. The same act pressed twice is done once;
   * another one waits its turn, and the server says whether it is still possible then.
   * @param {Wire.Command} command
   */
  async act(command) {
    if (!this.line.up)
      return this._refuse({ source: "request", code: "line_down", reason: words.deal.notWhileLost, clause: "" });
    const wanted = JSON.stringify(command);
    if (wanted === this._doing) return false;
    while (this._doing) await this.next();
    this._doing = wanted;
    this.refusal = null;
    this.changed();
    const answer = await this.line.act(this.table, command);
    // A frame that comes before may be of somebody else's act, or the one that follows a reconnect.
    if (answer.type === "accepted") while ((this.frame?.version ?? 0) < answer.version) await this.next();
    this._doing = "";
    this.changed();
    if (answer.type === "refused") return this._refuse(answer);
    if (command.type === "place_wagers") this._wagered = command.seat ?? 0;
    return true;
  }

  /** Say what is wrong with something typed, where refusals are read. @param {string} reason */
  refuse(reason) {
    return this._refuse({ source: "request", code: "typed", reason, clause: "" });
  }

  /** The refusal has been read. */
  dismiss() {
    this.refusal = null;
    this.changed();
  }

  /** @param {Wire.Rejection} refusal */
  _refuse(refusal) {
    this.refusal = refusal;
    announce(refusal.reason, { assertive: true });
    this.changed();
    return false;
  }

  /**
   * The same act for one seat after another, as long as each is accepted.
   * @param {() => Wire.Command | null} next
   */
  async actAll(next) {
    if (this._row) return;
    this._row = true;
    for (let turns = 0; turns < 60; turns++) {
      const command = next();
      if (!command || !(await this.act(command))) break;
    }
    this._row = false;
    this.changed();
  }

  /**
   * Asked once for each state of the table.
   * @param {Wire.Command} command
   * @returns {Promise<Wire.Would>}
   */
  ask(command) {
    const version = this.frame?.version ?? -1;
    if (version !== this._askedAt) {
      this._askedAt = version;
      this._asked = new Map();
    }
    const key = JSON.stringify(command);
    let asked = this._asked.get(key);
    if (!asked) this._asked.set(key, (asked = this.line.ask(this.table, command).then(answered)));
    return asked;
  }
}

/**
 * Whoever may not even ask is refused outright: the same to whoever reads it.
 * @param {Wire.Would | Wire.Rejected} answer
 */
const answered = (answer) => (answer.type === "would" ? answer : refused(answer.id, answer));

/**
 * The results that landed with a step from before this page was opened: its patch has all lines of the seat.
 * @param {Wire.GameEvent} event
 * @param {Wire.Document} patch
 * @returns {Wire.WagerLine[]}
 */
function linesTold(event, patch) {
  if (event.type !== "settled") return [];
  const { seats } = /** @type {Wire.TableDocument} */ (patch);
  return landed(event, wholeLines(seats?.[event.seat]?.hand?.lines ?? []));
}

/** @param {Wire.Step} step */
function railGain({ event, before, view }) {
  return event.seat ? view.seats[event.seat - 1].rail - before.seats[event.seat - 1].rail : 0;
}
