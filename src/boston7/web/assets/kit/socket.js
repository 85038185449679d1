/**
 * The page's one connection to the card room. It reconnects after a lost connection, a sleeping laptop or a server
 * restart. Watched tables resume after the last version received, and unanswered commands are resent with the same id.
 */

import { address, take } from "./early.js";
import { merge, offersOf, viewOf } from "./merge.js";
import { common } from "./words/common.js";

/**
 * How many earlier steps the first frame of a table includes.
 * @typedef {object} Watch
 * @property {boolean} offers
 * @property {Wire.Frame | null} last
 * @property {number} past the number of earlier steps to request
 * @property {Wire.TableDocument} document the last known state of the table
 * @property {Partial<Wire.Surroundings>} surroundings
 * @property {Record<string, Partial<Wire.Offer>>} offered
 * @property {Set<(frame: Wire.Frame) => void>} listeners
 */
/** The view, with the layout of the next round between rounds. @param {Watch} watch */
function seenIn({ document, surroundings }) {
  const view = viewOf(document);
  return Object.keys(view.layout).length || !surroundings.layout ? view : { ...view, layout: surroundings.layout };
}

/** @typedef {{message: Wire.Asking & {id: string}, resolve: (answer: Wire.Answer | Wire.Would) => void}} Unanswered */

/**
 * The answer to a rejected preview.
 * @param {string} id @param {Wire.Rejection} refusal
 * @returns {Wire.Would}
 */
export const refused = (id, refusal) => ({
  type: "would",
  id,
  table: "",
  refusal,
  phase: null,
  moves: [],
  clauses: [],
  settled: [],
  voids: null,
  approval: "",
});

const FIRST_WAIT = 250;
const LONGEST_WAIT = 4_000; // How long a table may stay silent before a ping is sent.
const HEARTBEAT = 15_000;
const PATIENCE = 6_000; // How long a ping may go unanswered before the connection counts as dead.

export class Connection extends EventTarget {
  /**
   * @param {{
   *   url?: string,
   *   open?: (url: string) => WebSocket,
   *   early?: () => import("./early.js").Early | null,
   * }} [how]
   */
  constructor({ url, open = (to) => new WebSocket(to), early = take } = {}) {
    super();
    this.up = false;
    /** @type {Wire.Me | null} */
    this.me = null;
    /** @type {string | null} */
    this.build = null;
    this._url = url;
    this._open = open;
    this._early = early;
    this._asked = ""; // The table that the early connection requested.
    /** @type {WebSocket | null} */
    this._socket = null;
    this._wanted = false;
    this._wait = FIRST_WAIT;
    this._offset = -Infinity; // Server time minus local time, in microseconds.
    /** @type {Map<string, Watch>} */
    this._watches = new Map();
    /** @type {Map<string, Unanswered>} */
    this._unanswered = new Map();
    /** @type {Set<(tables: Wire.Listing[]) => void>} */
    this._lobby = new Set();
    /** @type {Wire.Listing[] | null} */
    this._tables = null;
    /** @type {string[]} */
    this._followed = [];
    this._onChanged = (/** @type {string[]} */ _paths) => {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._again = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this._beat = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._silence = undefined;
    this._count = 0;
  }

  /** Whether any caller has requested the connection, open or not. */
  get wanted() {
    return this._wanted;
  }

  connect() {
    if (this._wanted) return;
    this._wanted = true;
    if (typeof window !== "undefined") {
      addEventListener("online", () => this._hurry());
      addEventListener("offline", () => this._check());
      document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this._hurry());
      addEventListener("pageshow", () => this._hurry());
    }
    this._dial();
  }

  close() {
    this._wanted = false;
    this._drop();
    clearTimeout(this._again);
  }

  /**
   * Reconnect as another person: the session is read when the connection opens. A different session must not resend
   * this one's commands.
   */
  reconnect() {
    /** @type {Wire.Rejection} */
    const refusal = { source: "server", code: "not_ready", reason: common.error.loggedInAgain, clause: "" };
    for (const id of [...this._unanswered.keys()]) this._refuse(id, refusal);
    if (!this._wanted) return;
    for (const watch of this._watches.values()) watch.last = null; // Drop what the previous person saw.
    this._drop();
    clearTimeout(this._again);
    this._wait = FIRST_WAIT;
    this._dial();
  }

