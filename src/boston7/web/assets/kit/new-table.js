/** A new table: its name, its rules, its chips, and who deals. */
import { post } from "./api.js";
import { BOUNDS } from "./blank.js";
import { h, replace } from "./dom.js";
import { chipValues } from "./denominations.js";
import { dollars, parseDollars, plain } from "./money.js";
import { say, words } from "./words.js";
import { trayForm } from "./count-form.js";
import { closer, makeDialog, show } from "./dialog.js";
import { choice, line as textLine, part, picker } from "./fields.js";
import { makeForm } from "./form.js";

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

/** How a live table deals. Chosen when it is opened. */
export function dealing() {
  const w = words.floor.make;
  const device = chooser(w.device, w.devices);
  const style = chooser(w.style, w.styles);
  const ready = h("input", { type: "checkbox", id: `ready-${++made}` });
  return {
    element: h(
      "div.new-live",
      device.element,
      style.element,
      h("label", { class: "report-check", for: ready.id }, ready, w.preinspected),
    ),
    /** @param {string} name @param {{cents: number, pieces?: Wire.Piece[]}} tray */
    command: (name, { cents, ...pieces }) =>
      /** @type {Wire.OpenTable} */ ({
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

/** The cards and results that are entered at a table, in words. @param {Wire.Entry} entry */
export function enteredWords({ hands, cards_above }) {
  const w = words.floor.make.enters;
  if (hands !== "results") return w.cards;
  return cards_above === null ? w.results : say(w.above, { amount: dollars(cards_above) });
}

/** What the dealer of a live table enters: every card, or results up to a payout limit. */
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
      "div.new-live",
      h("label", { class: "report-check", for: `${id}-fast` }, fast, w.fast),
      h("label", { for: `${id}-above` }, w.above, above),
    ),
    /** @param {Wire.Entry} entry */
    show(entry) {
      fast.checked = entry.hands === "results";
      above.value = entry.cards_above === null ? "" : plain(entry.cards_above);
    },
    /** @returns {{fault: string} | {entry?: Wire.Entry}} */
    read() {
      const typed = above.value.trim();
      const cents = typed ? parseDollars(typed) : null;
      if (typed && (!fast.checked || !cents)) return { fault: fast.checked ? w.badAbove : w.aboveAlone };
      return fast.checked ? { entry: { hands: "results", three_cards: "ranks", cards_above: cents } } : {};
    },
  };
}

/**
 * The opening tray: by denomination if the table has real chips.
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
    this.house = picker("house", {});
    this.tray = opener("new-tray", []);
    this.trays = h("div.tray-form");
    /** @type {string | null} */
    this.laid = null;
    this.who = chooser(w.who, { live: w.live, human: w.human, platform: w.platform });
    this.play = h("input", { type: "checkbox", id: "new-money" });
    this.dealing = dealing();
    this.entry = entering();
    this.who.select.addEventListener("change", () => this._who());
    const forPlay = h("label", { class: "report-check", for: "new-money" }, this.play, w.money);
    let made = "";
    this.form = makeForm({
      form: "new-table",
      look: "new-table",
      fields: {
        name: textLine("name", w.name, w.badName, { id: "new-name", maxlength: BOUNDS.name }),
        house: choice(w.house, this.house, w.badHouse),
        who: part(this.who.element, () => this.who.select.value),
        play_money: part(forPlay, () => this.play.checked),
        tray: part(this.trays, () => this.tray.read()),
        dealing: part(this.dealing.element, () => null),
        entry: part(this.entry.element, this.entry.read),
      },
      yes: w.submit,
      acts: [closer(words.common.cancel, "quiet")],
      act: async ({ name, house, who, play_money, tray, entry }) => {
        const live = who === "live";
        // A person who deals virtual cards acts in every step. The platform does the paperwork of the opening.
        /** @type {Wire.Automation[]} */
        const paperwork = ["opening"];
        await post("/api/tables", {
          name,
          house,
          live,
          play_money,
          ...(live ? entry : { tray: tray.cents }),
          ...(who === "human" ? { automation: paperwork } : {}),
        });
        const answer = live ? await line.act(name, this.dealing.command(name, tray)) : null;
        if (answer?.type === "refused") throw new Error(answer.reason);
        made = name;
      },
      onDone: (form) => {
        this.element.close();
        form.reset();
        onMade(made);
      },
    });
    this.element = makeDialog({ name: "new", title: w.title, body: [this.form] });
    this._who();
  }

  /** @param {Wire.HouseSummary[]} houses */
  know(houses) {
    this.house.append(...houses.map(({ id, name }) => h("option", { value: id, text: name })));
  }

  open() {
    this._who(); // The denominations are loaded by now.
    show(this.element);
    this.form.querySelector("input")?.focus();
  }

  _who() {
    const live = this.who.select.value === "live";
    this.dealing.element.hidden = this.entry.element.hidden = !live;
    this.play.checked = !live;
    const values = live ? chipValues() : [];
    if (this.laid === values.join()) return; // Keep the typed values.
    this.laid = values.join();
    this.tray = opener("new-tray", values);
    const head = values.length ? h("p", { class: "eyebrow", text: words.floor.make.tray }) : null;
    replace(this.trays, head, ...this.tray.parts);
  }
}
