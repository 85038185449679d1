/** How a shuffle is proved, and the proof of any round, computed in this browser. */
import "../felt/card.js";
import "../kit/shell.js";
import { get } from "../kit/api.js";
import { $, h, replace } from "../kit/dom.js";
import { waiting } from "../kit/parts.js";
import { recall } from "../kit/own-text.js";
import { readRecord } from "../audit/shuffle-record.js";
import { words } from "../kit/words.js";
import { askForm, handForm } from "../audit/fair-forms.js";
import { dealtWrong, proof, prove } from "../audit/fair-proof.js";

const told = words.odds.fair;
const [, , tableInPath = "", roundInPath = ""] = location.pathname.split("/").map(decodeURIComponent);
const result = h("div", { class: "fair-result", "aria-live": "polite" });
const ask = askForm(tableInPath, roundInPath, (table, round) => {
  history.pushState(null, "", `/fair/${encodeURIComponent(table)}/${round}`);
  void check(table, round);
});

/** @param {Node} element */
function show(element) {
  replace(result, element);
  result.removeAttribute("aria-busy");
  const verdict = result.querySelector(".verdict");
  if (verdict instanceof HTMLElement) verdict.focus({ preventScroll: true });
  result.scrollIntoView({ block: "nearest" });
}

/**
 * Whether the record names a misdealt hand. Cards after it need not follow the deck.
 * @param {string} table
 * @param {number} round
 */
async function miscounted(table, round) {
  return dealtWrong((await get(`/api/tables/${encodeURIComponent(table)}/rounds/${round}`)).steps);
}

/** @param {string} table @param {number} round */
async function check(table, round) {
  replace(result, waiting(told.checking));
  result.setAttribute("aria-busy", "true");
  try {
    const found = await get(`/api/fair/${encodeURIComponent(table)}/${round}`);
    if (!found.seed) {
      const read = await readRecord(found.record, { table, round });
      /** @type {{player: string, text: string, commitment?: string}[]} */
      const texts = read.texts.length ? read.texts : read.contributions;
      const known = h(
        "li.proof-step",
        h("h3", { text: told.openFacts }),
        h(
          "dl",
          h("div.hex-line", h("dt", { text: told.commitment }), h("dd", h("code", { text: found.commitment || "–" }))),
        ),
        ...texts.map((one) =>
          h(
            "p",
            h("b", { text: one.player }),
            " ",
            one.text ? "" : `${told.committedTo} `,
            h("code", { text: one.text || one.commitment }),
          ),
        ),
        ...found.faults.map((text) => h("p", { class: "fault", text })),
      );
      return show(proof(found.finished ? false : null, found.finished ? told.verdictUnfair : told.verdictOpen, known));
    }
    const kept = recall(table, round);
    const first = await prove(found, false, kept);
    const second = first.wrong && (await miscounted(table, round)) ? await prove(found, true, kept) : first;
    show(second.element);
  } catch (error) {
    show(proof(null, /** @type {Error} */ (error).message));
  }
}

replace(
  $("#main"),
  h("header.fair-head", h("h1", { text: told.heading }), h("p", { class: "dim", text: told.lead })),
  h("ol.fair-steps", ...told.steps.map(([what, how]) => h("li.panel", h("h2", { text: what }), h("p", { text: how })))),
  h(
    "section",
    { class: "panel fair-check", "aria-labelledby": "check-title" },
    h("h2", { id: "check-title", text: told.check }),
    ask.form,
    h(
      "details",
      h("summary", { text: told.byHand }),
      h("p", { class: "dim", text: told.byHandText }),
      handForm((published) =>
        prove(published).then(
          ({ element }) => show(element),
          (error) => show(proof(false, error.message)),
        ),
      ),
    ),
    result,
  ),
  h(
    "section.fair-limits",
    h("h2", { text: told.limitsTitle }),
    h("ul", ...told.limits.map((text) => h("li", { text }))),
    h(
      "details",
      h("summary", { text: told.algorithm }),
      ...told.algorithmText.map((text) => h("p", h("code", { text }))),
    ),
  ),
);

addEventListener("popstate", () => location.reload());
if (tableInPath && roundInPath) void check(tableInPath, Number(roundInPath));
// Suggested tables and rounds are optional: without them a person types.
get("/api/lobby").then(
  ({ tables }) =>
    ask.offer(
      tables
        .filter((table) => !table.live && table.round)
        .map(({ name, round, phase }) => ({
          name,
          round: phase === "complete" ? round : round - 1,
        })),
    ),
  () => {},
);
