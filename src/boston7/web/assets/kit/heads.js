/**
 * The end of the record when this browser last saw it. If the record is now shorter or different, it was cut off,
 * changed or restored, and the page says so. Nothing of this is sent.
 */
import { get } from "./api.js";

/** @typedef {Omit<Wire.Head, "type">} Head */
/** @typedef {"earlier" | "other"} Finding */

const STORE = "boston7.heads";
const PATIENCE = 10_000; // Another process of the room may lag behind.

export class Heads {
  /**
   * @param {(finding: Finding, seen: Head, now: Head) => void} alarm
   * @param {{store?: Pick<Storage, "getItem" | "setItem">, ask?: (seal: number) => Promise<Head>,
   *   patience?: number}} [how]
   */
  constructor(alarm, { store, ask = (seal) => get(`/api/head/${seal}`), patience = PATIENCE } = {}) {
    this._alarm = alarm;
    this._store = store;
    this._ask = ask;
    this._patience = patience;
    this._proved = false;
    this._alarmed = false;
    /** @type {Head | null} */
    this._now = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._behind = undefined;
  }

  /** A new connection may lead to a restarted room. */
  again() {
    this._proved = false;
  }

  /** @param {Head} head */
  async told(head) {
    this._now = head;
    const seen = this._seen(head.record);
    if (!seen) return this._keep(head);
    if (this._alarmed) return;
    if (head.seal < seen.seal) {
      this._behind ??= setTimeout(() => this._stillBehind(seen), this._patience);
      return;
    }
    if (head.seal === seen.seal && head.digest !== seen.digest) return this._say("other", seen, head);
    if (!this._proved && head.seal > seen.seal) {
      this._proved = true;
      const then = await this._ask(seen.seal).catch(() => null); // No answer: the next check asks again.
      if (!then) this._proved = false;
      else if (then.digest !== seen.digest) return this._say("other", seen, head);
      else return this._keep(head);
      return;
    }
    this._keep(head);
  }

  /** After the warning, continue from the present record. */
  accept() {
    this._alarmed = false;
    if (this._now) this._keep(this._now);
  }

  /** @param {Head} seen */
  _stillBehind(seen) {
    this._behind = undefined;
    if (this._now && this._now.record === seen.record && this._now.seal < seen.seal)
      this._say("earlier", seen, this._now);
  }

  /**
   * @param {Finding} finding
   * @param {Head} seen
   * @param {Head} now
   */
  _say(finding, seen, now) {
    if (this._alarmed) return;
    this._alarmed = true;
    this._alarm(finding, seen, now);
  }

  /**
   * @param {string} record
   * @returns {Head | null}
   */
  _seen(record) {
    return this._all()[record] ?? null;
  }

  /** @param {Head} head */
  _keep({ record, seal, digest }) {
    try {
      this._storage()?.setItem(STORE, JSON.stringify({ ...this._all(), [record]: { record, seal, digest } }));
    } catch {
      // Without storage, no earlier head is known.
    }
  }

  /** @returns {Record<string, Head>} */
  _all() {
    try {
      return JSON.parse(this._storage()?.getItem(STORE) ?? "{}");
    } catch {
      return {};
    }
  }

  _storage() {
    return this._store ?? (typeof localStorage === "undefined" ? null : localStorage);
  }
}
