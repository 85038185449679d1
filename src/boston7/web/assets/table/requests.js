/** Requests for a seat at the player's own practice table. Loaded with the first request. */
import { post } from "../kit/api.js";
import { h, redraw } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/**
 * @param {HTMLElement} element
 * @param {import("./store.js").PlayerStore} sitting
 * @param {readonly string[]} asking
 */
export function showRequests(element, sitting, asking) {
  element.hidden = asking.length === 0;
  const w = words.requests;
  /** @param {string} name @param {boolean} maySit */
  const answer = async (name, maySit) => {
    try {
      await post(`/api/tables/${encodeURIComponent(sitting.name)}/guests`, { name, may_sit: maySit });
    } catch (error) {
      sitting.refuse({ reason: /** @type {Error} */ (error).message, clause: "" });
    }
  };
  redraw(
    element,
    ...asking.map((name) =>
      h(
        "p",
        { key: name },
        h("span", { text: say(w.asks, { name }) }),
        button(w.letSit, () => void answer(name, true), "small go"),
        button(w.decline, () => void answer(name, false), "small quiet"),
      ),
    ),
  );
}
