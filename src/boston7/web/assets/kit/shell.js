/**
 * The header of every page: the page, the person, the preferences, the state of the connection.
 * `<b7-shell data-page="table" data-house="own" data-table="main">`; the page's own content follows the brand.
 */
import { h, redraw, replace, svg } from "./dom.js";
import { button } from "./parts.js";
import { Heads } from "./heads.js";
import { dollars } from "./money.js";
import { prefs } from "./prefs.js";
import { hasDuty, me as whoAmI, worksAt } from "./session.js";
import { connection } from "./socket.js";
import { common } from "./words/common.js";

/** @typedef {import("./heads.js").Head} Head */

const SLIDERS = "M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4a2 2 0 1 0 0-4M9 15a2 2 0 1 0 0 4a2 2 0 1 0 0-4";
const BARS = "M4 7h16M4 12h16M4 17h16";

const SETTINGS = /** @type {const} */ ([
  ["theme", ["dark", "light", "system"]],
  ["deck", ["two", "four"]],
  ["motion", ["system", "full", "reduced"]],
  ["speed", ["slow", "normal", "fast"]],
  ["sound", ["off", "on"]],
  ["volume", ["low", "middle", "high"]],
]);

export class ShellElement extends HTMLElement {
  static observedAttributes = ["data-house", "data-table"];

  connectedCallback() {
    if (this._built) return;
    this._built = true;
    const brand = this.querySelector(".brand") ?? h("a", { class: "brand", href: "/", text: common.brand });
    const info = [...this.childNodes].filter((node) => node !== brand);
    this._nav = h("nav", { id: "shell-nav", "aria-label": common.nav.label });
    this._person = h("div.person");
    this._line = h("span", {
      class: "line",
      role: "img",
      "data-line": "idle",
      "aria-label": common.connection.idle,
    });
    this._menu = h(
      "button",
      {
        class: "icon menu",
        "aria-label": common.menu,
        "aria-expanded": "false",
        "aria-controls": "shell-nav",
        on: { click: () => this._toggle() },
      },
      svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: BARS })),
    );
    const settings = h(
      "button",
      {
        class: "icon",
        "aria-label": common.settings.title,
        title: common.settings.title,
        popovertarget: "shell-settings",
      },
      svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SLIDERS })),
    );
    replace(
      this,
      brand,
      ...info,
      h("span.grow"),
      this._nav,
      this._person,
      this._line,
      settings,
      this._menu,
      this._settings(),
    );
    this.setAttribute("role", "banner");
    this._drawNav(null);
    this._drawPerson(null);
    this._listen();
  }

  attributeChangedCallback() {
    if (this._built) this._drawNav(this._me ?? null);
  }

  _listen() {
    const line = connection();
    line.addEventListener("me", (event) => this._know(/** @type {CustomEvent<Wire.Me>} */ (event).detail));
    line.addEventListener("up", () => this._drawLine());
    line.addEventListener("down", () => this._drawLine());
    const heads = new Heads((finding) => this._warn(finding, heads));
    line.addEventListener("up", () => heads.again());
    line.addEventListener("head", (event) => heads.told(/** @type {CustomEvent<Head>} */ (event).detail));
    this._drawLine();
    if (line.me) this._know(line.me);
    else
      whoAmI().then(
        (me) => this._know(me),
        () => {},
      ); // The room is unreachable: the page shows the error itself.
    this.addEventListener(
      "keydown",
      (event) => event.key === "Escape" && this.hasAttribute("data-open") && this._toggle(),
    );
  }

  /** @param {Wire.Me} me */
  _know(me) {
    this._me = me;
    this._drawNav(me);
    this._drawPerson(me);
  }

  _toggle() {
    const open = this.toggleAttribute("data-open");
    this._menu?.setAttribute("aria-expanded", String(open));
  }

  /** @param {Wire.Me | null} me */
  _drawNav(me) {
    const { house, table, page } = this.dataset;
    const w = common.nav;
    const tail = house ? `/${encodeURIComponent(house)}` : "";
    /** @type {[string, string, string][]} */
    const links = [
      ["lobby", "/", w.lobby],
      ["rules", `/rules${tail}`, w.rules],
      ["odds", `/odds${tail}`, w.odds],
    ];
    // A table's link shows the proof of its own shuffle.
    if (page !== "table") links.push(["fair", "/fair", w.fairness]);
    if (hasDuty(me, "deal")) links.push(["deal", table ? `/deal/${encodeURIComponent(table)}` : "/deal", w.console]);
    for (const name of /** @type {const} */ (["floor", "shift", "audit", "people", "setup"]))
      if (worksAt(me, name)) links.push([name, `/${name}`, w[name]]);
    const items = links.map(([name, href, text]) =>
      h("li", h("a", { href, text, "aria-current": name === page ? "page" : null })),
    );
    if (this._nav) redraw(this._nav, h("ul", ...items));
  }

  /** @param {Wire.Me | null} me */
  _drawPerson(me) {
    if (!this._person) return;
    const w = common.person;
    if (!me) return redraw(this._person);
    if (!me.person) return redraw(this._person, h("a", { href: "/login", text: w.login }));
    const money = hasDuty(me, "play")
      ? [h("span", { class: "cage", text: ` ${w.balance}` }), h("span", { class: "money", text: dollars(me.balance) })]
      : [];
    redraw(
      this._person,
      h("a", { href: "/me", title: w.account }, h("span", { class: "name", text: me.person.name }), ...money),
    );
  }

  _drawLine() {
    const line = connection();
    const state = line.up ? "up" : line.wanted ? "down" : "idle";
    const text = common.connection[state];
    this._line?.setAttribute("data-line", state);
    this._line?.setAttribute("aria-label", text);
    this._line?.setAttribute("title", text);
  }

  /**
   * The record differs from what this browser saw before.
   * @param {import("./heads.js").Finding} finding
   * @param {Heads} heads
   */
  _warn(finding, heads) {
    const w = common.record;
    const alarm = h(
      "div",
      { class: "record-alarm", role: "alert" },
      h("span", { text: w[finding] }),
      button(w.accept, () => {
        heads.accept();
        alarm.remove();
      }),
    );
    this.after(alarm);
  }

  _settings() {
    const w = /** @type {Record<string, string>} */ (common.settings);
    const rows = SETTINGS.flatMap(([name, values]) => {
      const choose = h("div", { class: "choice", role: "group", "aria-label": w[name] });
      const draw = () => {
        for (const button of choose.querySelectorAll("button"))
          button.setAttribute("aria-pressed", String(button.dataset.value === prefs.get(name)));
      };
      for (const value of values)
        choose.append(
          h("button", { "data-value": value, text: w[value], on: { click: () => prefs.set(name, value) } }),
        );
      draw();
      prefs.addEventListener("change", draw);
      return [h("span", { text: w[name] }), choose];
    });
    return h(
      "div",
      { id: "shell-settings", class: "settings", popover: "auto", role: "group", "aria-label": w.title },
      ...rows,
    );
  }
}

if (!customElements.get("b7-shell")) customElements.define("b7-shell", ShellElement);
