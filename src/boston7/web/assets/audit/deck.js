/** Check whether the deck matches the published commitment. */
import { get } from "../kit/api.js";
import { h, replace } from "../kit/dom.js";
import { panel, waiting } from "../kit/parts.js";
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
  const verdict = waiting(w.checking);
  const section = panel({ name: "deck", title: w.deck, look: "deck-verdict" }, verdict);
  if (replay.steps.at(-1)?.view.live) {
    replace(verdict, w.byHand);
    return section;
  }
  check().catch((error) => replace(verdict, error.message));
  section.append(h("p", h("a", { href: `/fair/${path}`, text: w.whole })));
  return section;

  async function check() {
    const found = await get(`/api/fair/${encodeURIComponent(table)}/${round}`);
    if (!found.seed) return replace(verdict, found.faults.join(" ") || w.open);
    const { fair, element } = await prove(found, dealtWrong(replay.steps));
    verdict.className = fair ? "win" : "lose";
    verdict.dataset.fair = String(fair);
    verdict.textContent = element.querySelector(".verdict")?.textContent ?? "";
  }
}
