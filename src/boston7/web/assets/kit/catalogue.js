/** Every command as the game declares it: its place, its words, its key, and its fields. */
import { get } from "./api.js";

/** By type, in order of declaration. @type {Map<string, Wire.Kind>} */
export const kinds = new Map();

/**
 * The command that continues a phase. Its rejection says why the phase cannot continue.
 * @type {Record<string, string>}
 */
export const awaited = {};

/** @param {{commands: Wire.Kind[], awaited: Record<string, string>}} told */
export function learn(told) {
  for (const each of told.commands) kinds.set(each.type, each);
  Object.assign(awaited, told.awaited);
}

/** Loaded on first use. No button can be drawn without it. @returns {Promise<void>} */
export async function load() {
  try {
    learn(await get("/api/catalogue"));
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return load();
  }
}

/** @param {string} type @returns {Wire.Kind} */
export function kind(type) {
  const found = kinds.get(type);
  if (!found) throw new Error(`No such command: ${type}.`);
  return found;
}

/** The label of its button. @param {string} type */
export const keyOf = (type) => kinds.get(type)?.key.toUpperCase() ?? "";

/** The commands offered at these places. @param {...string} places */
export const at = (...places) => [...kinds.values()].filter((each) => places.includes(each.place));

/** Whether only the supervisor may do it. @param {Wire.Kind} kind */
export const ofFloor = ({ by }) => by.length === 1 && by[0] === "supervisor";
