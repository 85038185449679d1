/** A field for a known player. It suggests names while a person types, and the server finds the player. */
import { get } from "./api.js";
import { BOUNDS } from "./blank.js";
import { h } from "./dom.js";
import { line } from "./fields.js";

/**
 * Reads as the id of the player whose name was typed.
 * @param {string} name
 * @param {string} label
 * @param {string} needed the error if there is none
 * @param {Wire.PatronLine[]} players the players to suggest
 * @param {(player: Wire.PatronLine) => string} [hint] the text of a suggestion
 * @returns {import("./fields.js").Field<string>}
 */
export function player(name, label, needed, players, hint) {
  const list = `${name}-players`;
  const { parts, input, read } = line(name, label, needed, { maxlength: BOUNDS.name, list });
  const options = players.map((one) => h("option", { value: one.name, label: hint ? hint(one) : null }));
  parts[0].append(h("datalist", { id: list }, ...options));
  return {
    parts,
    input,
    async read() {
      const text = await read();
      const { players } = await get(`/api/cage/players?find=${encodeURIComponent(text)}`);
      const found = players.find((one) => one.name.toLocaleLowerCase() === text.toLocaleLowerCase());
      if (!found) throw new Error(needed);
      return found.id;
    },
  };
}
