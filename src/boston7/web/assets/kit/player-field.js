// @ts-check
/** A field for a player who is known here: names are suggested as somebody types, and the server finds the player. */
import { get } from "./api.js";
import { BOUNDS } from "./blank.js";
import { h } from "./dom.js";
import { field, typed } from "./ask.js";

/** @typedef {import("./wire.js").PatronLine} Player */

/**
 * @param {string} name
 * @param {string} label
 * @param {Player[]} players those to suggest
 * @param {(player: Player) => string} [hint] what a suggestion says of the player
 */
export function playerField(name, label, players, hint) {
  const list = `${name}-players`;
  const option = (/** @type {Player} */ one) => h("option", { value: one.name, label: hint ? hint(one) : null });
  return h(
    "div",
    null,
    field(name, label, { autocomplete: "off", maxlength: BOUNDS.name, list }),
    h("datalist", { id: list }, ...players.map(option)),
  );
}

/**
 * The id of the player whose name was typed. Throws `needed` if there is none.
 * @param {FormData} form @param {string} name @param {string} needed
 * @returns {Promise<string>}
 */
export async function playerOf(form, name, needed) {
  const text = typed(form, name, needed);
  const { players } = await get(`/api/cage/players?find=${encodeURIComponent(text)}`);
  const found = players.find((one) => one.name.toLocaleLowerCase() === text.toLocaleLowerCase());
  if (!found) throw new Error(needed);
  return found.id;
}
