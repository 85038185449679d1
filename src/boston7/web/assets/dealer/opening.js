/** Opening a table: what of deck and tray is due, for whom, and what holds it up. */
import { kind } from "../kit/catalogue.js";
import { h, replace } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { steps } from "./procedure.js";
import { countWords } from "./tray.js";
import { words } from "../kit/words.js";
import { amountField } from "./fields.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

export class OpeningPanel {
  /** @param {DealerStore} post */
  constructor(post) {
    this.post = post;
    this.element = h("div.opening");
    this.due = "";
    /** @type {ReturnType<typeof amountField>} */
    this.count = null;
    this.again = false; // the tray is to be counted once more
  }

  update() {
    const due = steps(this.post.view).filter((step) => step.state === "now");
    const state = JSON.stringify([
      due,
      this.again,
      this.post.count,
      this.post.offers.map((offer) => [offer.type, offer.command.step]),
    ]);
    if (state === this.due && this.element.firstChild) return; // a count may be half written
    this.due = state;
    let main = true;
    const cards = due.map(({ id }) => {
      const offer = this.post.offers.find((each) =>
        id === "count_tray" ? each.type === "count_tray" : each.type === "check_off" && each.command.step === id,
      );
      const card = this._step(id, offer, main);
      if (offer) main = false;
      return card;
    });
    const recount = this._recount(due);
    if (this.again && recount) cards.unshift(this._step("count_tray", recount, false));
    replace(this.element, ...cards);
  }

  /** What enters a count again that nobody but the dealer has signed for. @param {{id: string}[]} due */
  _recount(due) {
    return due.some(({ id }) => id === "count_tray")
      ? undefined
      : this.post.offers.find((offer) => offer.type === "count_tray");
  }

  /** @param {Wire.Command} told */
  async _count(told) {
    if (!(await this.post.act(told))) return;
    this.again = false;
    this.update();
  }

  /**
   * @param {string} id
   * @param {Wire.Offer | undefined} offer
   * @param {boolean} main
   */
  _step(id, offer, main) {
    const w = words.deal;
    const step = w.steps[id];
    const wait = h("p.dim");
    /** @type {HTMLElement[]} */
    const parts = [h("h3", { text: step.title }), h("p", { class: "dim", text: step.hint })];
    const { count: found, view } = this.post;
    const stands = view.step_order.indexOf(id) > view.step_order.indexOf("count_tray"); // for what was counted
    if (found && stands)
      parts.push(
        h("p", { class: found.counted === found.expected ? "tray-count" : "tray-count off", text: countWords(found) }),
      );
    if (!offer) {
      parts.push(wait);
      this.post.ask(/** @type {Wire.CheckOff} */ ({ type: "check_off", step: id })).then((would) => {
        wait.textContent = would.refusal?.code === "wrong_role" ? w.forFloor : (would.refusal?.reason ?? "");
      });
    } else {
      const count = id === "count_tray" ? amountField(offer, () => button.click()) : null;
      const button = h(
        "button",
        {
          class: main ? "button go dock-main" : "button go",
          "data-main": main,
          "data-act": offer.type,
          "data-step": id,
          on: {
            click: () => {
              const told = count ? count.tell(offer) : offer.command;
              if (told) count ? this._count(told) : this.post.act(told);
            },
          },
        },
        h("span", { text: count ? kind("count_tray").label : w.doneStep }),
        main ? h("span", { class: "key", text: w.key.space }) : null,
      );
      if (count) parts.push(count.element);
      parts.push(button);
    }
    if (found && !this.again && stands && this._recount([]))
      parts.push(
        button(
          w.recount,
          () => {
            this.again = true;
            this.update();
          },
          "small",
          { "data-act": "recount" },
        ),
      );
    return h("section", { class: "opening-step", "data-step": id }, ...parts);
  }
}
