/** Where everything on the console has its place: procedure, table, chips, and the button that is always there. */
import { h } from "../kit/dom.js";
import { words } from "../kit/words.js";

export function layout() {
  const w = words.deal;
  const steps = h("ol", { id: "steps", tabindex: "0", "aria-labelledby": "procedure-title" });
  const felt = /** @type {import("../felt/felt.js").FeltElement} */ (h("b7-felt"));
  const dockPlace = h("div", { id: "dock" });
  const pay = h("div", { id: "pay" });
  const last = h("ul", { id: "last" });
  const staffPlace = h("div", { id: "staff" });
  const where = h("span", { id: "where", class: "number" });
  const loading = h("p", { class: "loading dim", role: "status", text: w.loading });
  const lost = h("p", { class: "lost", hidden: true, text: w.lost });
  const wrong = h(
    "button",
    { id: "wrong", class: "button danger" },
    w.trouble.open,
    h("span", { class: "key", text: w.key.trouble }),
  );
  const root = h(
    "div",
    { id: "console", hidden: true },
    h("h1", { class: "sr", text: w.title }),
    h(
      "section",
      { class: "procedure panel", "aria-labelledby": "procedure-title" },
      h("h2", { id: "procedure-title", class: "eyebrow", text: w.columns.procedure }),
      steps,
      h("p", { class: "keys", text: w.keys }),
    ),
    h("section", { class: "centre", "aria-label": w.columns.table }, felt, dockPlace),
    h(
      "aside",
      { class: "money-side", "aria-label": w.columns.side },
      staffPlace,
      h(
        "section",
        { class: "panel pay-panel", tabindex: "0", "aria-labelledby": "pay-title" },
        h("h2", { id: "pay-title", class: "eyebrow", text: w.columns.pay }),
        pay,
      ),
      h(
        "section",
        { class: "panel last-panel", tabindex: "0", "aria-labelledby": "last-title" },
        h("h2", { id: "last-title", class: "eyebrow", text: w.columns.last }),
        last,
      ),
    ),
    wrong,
  );
  return { root, loading, steps, felt, staffPlace, dockPlace, pay, last, where, wrong, lost };
}
