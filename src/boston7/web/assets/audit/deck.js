// @ts-check
/** Whether the deck was what was promised, recomputed here from what was published. */
import { get } from "../kit/api.js";
import { h, replace } from "../kit/dom.js";
import { words } from "../kit/words.js";
import { dealtWrong, prove } from "./fair-proof.js";

/**
 * @param {string} table
 * @param {number} round
 * @param {{steps: {event: {type: string}, view: {live: boolean}}[]}} replay
 */
export function deckVerdict(table, round, replay) {
  const w = words.audit.film;
  const path = `${encodeURIComponent(table)}/${round}`;
  const verdict = h("p", { class: "dim", role: "status", text: w.checking });
  const panel = h(
    "section",
    { class: "panel deck-verdict", "aria-labelledby": "deck-title" },
    h("h2", { id: "deck-title", text: w.deck }),
    verdict,
  );
  if (replay.steps.at(-1)?.view.live) {
    replace(verdict, w.byHand);
    return panel;
  }
  check().catch((error) => replace(verdict, error.message));
  panel.append(h("p", h("a", { href: `/fair/${path}`, text: w.whole })));
  return panel;

  async function check() {
    const found = await get(`/api/fair/${encodeURIComponent(table)}/${round}`);
    if (!found.seed) return replace(verdict, found.faults.join(" ") || w.open);
    const { fair, element } = await prove(found, dealtWrong(replay.steps));
    verdict.className = fair ? "win" : "lose";
    verdict.dataset.fair = String(fair);
    verdict.textContent = element.querySelector(".verdict")?.textContent ?? "";
  }
}
