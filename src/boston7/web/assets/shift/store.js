/** The documents of one shift day that this person may see, and the players they search for. */
import { get } from "../kit/api.js";
import { Documents } from "../kit/documents.js";
import { hasDuty } from "../kit/session.js";

/** @typedef {Record<string, () => Promise<void>>} Readers */

export class ShiftStore extends Documents {
  /**
   * @param {import("../kit/socket.js").Connection} line
   * @param {Wire.Me} me
   * @param {Wire.Setting} setting
   */
  constructor(line, me, setting) {
    super(line, {});
    this.me = me;
    this.setting = setting;
    this.day = setting.today;
    this.sought = ""; // Part of a player's name.
    /** @type {Wire.SlipLine[]} */
    this.slips = [];
    /** @type {Wire.DayReport | null} */
    this.report = null;
    /** @type {Wire.CageDay | null} */
    this.cash = null;
    /** @type {Wire.BarList | null} */
    this.bars = null;
    /** @type {Wire.CheckList | null} */
    this.checks = null;
    /** @type {Wire.PatronLine[]} */
    this.players = [];
    if (hasDuty(me, "slips")) Object.assign(this.readers, this._ofSlips());
    if (hasDuty(me, "shift")) Object.assign(this.readers, this._ofDay());
    if (hasDuty(me, "cage", "floor")) Object.assign(this.readers, this._ofPlayers());
  }

  /** @returns {Readers} */
  _ofSlips() {
    return { "/api/slips": async () => void (this.slips = (await get("/api/slips")).slips) };
  }

  /** @returns {Readers} */
  _ofDay() {
    const query = () => `day=${encodeURIComponent(this.day)}`;
    return {
      "/api/shift": async () => void (this.report = await get(`/api/shift?${query()}`)),
      "/api/cage/cash": async () => void (this.cash = await get(`/api/cage/cash?${query()}`)),
      "/api/bars": async () => void (this.bars = await get("/api/bars")),
      "/api/checks": async () => void (this.checks = await get("/api/checks")),
    };
  }

  /** @returns {Readers} */
  _ofPlayers() {
    const query = () => `find=${encodeURIComponent(this.sought)}`;
    return {
      "/api/cage/players": async () => void (this.players = (await get(`/api/cage/players?${query()}`)).players),
    };
  }

  /** @param {string} day */
  choose(day) {
    this.day = day;
    return this.read(["/api/shift", "/api/cage/cash"]);
  }

  /** @param {string} name */
  seek(name) {
    this.sought = name.trim();
    return this.read(["/api/cage/players"]);
  }
}
