/** Opening a table: what of deck and tray is due, for whom, and what holds it up. */
import { kind } from "../kit/catalogue.js";
import { h } from "../kit/dom.js";
import { words } from "../kit/words.js";
import { amountField } from "./fields.js";
import { keypad } from "./keypad.js";
import { steps } from "./procedure.js";
import { dockKey, gold } from "./screen.js";
import { countWords } from "./tray.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {import("./screen.js").Face} Face */

export class OpeningPanel {
  /** @param {DealerStore} post @param {() => void} onChange */
  constructor(post, onChange) {
    this.post = post;
    this.onChange = onChange;
    /** @type {ReturnType<typeof amountField>} */
    this.count = null;
    this.counting = false; // the tray is being counted
    /** @type {Map<string, string>} */
    this.waits = new Map(); // why a step is not the dealer's now
    this.asked = -1;
  }

  /** @param {string} id */
  _offer(id) {
    return this.post.offers.find((each) =>
      id === "count_tray" ? each.type === "count_tray" : each.type === "check_off" && each.command.step === id,
    );
  }

  /** @returns {Face} */
  face() {
    const w = words.deal;
    const { view } = this.post;
    const due = steps(view).filter((step) => step.state === "now");
    const count = this._offer("count_tray");
    const counts = due.some(({ id }) => id === "count_tray");
    if (!count) this.counting = false;
    const first = due.find(({ id }) => id !== "count_tray" && this._offer(id));
    if (count && (this.counting || (counts && !first))) return this._count(count, due.length > 1);
    const next = first && this._offer(first.id);
    this._ask(due);
    const tiles = due.map(({ id }) => this._step(id, id === first?.id));
    return {
      title: first ? (w.steps[first.id]?.title ?? first.id) : w.openingTitle,
      hint: first ? (w.steps[first.id]?.hint ?? "") : w.openingWaits,
      step: w.openingTitle,
      drawn: "opening",
      work: h("div.opening", ...tiles),
      keys: [count && !counts ? dockKey(w.recount, "", () => this._begin(), { "data-act": "recount" }) : null],
      pay: this._counted(due),
      gold: next
        ? gold(w.doneStep, {
            act: "check_off",
            under: w.steps[first.id]?.title ?? first.id,
            data: { "data-step": first.id },
            press: () => this.post.act(next.command),
          })
        : gold(w.openingWaits, { ready: false }),
    };
  }

  _begin() {
    this.counting = true;
    this.count = null;
    this.onChange();
  }

  /** @param {{id: string}[]} due */
  _counted(due) {
    const { count: found, view } = this.post;
    const after = due.some(({ id }) => view.step_order.indexOf(id) > view.step_order.indexOf("count_tray"));
    if (!found || !after) return [];
    const look = found.counted === found.expected ? "tray-count" : "tray-count off";
    return [h("p", { class: look, text: countWords(found) })];
  }

  /** @param {Wire.Offer} offer @param {boolean} others @returns {Face} */
  _count(offer, others) {
    const w = words.deal;
    const enter = () => this._enter(offer);
    if (!this.count) {
      const field = amountField(offer, enter);
      if (field) {
        field.element.append(keypad(() => field.at, { enter: w.keypad.next, onEnter: () => field.next() }).element);
        this.count = field;
      }
    }
    return {
      title: w.steps.count_tray?.title ?? "",
      hint: w.steps.count_tray?.hint ?? "",
      step: w.openingTitle,
      work: this.count?.element ?? null,
      keys: [
        others && this.counting
          ? dockKey(w.trouble.back, "", () => {
              this.counting = false;
              this.onChange();
            })
          : null,
      ],
      gold: gold(kind("count_tray").label, { act: "count_tray", data: { "data-step": "count_tray" }, press: enter }),
    };
  }

  /** @param {Wire.Offer} offer */
  async _enter(offer) {
    const told = this.count?.tell(offer);
    if (!told) return;
    if ("fault" in told) return void this.post.refuse(told.fault);
    if (!(await this.post.act(told))) return;
    this.counting = false;
    this.count = null;
    this.onChange();
  }

  /** Why the steps of others wait. @param {{id: string}[]} due */
  _ask(due) {
    const version = this.post.frame?.version ?? -1;
    if (this.asked === version) return;
    this.asked = version;
    for (const { id } of due.filter((step) => !this._offer(step.id)))
      void this.post.ask(/** @type {Wire.CheckOff} */ ({ type: "check_off", step: id })).then((would) => {
        const why = would.refusal?.code === "wrong_role" ? words.deal.forFloor : (would.refusal?.reason ?? "");
        if (this.waits.get(id) === why) return;
        this.waits.set(id, why);
        this.onChange();
      });
  }

  /** @param {string} id @param {boolean} main */
  _step(id, main) {
    const w = words.deal;
    const step = w.steps[id];
    const offer = this._offer(id);
    return h(
      "section",
      { class: main ? "tile opening-step now" : "tile opening-step", "data-step": id },
      h("h3", { text: step?.title ?? id }),
      h("p", { class: "dim", text: offer ? (step?.hint ?? "") : (this.waits.get(id) ?? "") }),
      offer && !main
        ? h("button", {
            class: "dock-key",
            "data-act": offer.type,
            "data-step": id,
            text: id === "count_tray" ? kind("count_tray").label : w.doneStep,
            on: { click: () => (id === "count_tray" ? this._begin() : this.post.act(offer.command)) },
          })
        : null,
    );
  }
}
