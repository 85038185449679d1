// @ts-check
/** A new table: its name, its rules, its chips, and who deals. */
import { post } from "./api.js";
import { BOUNDS } from "./blank.js";
import { h, replace } from "./dom.js";
import { chipValues } from "./denominations.js";
import { dollars, parseDollars, plain } from "./money.js";
import { say, words } from "./words.js";
import { trayForm } from "./count-form.js";

/** @typedef {import("./wire.js").HouseSummary} HouseName */
/** @typedef {import("./wire.js").Entry} Entry */
/** @typedef {import("./socket.js").Connection} Connection */

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
    /** @param {string} name @param {{cents: number, pieces?: import("./count-form.js").Piece[]}} tray */
    command: (name, { cents, ...pieces }) =>
      /** @type {import("./wire.js").OpenTable} */ ({
        type: "open_table",
        name,
        tray: cents,
        ...pieces,
        live: true,
        device: device.select.value,
        style: style.select.value,
        preinspected: ready.checked,
      }),
  };
}

/** What must be entered at a table, in words. @param {Entry} entry */
export function enteredWords({ hands, cards_above }) {
  const w = words.floor.make.enters;
  if (hands !== "results") return w.cards;
  return cards_above === null ? w.results : say(w.above, { amount: dollars(cards_above) });
}

/** What the dealer of a live table enters of a hand: every card, or results where the payout is not too large. */
export function entering(id = "new") {
  const w = words.floor.make;
  const fast = h("input", { type: "checkbox", id: `${id}-fast` });
  const above = h("input", {
    id: `${id}-above`,
    inputmode: "decimal",
    class: "money-input",
    autocomplete: "off",
    placeholder: w.aboveNone,
  });
  return {
    element: h(
      "div",
      { class: "new-live" },
      h("label", { class: "report-check", for: `${id}-fast` }, fast, w.fast),
      h("label", { for: `${id}-above` }, w.above, above),
    ),
    above,
    clear() {
      fast.checked = false;
      above.value = "";
    },
    /** @param {Entry} entry */
    show(entry) {
      fast.checked = entry.hands === "results";
      above.value = entry.cards_above === null ? "" : plain(entry.cards_above);
    },
    /** @returns {{fault: string} | {entry?: Entry}} */
    read() {
      const typed = above.value.trim();
      const cents = typed ? parseDollars(typed) : null;
      if (typed && (!fast.checked || !cents)) return { fault: fast.checked ? w.badAbove : w.aboveAlone };
      return fast.checked ? { entry: { hands: "results", three_cards: "ranks", cards_above: cents } } : {};
    },
  };
}

/**
 * The chips a table opens with: by denomination where real chips lie there.
 * @param {string} id
 * @param {number[]} values
 */
export function opener(id, values) {
  const w = words.floor.make;
  const input = h("input", { id, inputmode: "decimal", class: "money-input", autocomplete: "off" });
  return trayForm({
    values,
    id: `${id}-chips`,
    input,
    label: values.length ? w.trayTotal : w.tray,
    total: (text) => {
      const value = parseDollars(text);
      return value ? { value } : { fault: w.bad };
    },
  });
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
    this.name = h("input", { id: "new-name", required: true, maxlength: BOUNDS.name, autocomplete: "off" });
    this.house = chooser(w.house, {});
    this.tray = opener("new-tray", []);
    this.trays = h("div", { class: "tray-form" });
    /** @type {string | null} */
    this.laid = null;
    this.who = chooser(w.who, { live: w.live, human: w.human, platform: w.platform });
    this.play = h("input", { type: "checkbox", id: "new-money" });
    this.dealing = dealing();
    this.entry = entering();
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
      this.who.element,
      h("label", { class: "report-check", for: "new-money" }, this.play, w.money),
      this.trays,
      this.dealing.element,
      this.entry.element,
      this.fault,
      h(
        "div",
        { class: "dialog-acts" },
        h("button", { class: "button quiet", text: words.common.cancel, on: { click: () => this.element.close() } }),
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
      h("option", { value: "", text: words.common.choose }),
      ...houses.map((house) => h("option", { value: house.id, text: house.name })),
    );
  }

  open() {
    replace(this.fault);
    this._lay(this.who.select.value === "live"); // the denominations are known by now
    this.element.showModal();
    this.name.focus();
  }

  _who() {
    const live = this.who.select.value === "live";
    this.dealing.element.hidden = this.entry.element.hidden = !live;
    this.play.checked = !live;
    this._lay(live);
  }

  /** @param {boolean} live */
  _lay(live) {
    const values = live ? chipValues() : [];
    if (this.laid === values.join()) return; // what was typed stays
    this.laid = values.join();
    this.tray = opener("new-tray", values);
    replace(
      this.trays,
      values.length ? h("p", { class: "eyebrow", text: words.floor.make.tray }) : null,
      ...this.tray.parts,
    );
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
    if (!this.name.value.trim()) return this._refuse(this.name, w.badName);
    if (!this.house.select.value) return this._refuse(this.house.select, w.badHouse);
    const tray = this.tray.read();
    if ("fault" in tray) return replace(this.fault, tray.fault);
    const who = this.who.select.value;
    const entry = who === "live" ? this.entry.read() : {};
    if ("fault" in entry) return this._refuse(this.entry.above, entry.fault);
    const name = this.name.value.trim();
    try {
      // A person who deals virtual cards still does every act; only the paperwork of the opening is the platform's.
      /** @type {import("./wire.js").Automation[]} */
      const paperwork = ["opening"];
      await post("/api/tables", {
        name,
        house: this.house.select.value,
        ...(who === "live" ? {} : { tray: tray.cents }),
        live: who === "live",
        play_money: this.play.checked,
        ...(who === "human" ? { automation: paperwork } : {}),
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
    this.tray.clear();
    this.entry.clear();
    this.house.select.value = "";
    this.onMade(name);
  }
}
