/**
 * This player's own text in each shuffle. The page draws it, commits to it while wagers are open, reveals it after they
 * close, and stores what the house showed, so that the house cannot change its statements later.
 */
import { mySeat } from "./seats.js";
import { BOUNDS } from "./blank.js";
import { fingerprintOf, textCommitmentOf } from "./fairness.js";

/**
 * @typedef {object} Kept this browser's state of one shuffle
 * @property {string} player
 * @property {number} seat
 * @property {string} text
 * @property {string} commitment to the text
 * @property {string} house the house's commitment as shown before
 * @property {string} [was] an earlier commitment, shown before that one
 * @property {boolean} [committed] whether the house has accepted the commitment
 * @property {string} [closedWith] the fingerprint of all commitments as shown at the reveal
 * @property {boolean} [revealed] whether the house has accepted the text
 * @property {"used" | "missing" | "leftOut"} [outcome] the outcome according to the house
 */
/**
 * @typedef {object} Line
 * @property {(table: string, round: number, commitment: string) => Promise<Wire.Answer>} commitText
 * @property {(table: string, round: number, text: string) => Promise<Wire.Answer>} revealText
 */
/** @typedef {Pick<Storage, "getItem" | "setItem">} Store */

const ROUNDS = 40;
const TRIES = 3;
/** @param {string} table */
const place = (table) => `boston7.texts.${table}`;