  /** @param {Wire.Me} me */
  greet(me) {
    this.me = me;
    this.dispatchEvent(new CustomEvent("me", { detail: me }));
  }

  /** Microseconds since 1970 by the server's clock. */
  serverNow() {
    return Date.now() * 1000 + (Number.isFinite(this._offset) ? this._offset : 0);
  }

  /**
   * With `past`, the first frame includes earlier steps.
   * @param {string} table
   * @param {{offers?: boolean, past?: number}} how with `past`, the first frame includes earlier steps
   * @param {(frame: Wire.Frame) => void} onFrame
   * @returns {() => void}
   */
  watch(table, { offers = false, past = 0 }, onFrame) {
    let watch = this._watches.get(table);
    if (!watch) {
      watch = { offers, last: null, past, document: {}, surroundings: {}, offered: {}, listeners: new Set() };
      this._watches.set(table, watch);
      watch.listeners.add(onFrame);
      this._sendWatch(table, watch);
    } else {
      watch.listeners.add(onFrame);
      if (offers && !watch.offers) {
        watch.offers = true;
        watch.last = null;
        this._sendWatch(table, watch);
      } else if (watch.last) onFrame({ ...watch.last, since: null, steps: [] });
    }
    return () => {
      watch.listeners.delete(onFrame);
      if (watch.listeners.size || this._watches.get(table) !== watch) return;
      this._watches.delete(table);
      this._send({ type: "unwatch", table });
    };
  }

  /**
   * @param {(tables: Wire.Listing[]) => void} onTables
   * @returns {() => void}
   */
  lobby(onTables) {
    this._lobby.add(onTables);
    if (this._lobby.size === 1) this._send({ type: "lobby", on: true });
    else if (this._tables) onTables(this._tables);
    return () => {
      if (!this._lobby.delete(onTables) || this._lobby.size) return;
      this._tables = null;
      this._send({ type: "lobby", on: false });
    };
  }

  /**
   * Follow documents by their paths. The server names all of them at first and after each reconnection.
   * @param {string[]} paths
   * @param {(paths: string[]) => void} onChanged
   */
  follow(paths, onChanged) {
    this._followed = paths;
    this._onChanged = onChanged;
    this._send({ type: "follow", paths });
  }

  /**
   * @param {string} table
   * @param {Wire.Command} command
   * @returns {Promise<Wire.Answer>}
   */
  act(table, command) {
    return this._request({ type: "act", table, command: this._signed(command) });
  }

  /**
   * @param {string} table
   * @param {Wire.Command} command
   * @returns {Promise<Wire.Would>}
   */
  ask(table, command) {
    return this._request({ type: "ask", table, command: this._signed(command) });
  }

  /**
   * @param {string} table
   * @param {number} round
   * @param {string} commitment
   * @returns {Promise<Wire.Answer>}
   */
  commitText(table, round, commitment) {
    return this._request({ type: "commit", table, round, commitment });
  }

  /**
   * @param {string} table
   * @param {number} round
   * @param {string} text
   * @returns {Promise<Wire.Answer>}
   */
  revealText(table, round, text) {
    return this._request({ type: "reveal", table, round, text });
  }

  /**
   * `by` is required, also in the corrected command of an entry; the server sets both.
   * @param {Wire.Command} command
   */
  _signed(command) {
    const by = this.me?.actor ?? { role: "spectator", name: "" };
    const signed = { by, ...command, ...(command.now ? { now: { by, ...command.now } } : {}) };
    return /** @type {Wire.Command} */ (signed);
  }

  /**
   * @template {Wire.Answer | Wire.Would} A
   * @param {Wire.Asking} request
   * @returns {Promise<A>}
   */
  _request(request) {
    const message = { ...request, id: this._id() };
    return new Promise((resolve) => {
      const told = /** @type {Unanswered["resolve"]} */ (resolve); // The answer has the kind of its question.
      this._unanswered.set(message.id, { message, resolve: told });
      this._send(message);
    });
  }

