/**
 * Who deals at this table: sign on, relieve, key beside the dealer, sign off. What is possible comes with the offers.
 */
import { h, redraw } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { say, words } from "../kit/words.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

export class StaffLine {
  /**
   * @param {DealerStore} post
   * @param {string} me
   * @param {string} [console] the table whose console this is, where they signed on by PIN
   */
  constructor(post, me, console = "") {
    this.post = post;
    this.me = me;
    this.console = console;
    this.asked = false; // relief takes a second tap
    this.element = h("div.staff-line");
  }

  update() {
    const { view, offers } = this.post;
    const w = words.deal.staff;
    const offered = (/** @type {string} */ type) => offers.some((offer) => offer.type === type);
    const act = (/** @type {"sign_on" | "sign_on_beside" | "sign_off"} */ type) => () => {
      this.asked = false;
      this.post.act({ type });
    };
    const on = view.dealer === this.me || view.keyer === this.me;
    if (on || !view.dealer) this.asked = false;
    const relieve = this.asked
      ? button(say(w.confirm, { name: view.dealer }), act("sign_on"), "small go")
      : button(
          say(w.relieve, { name: view.dealer }),
          () => {
            this.asked = true;
            this.update();
          },
          "small",
        );
    const who = [
      view.dealer ? say(view.dealer === this.me ? w.you : w.deals, { name: view.dealer }) : view.live ? w.nobody : "",
      view.keyer ? say(w.keys, { name: view.keyer }) : "",
      view.call ? say(w.called, { what: view.call }) : "",
    ];
    this.element.hidden = !view.live;
    redraw(
      this.element,
      h("span", { class: view.call ? "staff-who called" : "staff-who dim", text: who.filter(Boolean).join(" · ") }),
      offered("sign_on") ? (view.dealer ? relieve : button(w.on, act("sign_on"), "small go")) : null,
      offered("sign_on_beside") ? button(w.beside, act("sign_on_beside"), "small") : null,
      offered("sign_off") ? button(w.off, act("sign_off"), "small") : null,
      this.console
        ? h("a", {
            class: "button small",
            href: `/console/${encodeURIComponent(this.console)}?change`,
            text: w.change,
          })
        : null,
    );
  }
}