/** @param {string} table @param {Store} store @returns {Record<string, Kept>} */
function all(table, store) {
  try {
    return JSON.parse(store.getItem(place(table)) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** Nothing is stored if the browser forbids it. @returns {Store} */
function browserStore() {
  try {
    return localStorage;
  } catch {
    return { getItem: () => null, setItem: () => {} };
  }
}

/** @param {string} table @param {number} round @param {Store} [store] @returns {Kept | null} */
export function recall(table, round, store = browserStore()) {
  return all(table, store)[round] ?? null;
}

/** The longest text of one's own: a blank and 22 random characters follow it. */
export const OWN_WORDS = BOUNDS.longestText - 23;

/** The player's own words, as many as fit, and 128 random bits. @param {string} own */
export function drawText(own = "") {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const random = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  let kept = own.trim();
  while (new TextEncoder().encode(`${kept} ${random}`).length > BOUNDS.longestText)
    kept = [...kept].slice(0, -1).join("");
  return `${kept} ${random}`.trim();
}

export class OwnText {
  /**
   * @param {string} table
   * @param {Line} line
   * @param {{store?: Store, changed?: () => void}} [how]
   */
  constructor(table, line, { store = browserStore(), changed = () => {} } = {}) {
    this.table = table;
    this.line = line;
    this.store = store;
    this.changed = changed;
    /** @type {Wire.Frame | null} */
    this.newest = null;
    this._busy = false;
    /** Without storage, texts are kept until the page is left. @type {Map<number, Kept>} */
    this._unstored = new Map();
    /** @type {Map<string, number>} */
    this._tries = new Map();
  }

  /** @param {number} round */
  kept(round) {
    return recall(this.table, round, this.store) ?? this._unstored.get(round) ?? null;
  }

  /**
   * The result for the player's text in the current shuffle, or `null` without one.
   * @param {Wire.Fairness} fairness
   * @returns {"committed" | "elsewhere" | "leftOut" | "revealed" | "used" | "missing" | null}
   */
  state(fairness) {
    const kept = this.kept(fairness.round);
    const seat = mySeat(this.newest?.view ?? null);
    if (!kept?.committed)
      return fairness.contributions.some((one) => one.seat === seat?.number && one.player === seat.player)
        ? "elsewhere"
        : null;
    if (fairness.fixed)
      return fairness.used.includes(kept.seat) ? "used" : fairness.missing.includes(kept.seat) ? "missing" : "leftOut";
    const mine = fairness.contributions.find((one) => one.seat === kept.seat && one.player === kept.player);
    if (mine && mine.commitment !== kept.commitment) return "elsewhere";
    if (!fairness.closed) return "committed";
    return mine ? "revealed" : "leftOut";
  }

  /** @param {Wire.Frame} frame */
  async hear(frame) {
    this.newest = frame;
    if (this._busy) return;
    this._busy = true;
    try {
      for (let done = null; done !== this.newest; ) {
        done = this.newest;
        await this._act(/** @type {Wire.Frame} */ (done));
      }
    } finally {
      this._busy = false;
    }
  }

  /**
   * Use these words for the next shuffle instead of random text.
   * @param {string} own
   * @returns {Promise<Wire.Answer | null>}
   */
  async add(own) {
    const { fairness, view } = this.newest ?? {};
    const seat = mySeat(view ?? null);
    if (!fairness || fairness.closed || !seat?.player) return null;
    const commitment = await this._prepare(fairness, seat.player, seat.number, drawText(own));
    return this._commit(fairness.round, commitment);
  }

  /** @param {Wire.Frame} frame */
  async _act({ fairness, view }) {
    if (!fairness) return;
    if (fairness.fixed) return this._note(fairness);
    if (fairness.closed) return this._reveal(fairness);
    const seat = mySeat(view);
    if (!seat?.player) return;
    const known = this.kept(fairness.round);
    const kept = known?.player === seat.player && known.house === fairness.commitment ? known : null;
    const mine = fairness.contributions.find((one) => one.seat === seat.number && one.player === seat.player);
    if (mine && kept && mine.commitment === kept.commitment && !kept.committed)
      this._keep(fairness.round, { ...kept, committed: true });
    if (mine) return; // Another browser of the same player may have set it.
    if (this._tried(`commit ${fairness.round} ${seat.number} ${fairness.commitment}`)) return;
    const commitment = await this._prepare(fairness, seat.player, seat.number, kept?.text ?? drawText());
    void this._commit(fairness.round, commitment); // A house that never answers must not block the next round.
  }

  /** @param {Wire.Fairness} fairness @param {string} player @param {number} seat @param {string} text */
  async _prepare({ round, commitment: house }, player, seat, text) {
    const commitment = await textCommitmentOf({ table: this.table, round, player, text });
    const before = this.kept(round);
    const was = before && before.player === player && before.house !== house ? before.house : before?.was;
    this._keep(round, { player, seat, text, commitment, house, ...(was ? { was } : {}) });
    return commitment;
  }

  /** @param {number} round @param {string} commitment */
  async _commit(round, commitment) {
    const answer = await this.line.commitText(this.table, round, commitment);
    const kept = this.kept(round);
    if (answer.type === "accepted" && kept?.commitment === commitment) this._keep(round, { ...kept, committed: true });
    return answer;
  }

  /**
   * Reveal only a text that was closed with this commitment, under the house's commitment of that time.
   * @param {Wire.Fairness} fairness
   */
  async _reveal(fairness) {
    const { round, contributions, commitment: house } = fairness;
    const kept = this.kept(round);
    if (!kept || kept.house !== house) return;
    const mine = contributions.find((one) => one.player === kept.player && one.commitment === kept.commitment);
    if (!mine || mine.text || this._tried(`reveal ${round}`)) return;
    const closedWith = kept.closedWith ?? (await fingerprintOf(contributions));
    this._keep(round, { ...kept, seat: mine.seat, committed: true, closedWith });
    void this._tell(round, kept.text);
  }

  /** @param {number} round @param {string} text */
  async _tell(round, text) {
    const answer = await this.line.revealText(this.table, round, text);
    const kept = this.kept(round);
    if (kept?.text === text && (answer.type === "accepted" || answer.code === "already_done"))
      this._keep(round, { ...kept, revealed: true });
  }

  /** @param {Wire.Fairness} fairness */
  _note(fairness) {
    const kept = this.kept(fairness.round);
    const outcome = this.state(fairness);
    if (!kept?.committed || kept.outcome || (outcome !== "used" && outcome !== "missing" && outcome !== "leftOut"))
      return;
    this._keep(fairness.round, { ...kept, outcome });
  }

  /** @param {string} what */
  _tried(what) {
    const tries = this._tries.get(what) ?? 0;
    this._tries.set(what, tries + 1);
    return tries >= TRIES;
  }

  /** @param {number} round @param {Kept} kept */
  _keep(round, kept) {
    /** @type {Record<string, Kept>} */
    const rounds = { ...all(this.table, this.store), [round]: kept };
    const old = Object.keys(rounds)
      .map(Number)
      .sort((one, other) => other - one)
      .slice(ROUNDS);
    for (const number of old) delete rounds[number];
    this._unstored = new Map([[round, kept]]);
    try {
      this.store.setItem(place(this.table), JSON.stringify(rounds));
    } catch {
      // The store is full: see above.
    }
    this.changed();
  }
}