  _id() {
    this._count += 1;
    const own = crypto.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
    return `${own}-${this._count}`;
  }

  _dial() {
    clearTimeout(this._again);
    if (!this._wanted || this._socket) return;
    const early = this._early();
    const kept = early && !early.lost ? early : null;
    this._asked = kept?.asked ? kept.table : "";
    const socket = (this._socket = kept?.socket ?? this._open(this._url ?? address()));
    socket.onopen = null; // Tables are watched after the greeting.
    // Wait until the connecting script has run, so that no listener misses a message.
    if (kept) queueMicrotask(() => this._socket === socket && this._catchUp(kept.heard));
    socket.onmessage = (event) => {
      if (this._socket !== socket) return;
      this._heard();
      this._read(JSON.parse(String(event.data)));
    };
    socket.onclose = () => this._socket === socket && this._lost();
    socket.onerror = () => {}; // A close event follows.
  }

  /** @param {{message: Wire.Said, at: number}[]} heard */
  _catchUp(heard) {
    for (const { message, at } of heard) {
      if (message.now) message.now += (Date.now() - at) * 1000; // The message was buffered meanwhile.
      this._read(message);
    }
  }

  _drop() {
    const socket = this._socket;
    this._socket = null;
    if (socket) socket.close();
    this._down();
  }

  _lost() {
    this._socket = null;
    this._down();
    if (!this._wanted) return;
    this._again = setTimeout(() => this._dial(), this._wait * (0.75 + Math.random() / 2));
    this._wait = Math.min(this._wait * 2, LONGEST_WAIT);
  }

  _down() {
    clearInterval(this._beat);
    clearTimeout(this._silence);
    this._silence = undefined;
    if (!this.up) return;
    this.up = false;
    this.dispatchEvent(new Event("down"));
  }

  /** The page is visible again or the network is back: reconnect without delay. */
  _hurry() {
    if (!this._wanted) return;
    this._wait = FIRST_WAIT;
    if (this._socket) this._check();
    else this._dial();
  }

  /** A dead connection may not be noticed. Reconnect if a ping goes unanswered. */
  _check() {
    if (!this._socket || this._silence) return;
    if (this.up) this._send({ type: "ping" });
    this._silence = setTimeout(() => {
      this._silence = undefined;
      if (!this._socket) return;
      this._drop();
      this._wait = FIRST_WAIT;
      this._lost();
    }, PATIENCE);
  }

  _heard() {
    clearTimeout(this._silence);
    this._silence = undefined;
  }

  /** @param {Wire.Heard} message */
  _send(message) {
    if (this.up && this._socket) this._socket.send(JSON.stringify(message));
  }

  /**
   * @param {string} table
   * @param {Watch} watch
   */
  _sendWatch(table, watch) {
    const after = watch.last ? { after: watch.last.version } : watch.past ? { past: watch.past } : {};
    this._send({ type: "watch", table, offers: watch.offers, ...after });
  }

  /** @param {number} now */
  _clock(now) {
    // The message with the shortest delay gives the best clock offset.
    this._offset = Math.max(this._offset, now - Date.now() * 1000);
  }

  /** @param {Wire.Said} message */
  _read(message) {
    switch (message.type) {
      case "hello":
        return this._hello(message);
      case "view":
        return this._view(message);
      case "steps":
        return this._steps(message);
      case "lobby":
        this._tables = message.tables;
        for (const tell of this._lobby) tell(message.tables);
        return;
      case "changed":
        return this._onChanged(message.paths);
      case "accepted":
      case "refused":
      case "would":
        return this._answered(message.id, message);
      case "error":
        return this._misunderstood(message);
      case "head":
        return this._head(message);
      case "pong":
        return this._clock(message.now);
      case "bye":
        this.dispatchEvent(new CustomEvent("bye", { detail: message.reason }));
    }
  }

