/** Who deals at this table, in the dock: sign on, relieve, assist, sign off; and how the screen looks. */
import { h } from "../kit/dom.js";
import { prefs } from "../kit/prefs.js";
import { say, words } from "../kit/words.js";
import { dockKey, gold } from "./screen.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {import("./screen.js").Face} Face */

const LIKES = /** @type {const} */ ([
  ["theme", ["dark", "light", "system"]],
  ["deck", ["two", "four"]],
  ["motion", ["system", "full", "reduced"]],
]);

export class StaffPanel {
  /**
   * @param {DealerStore} post
   * @param {string} me
   * @param {string} console the table whose console this is, where people sign on by PIN
   * @param {{close: () => void, update: () => void}} doors
   */
  constructor(post, me, console, doors) {
    this.post = post;
    this.me = me;
    this.console = console;
    this.doors = doors;
    this.relieving = false; // relief takes a second tap
  }

  open() {
    this.relieving = false;
  }

  back() {
    this.doors.close();
  }

  /** @returns {Face} */
  face() {
    const { view, offers } = this.post;
    const w = words.deal.staff;
    const offered = (/** @type {string} */ type) => offers.some((offer) => offer.type === type);
    const act = (/** @type {"sign_on" | "sign_on_beside" | "sign_off"} */ type) => async () => {
      this.relieving = false;
      if (await this.post.act({ type })) this.doors.close();
    };
    const who = [
      view.dealer ? say(view.dealer === this.me ? w.you : w.deals, { name: view.dealer }) : view.live ? w.nobody : "",
      view.keyer ? say(w.keys, { name: view.keyer }) : "",
    ].filter(Boolean);
    const relieve = () => {
      this.relieving = true;
      this.doors.update();
    };
    return {
      title: who[0] ?? words.deal.title,
      hint: [...who.slice(1), view.call ? say(w.called, { what: view.call }) : ""].filter(Boolean).join(" · "),
      drawn: "staff",
      work: h("div.likes", ...LIKES.map(([name, values]) => this._like(name, values))),
      keys: [
        dockKey(words.deal.trouble.back, "", () => this.doors.close(), { look: "undo", "data-close": true }),
        offered("sign_on_beside") ? dockKey(w.beside, "", act("sign_on_beside")) : null,
        offered("sign_off") ? dockKey(w.off, "", act("sign_off")) : null,
        this.console
          ? h("a", { class: "dock-key", href: `/console/${encodeURIComponent(this.console)}?change`, text: w.change })
          : null,
      ],
      gold: offered("sign_on")
        ? view.dealer
          ? gold(say(this.relieving ? w.confirm : w.relieve, { name: view.dealer }), {
              press: this.relieving ? act("sign_on") : relieve,
            })
          : gold(w.on, { press: act("sign_on") })
        : gold(words.deal.backToRound, { press: () => this.doors.close() }),
    };
  }

  /** @param {string} name @param {readonly string[]} values */
  _like(name, values) {
    const w = /** @type {Record<string, string>} */ (words.common.settings);
    return h(
      "div",
      { class: "like", role: "group", "aria-label": w[name] },
      h("b", { text: w[name] }),
      ...values.map((value) =>
        h("button", {
          class: "dock-key",
          text: w[value],
          "data-like": `${name} ${value}`,
          "aria-pressed": String(prefs.get(name) === value),
          on: {
            click: () => {
              prefs.set(name, value);
              this.doors.update();
            },
          },
        }),
      ),
    );
  }
}
