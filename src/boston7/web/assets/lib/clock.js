// @ts-check
/** Times on the staff's pages and papers are the house's, wherever the browser believes it is. */

/** @type {string | undefined} */
let zone;

/** @param {string} name such as America/New_York */
export function setZone(name) {
  zone = name;
}

/** "6:05 PM". @param {number} micros */
export const clock = (micros) =>
  new Date(micros / 1000).toLocaleTimeString("en-US", { timeStyle: "short", timeZone: zone });

/** "Nov 16, 2026, 6:05 PM". @param {number} micros */
export const moment = (micros) =>
  new Date(micros / 1000).toLocaleString("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: zone });
