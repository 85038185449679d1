/** Ask before a worse five than the best is set, as before a costly fold. Loaded on request. */
import { closer, openDialog } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/**
 * @param {string} best the name of the best five
 * @param {{anyway: () => void, best: () => void}} on
 */
export function askWorse(best, on) {
  const w = words.worse;
  const setBest = button(say(w.best, { hand: best }), () => (dialog.close(), on.best()), "go", {
    "data-worse": "best",
  });
  const anyway = button(w.anyway, () => (dialog.close(), on.anyway()), "", { "data-worse": "yes" });
  const dialog = openDialog({
    title: w.title,
    name: "worse",
    body: [h("p", { text: say(w.text, { hand: best }) })],
    acts: [closer(w.back), anyway, setBest],
  });
  setBest.focus();
  return dialog;
}
