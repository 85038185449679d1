/** The reason behind a payout: a plain sentence in place, with the ruling and the rules of the house behind it. */
import { get } from "../kit/api.js";
import { h, replace } from "../kit/dom.js";
import { openAt } from "../kit/popover.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

const WIDTH = 320;
/** @type {HTMLElement | null} */
let panel = null;
/** @type {Promise<Wire.Rulings> | null} */
let rulings = null;

/**
 * @param {string} clause
 * @param {string} house
 * @param {string} sentence what the clause means for this line
 */
export function ruleLink(clause, house, sentence) {
  return h("button", {
    class: "result-clause",
    type: "button",
    title: clause,
    "aria-label": say(words.result.rule, { clause }),
    text: "i",
    on: { click: ({ currentTarget }) => open(/** @type {HTMLElement} */ (currentTarget), clause, house, sentence) },
  });
}

/** @param {HTMLElement} button @param {string} clause @param {string} house @param {string} sentence */
function open(button, clause, house, sentence) {
  const w = words.result;
  const ruling = /R\d+/.exec(clause)?.[0] ?? "";
  panel ??= document.body.appendChild(h("div", { class: "rule-panel", popover: "auto", role: "group" }));
  const behind = h("p", { class: "dim", text: say(w.behind, { clause }) });
  replace(
    panel,
    h("p", { text: sentence }),
    behind,
    h("a", {
      href: `/rules/${encodeURIComponent(house)}${ruling ? `#${ruling}` : ""}`,
      target: "_blank",
      rel: "noopener",
      text: w.read,
    }),
  );
  panel.setAttribute("aria-label", say(w.rule, { clause }));
  openAt(panel, button, { width: WIDTH });
  panel.showPopover();
  if (!ruling) return;
  rulings ??= get("/api/rulings");
  rulings.then(
    ({ rulings: all }) => {
      const found = all.find(({ id }) => id === ruling);
      if (found) behind.textContent = say(w.ruling, { clause, title: found.title });
    },
    () => {
      rulings = null; // The clause alone is shown.
    },
  );
}
