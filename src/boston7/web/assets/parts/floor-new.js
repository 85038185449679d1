// @ts-check
/** A new table: its name, its rules, its chips, and who deals. */
import { post } from "../lib/api.js";
import { h, replace } from "../lib/dom.js";
import { parseDollars } from "../lib/money.js";
import { words } from "../lib/words.js";

/** @typedef {{id: string, name: string}} HouseName */
/** @typedef {import("../lib/socket.js").Connection} Connection */

let made = 0;

/**
 * @param {string} label
 * @param {Record<string, string>} choices
 */
export function chooser(label, choices) {
  const select = h(
    "select",
    { id: `choose-${++made}` },
    ...Object.entries(choices).map(([value, text]) => h("option", { value, text })),
  );
  return { select, element: h("label", { for: select.id }, label, select) };
}

/** How a live table deals; told when it is opened. */
export function dealing() {
  const w = words.floor.make;
  const device = chooser(w.device, w.devices);
  const style = chooser(w.style, w.styles);
  const ready = h("input", { type: "checkbox", id: `ready-${++made}` });
  return {
    element: h(
      "div",
      { class: "new-live" },
      device.element,
      style.element,
      h("label", { class: "report-check", for: ready.id }, ready, w.preinspected),
    ),
    /** @param {string} name @param {number} tray */
    command: (name, tray) =>
      /** @type {import("../lib/wire.js").OpenTable} */ ({
        type: "open_table",
        name,
        tray,
        live: true,
        device: device.select.value,
        style: style.select.value,
        preinspected: ready.checked,
      }),
  };
}

export class NewTable {
  /**
   * @param {Connection} line
   * @param {(name: string) => void} onMade
   */
  constructor(line, onMade) {
    const w = words.floor.make;
    this.line = line;
    this.onMade = onMade;
    this.name = h("input", { id: "new-name", required: true, maxlength: 40, autocomplete: "off" });
    this.house = chooser(w.house, {});
    this.tray = h("input", { id: "new-tray", inputmode: "decimal", class: "money-input", autocomplete: "off" });
    this.who = chooser(w.who, { live: w.live, human: w.human, platform: w.platform });
    this.play = h("input", { type: "checkbox", id: "new-money" });
    this.dealing = dealing();
    this.fast = h("input", { type: "checkbox", id: "new-fast" });
    this.above = h("input", {
      id: "new-above",
      inputmode: "decimal",
      class: "money-input",
      autocomplete: "off",
      placeholder: w.aboveNone,
    });
    this.entry = h(
      "div",
      { class: "new-live" },
      h("label", { class: "report-check", for: "new-fast" }, this.fast, w.fast),
      h("label", { for: "new-above" }, w.above, this.above),
    );
    this.fault = h("p", { class: "fault", role: "alert" });
    this.who.select.addEventListener("change", () => this._who());
    const form = h(
      "form",
      {
        class: "new-table",
        "data-form": "new-table",
        novalidate: true,
        on: { submit: (/** @type {Event} */ event) => this._submit(event) },
      },
      h("label", { for: "new-name" }, w.name, this.name),
      this.house.element,
      h("label", { for: "new-tray" }, w.tray, this.tray),
      this.who.element,
      this.dealing.element,
      this.entry,
      h("label", { class: "report-check", for: "new-money" }, this.play, w.money),
      this.fault,
      h(
        "div",
        { class: "dialog-acts" },
        h("button", {
          type: "button",
          class: "button quiet",
          text: w.cancel,
          on: { click: () => this.element.close() },
        }),
        h("button", { type: "submit", class: "button go", text: w.submit }),
      ),
    );
    this.element = h("dialog", { "aria-labelledby": "new-title" }, h("h2", { id: "new-title", text: w.title }), form);
    this._who();
  }

  /** @param {HouseName[]} houses */
  know(houses) {
    replace(
      this.house.select,
      h("option", { value: "", text: words.floor.make.chooseHouse }),
      ...houses.map((house) => h("option", { value: house.id, text: house.name })),
    );
  }

  open() {
    replace(this.fault);
    this.element.showModal();
    this.name.focus();
  }

  _who() {
    const live = this.who.select.value === "live";
    this.dealing.element.hidden = this.entry.hidden = !live;
    this.play.checked = !live;
  }

  /** @param {HTMLElement} field @param {string} why */
  _refuse(field, why) {
    replace(this.fault, why);
    field.focus();
  }

  /** @param {Event} event */
  async _submit(event) {
    event.preventDefault();
    const w = words.floor.make;
    const tray = parseDollars(this.tray.value);
    if (!this.name.value.trim()) return this._refuse(this.name, w.badName);
    if (!this.house.select.value) return this._refuse(this.house.select, w.badHouse);
    if (!tray) return this._refuse(this.tray, w.bad);
    const who = this.who.select.value;
    const above = this.above.value.trim() ? parseDollars(this.above.value) : null;
    const fast = who === "live" && this.fast.checked;
    if (fast && this.above.value.trim() && !above) return this._refuse(this.above, w.badAbove);
    const entry = fast ? { entry: { hands: "results", three_cards: "ranks", cards_above: above } } : {};
    const name = this.name.value.trim();
    try {
      // A person who deals virtual cards still does every act; only the paperwork of the opening is the platform's.
      const automation = who === "human" ? { automation: ["opening"] } : {};
      await post("/api/tables", {
        name,
        house: this.house.select.value,
        tray,
        live: who === "live",
        play_money: this.play.checked,
        ...automation,
        ...entry,
      });
      if (who === "live") {
        const answer = await this.line.act(name, this.dealing.command(name, tray));
        if (answer.type === "refused") return replace(this.fault, answer.reason);
      }
    } catch (error) {
      return replace(this.fault, /** @type {Error} */ (error).message);
    }
    this.element.close();
    this.name.value = "";
    this.tray.value = "";
    this.above.value = "";
    this.fast.checked = false;
    this.house.select.value = "";
    this.onMade(name);
  }
}
