/** Times on the staff's pages and papers use the house's time zone, not the browser's. */

/** @type {string | undefined} */
let zone;

/** A zone such as America/New_York. @param {string} name such as America/New_York */
export function setZone(name) {
  zone = name;
}

/** "6:05 PM". @param {number} micros */
export const clock = (micros) =>
  new Date(micros / 1000).toLocaleTimeString("en-US", { timeStyle: "short", timeZone: zone });

/** "Nov 16, 2026, 6:05 PM". @param {number} micros */
export const moment = (micros) =>
  new Date(micros / 1000).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: zone });

/** "6:05:09 PM", for events that follow closely. @param {number} micros */
export const seconds = (micros) =>
  new Date(micros / 1000).toLocaleTimeString("en-US", { timeStyle: "medium", timeZone: zone });

/** "Nov 16, 2026, 6:05:09 PM". @param {number} micros */
export const momentToTheSecond = (micros) =>
  new Date(micros / 1000).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "medium", timeZone: zone });

/** The moment of "2026-11-16T18:05" in the house's zone, or NaN for anything else. @param {string} text */
export function microsOf(text) {
  const wall = Date.parse(`${text}Z`);
  /** The offset of the house's zone at a moment. @param {number} at */
  const ahead = (at) =>
    Date.parse(`${new Date(at).toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T")}Z`) - at;
  return (wall - ahead(wall - ahead(wall))) * 1000;
}