  /** @param {Wire.Hello} message */
  _hello(message) {
    if (!this.up) this._offset = -Infinity; // The clock may have been set while the page was hidden.
    this._clock(message.now);
    this.build = message.build ?? null;
    this.greet(message.me);
    if (this.up) return this._head(message.head);
    this.up = true;
    this._wait = FIRST_WAIT;
    this._beat = setInterval(() => this._check(), HEARTBEAT);
    for (const [table, watch] of this._watches) if (table !== this._asked) this._sendWatch(table, watch);
    this._asked = "";
    if (this._lobby.size) this._send({ type: "lobby", on: true });
    if (this._followed.length) this._send({ type: "follow", paths: this._followed });
    for (const { message: unanswered } of this._unanswered.values()) this._send(unanswered);
    this.dispatchEvent(new Event("up"));
    this._head(message.head);
  }

  /** The head of the record. @param {Wire.Head | null} head */
  _head(head) {
    if (head) this.dispatchEvent(new CustomEvent("head", { detail: head }));
  }

  /** Read a table from the start. @param {Wire.ViewMessage} message */
  _view(message) {
    const watch = this._watches.get(message.table);
    if (!watch) return;
    watch.document = message.view;
    watch.surroundings = message.surroundings;
    watch.offered = message.offers;
    this._show(watch, message, null, [], message.past ?? []);
  }

  /** @param {Wire.StepsMessage} message */
  _steps(message) {
    const watch = this._watches.get(message.table);
    if (!watch) return;
    const steps = message.steps ?? [];
    if (!watch.last || message.version - steps.length !== watch.last.version) {
      watch.last = null; // A step was missed: read the table again.
      return this._sendWatch(message.table, watch);
    }
    const since = watch.last.version;
    let before = watch.last.view;
    /** @type {Wire.Step[]} */
    const shown = steps.map(({ event, patch, say, clause = "" }) => {
      watch.document = merge(watch.document, patch);
      const step = { event, say, clause, before, view: seenIn(watch) };
      before = step.view;
      return step;
    });
    watch.surroundings = merge(message.fresh ? {} : watch.surroundings, message.surroundings ?? {});
    watch.offered = merge(message.fresh ? {} : watch.offered, message.offers ?? {});
    this._show(watch, message, since, shown);
  }

  /**
   * @param {Watch} watch
   * @param {Wire.ViewMessage | Wire.StepsMessage} message
   * @param {number | null} since
   * @param {Wire.Step[]} steps
   * @param {Wire.ToldStep[]} [past]
   */
  _show(watch, message, since, steps, past = []) {
    if (message.now) this._clock(message.now);
    watch.last = /** @type {Wire.Frame} */ ({
      table: message.table,
      version: message.version,
      since,
      steps,
      past,
      now: message.now ?? this.serverNow(),
      due: null,
      fairness: null,
      ...watch.surroundings,
      view: seenIn(watch),
      offers: offersOf(watch.offered),
    });
    for (const tell of [...watch.listeners]) tell(watch.last);
  }

  /**
   * @param {string} id
   * @param {Wire.Answer | Wire.Would} message
   */
  _answered(id, message) {
    const waiting = this._unanswered.get(id);
    if (!waiting) return;
    this._unanswered.delete(id);
    waiting.resolve(message);
  }

  /** @param {Wire.ErrorMessage} message */
  _misunderstood(message) {
    this.dispatchEvent(new CustomEvent("error", { detail: message }));
    const [only] = this._unanswered.keys();
    const id = message.id ?? (this._unanswered.size === 1 && !message.table ? only : undefined);
    if (id === undefined) return;
    this._refuse(id, { source: "request", code: message.code, reason: message.reason, clause: "" });
  }

  /**
   * @param {string} id
   * @param {Wire.Rejection} refusal
   */
  _refuse(id, refusal) {
    const asked = this._unanswered.get(id)?.message.type === "ask";
    this._answered(id, asked ? refused(id, refusal) : { type: "refused", id, table: "", ...refusal });
  }
}

/** @type {Connection | null} */
let shared = null;

/** The page's one connection. It opens at first use. */
export function connection() {
  shared ??= new Connection();
  return shared;
}
