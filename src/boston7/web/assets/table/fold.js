/** Ask before a costly fold at play-money tables. The server computes the cost. */
import { get } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { dollars, toTheCent } from "../kit/money.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";
import { openDialog } from "../kit/dialog.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */

const PATIENCE = 1500; // Milliseconds to wait for the cost. Then the fold proceeds.

export class FoldQuestion {
  /** @param {PlayerStore} sitting */
  constructor(sitting) {
    this.sitting = sitting;
    this.store = `boston7.fold.${sitting.name}`;
    this.round = 0;
    /** The cost of folding this round's hand, once it is known. @type {Promise<number | null>} */
    this.cost = Promise.resolve(null);
    /** @type {HTMLDialogElement | null} */
    this.dialog = null;
  }

  /** Whether there is a choice now, so that a fold can be a mistake. */
  get choice() {
    const names = this.sitting.acts.map((act) => act.name);
    return names.includes("fold") && names.includes("place_second");
  }

  /** Whether the player dismissed the question at this table for this visit. */
  get quiet() {
    return sessionStorage.getItem(this.store) === "quiet";
  }

  /** Request the cost when the choice appears, so that no player waits for it later. */
  render() {
    const { sitting } = this;
    if (this.quiet) return;
    // Time ran out, or the decision was made elsewhere.
    if (this.dialog?.open && !sitting.busy && !this.choice) this.dialog.close();
    const round = sitting.view?.round ?? 0;
    if (!this.choice || !sitting.playMoney || sitting.view?.live || round === this.round) return;
    this.round = round;
    this.cost = get(`/api/coach/${encodeURIComponent(sitting.name)}/fold`).then(
      ({ cost }) => cost,
      () => null, // Never prevent a fold.
    );
  }

  /**
   * @param {() => void} fold
   * @param {() => void} place
   */
  async ask(fold, place) {
    if (this.quiet) return fold();
    const known = this.round === this.sitting.view?.round ? this.cost : Promise.resolve(null);
    const cost = await Promise.race([known, new Promise((resolve) => setTimeout(() => resolve(null), PATIENCE))]);
    if (!cost || cost < 1) return fold();
    if (this.dialog?.open || !this.choice) return;
    const w = words.fold;
    const does = (/** @type {() => void} */ act) => () => (this.dialog?.close(), act());
    const stays = button(
      say(w.place, { amount: dollars(this.sitting.seatNow?.wagers.first ?? 0) }),
      does(place),
      "go",
      { "data-fold": "no" },
    );
    const quiet = h("input", { type: "checkbox", "data-fold": "quiet" });
    quiet.addEventListener("change", () => sessionStorage.setItem(this.store, quiet.checked ? "quiet" : ""));
    this.dialog = openDialog({
      title: w.title,
      name: "fold",
      body: [
        h("p", { text: say(w.text, { amount: toTheCent(cost) }) }),
        h("label.ante-only", quiet, h("span", { text: w.quiet })),
      ],
      acts: [button(w.anyway, does(fold), "", { "data-fold": "yes" }), stays],
    });
    stays.focus();
  }
}
