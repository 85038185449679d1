/**
 * Automatic actions that a player switched on at this table: rebet, the 2nd Wager, the best five. They press visible
 * buttons after a short delay, and never while the page is hidden.
 */
import { announce } from "../kit/announce.js";
import { h, redraw } from "../kit/dom.js";
import { prefs } from "../kit/prefs.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";
import { openAt } from "../kit/popover.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */
/** @typedef {import("./acts.js").Acts} Acts */

/** The button that each of them presses. */
const PRESSES = /** @type {const} */ ({ rebet: "rebet", second: "place_second", five: "set_hand" });
/** @typedef {keyof typeof PRESSES} Habit */
const HABITS = /** @type {Habit[]} */ (Object.keys(PRESSES));
const MOMENT = 900; // Milliseconds to see the coming action and stop it.

export class Auto {
  /**
   * @param {PlayerStore} sitting
   * @param {() => void} changed
   */
  constructor(sitting, changed) {
    this.sitting = sitting;
    this.changed = changed;
    this.store = `boston7.auto.${sitting.name}`;
    /** @type {Set<Habit>} */
    this.on = new Set(HABITS.filter((habit) => (sessionStorage.getItem(this.store) ?? "").split(" ").includes(habit)));
    this.due = "";
    this.timer = 0;
    const w = words.auto;
    this.boxes = HABITS.map((habit) =>
      h("input", { type: "checkbox", "data-auto": habit, on: { change: () => this.toggle(habit) } }),
    );
    this.panel = h(
      "div",
      { id: "auto-panel", class: "auto-panel", popover: "auto", role: "group", "aria-label": w.title },
      ...HABITS.map((habit, at) => h("label.ante-only", this.boxes[at], h("span", { text: w[habit] }))),
      h("p", { class: "dim", text: w.note }),
    );
    this.button = h("button", { class: "pill-toggle auto-toggle", popovertarget: "auto-panel", hidden: true });
    this.stopper = h(
      "button",
      { class: "pill-toggle auto-stop", "aria-keyshortcuts": "Escape", hidden: true, on: { click: () => this.stop() } },
      w.stop,
    );
    this.panel.addEventListener("beforetoggle", () => openAt(this.panel, this.button, { width: 284 }));
    document.addEventListener("visibilitychange", changed);
  }

  /** @param {Habit} habit */
  toggle(habit) {
    if (!this.on.delete(habit)) this.on.add(habit);
    this.keep();
  }

  /** Whether there was anything to stop. @returns {boolean} */
  stop() {
    if (!this.on.size) return false;
    this.on.clear();
    announce(words.auto.stopped);
    this.keep();
    return true;
  }

  keep() {
    sessionStorage.setItem(this.store, [...this.on].join(" "));
    this.changed();
  }

  /** The button to press, among those shown. @param {Acts} acts */
  next(acts) {
    if (
      document.hidden ||
      !this.sitting.up ||
      this.sitting.refusal ||
      acts.shown.some(({ name }) => name === "waive_royal")
    )
      return "";
    const habit = HABITS.find(
      (each) =>
        this.on.has(each) && acts.shown.some(({ name, off, waits }) => name === PRESSES[each] && !off && !waits),
    );
    if (!habit || (habit === "five" && this.sitting.choseOther)) return "";
    return PRESSES[habit];
  }

  /** @param {Acts} acts */
  render(acts) {
    const w = words.auto;
    const seated = this.sitting.seat !== null && this.sitting.view?.live === false;
    this.button.hidden = !seated;
    this.stopper.hidden = !seated || !this.on.size;
    const names = HABITS.filter((habit) => this.on.has(habit)).map((habit) => w.short[habit]);
    redraw(
      this.button,
      w.title,
      names.length ? h("span", { class: "auto-names", text: say(w.doing, { list: names.join(", ") }) }) : null,
    );
    this.button.toggleAttribute("data-on", this.on.size > 0);
    for (const box of this.boxes) box.checked = this.on.has(/** @type {Habit} */ (box.dataset.auto));
    const due = seated ? this.next(acts) : "";
    if (due === this.due) return;
    this.due = due;
    clearTimeout(this.timer);
    if (!due) return;
    this.timer = setTimeout(() => {
      this.due = "";
      if (this.next(acts) === due) acts.press(due);
    }, MOMENT / prefs.pace);
  }
}
