/** The dealer's side of the table: cards, tray, shoe, rack, and the words in the middle. */
import { handParts } from "../kit/hands.js";
import { capital } from "../kit/say.js";
import { svg } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say } from "../kit/say.js";
import { felt as words } from "../kit/words/felt.js";
import { card, pill, place, widthOf } from "./draw.js";
import { dealerPlaces } from "./layout.js";
import { level, rackParts, shoeParts, trayParts } from "./tray.js";
import { bannerOf, describeDealer } from "./words.js";

const UNTOLD = 20; // The level of a shoe whose cards are still to be counted.

/** @typedef {import("./layout.js").Layout} Layout */

export class DealerSide {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    this.keys = { tray: "", shoe: "", rack: "", cards: "", banner: "" };
    this.tray = svg("g", { class: "felt-tray" });
    this.shoe = svg("g", { class: "felt-shoe", transform: place(layout.shoe) });
    this.rack = svg("g", { class: "felt-rack", transform: place(layout.rack) });
    this.cards = svg("g", { class: "felt-dealer-cards" });
    this.words = svg("g", { class: "felt-words", "aria-hidden": "true" });
    this.banner = svg("g", { class: "felt-banner", "aria-hidden": "true" });
  }

  /** @param {Wire.TableView} view */
  show(view) {
    if (this.changed("tray", level(view.tray), view.tray)) {
      named(this.tray, view.tray === null ? words.says.trayOpen : say(words.says.tray, { amount: dollars(view.tray) }));
      this.tray.replaceChildren(...trayParts(this.layout, view.tray));
    }
    const stub = view.stub_racked ? 0 : view.stub;
    if (this.changed("shoe", stub)) {
      named(this.shoe, stub === null ? words.says.shoeOpen : say(words.says.shoe, { count: stub }));
      this.shoe.replaceChildren(...(this.layout.well ? [] : shoeParts(stub ?? UNTOLD)));
    }
    const racked = view.discard_rack + (view.stub_racked ? (view.stub ?? 0) : 0);
    if (this.changed("rack", racked)) {
      named(this.rack, say(words.says.rack, { count: racked }));
      this.rack.replaceChildren(...(this.layout.well ? [] : rackParts(racked)));
    }
    if (this.changed("cards", view.dealer_cards, view.dealer_five, view.dealer_hand)) this.showCards(view);
    const banner = this.layout.facing === "dealer" ? null : bannerOf(view); // the call line says it
    if (this.changed("banner", banner))
      this.banner.replaceChildren(...(banner ? bannerParts(this.layout, banner) : []));
  }

  /** @param {keyof DealerSide["keys"]} name @param {...unknown} what */
  changed(name, ...what) {
    const key = JSON.stringify(what);
    if (key === this.keys[name]) return false;
    this.keys[name] = key;
    return true;
  }

  /** @param {Wire.TableView} view */
  showCards(view) {
    const { dealer, phone } = this.layout;
    const { dealer_cards: cards, dealer_five: five } = view;
    named(this.cards, describeDealer(view));
    const places = dealerPlaces(this.layout, cards.length);
    this.cards.replaceChildren(
      ...cards.map((code, at) => {
        const raised = five.includes(code);
        const y = places[at].y - (raised ? dealer.raise : 0);
        return card(code, { x: places[at].x, y }, { width: dealer.card, raised, discard: five.length > 0 && !raised });
      }),
    );
    if (phone && !cards.length) {
      // The name of the game fills the space before the first cards.
      this.words.replaceChildren(
        svg("text", {
          class: "felt-phone-title",
          x: dealer.x,
          y: dealer.y + 10,
          "text-anchor": "middle",
          text: words.title.toUpperCase(),
        }),
      );
      return;
    }
    this.words.replaceChildren(
      ...(view.dealer_hand
        ? [pill(handParts(view.dealer_hand), dealer.words, { size: phone ? 13 : 18, kind: "felt-dealer-hand" })]
        : []),
    );
  }
}

/** The group is an image only if it has content. @param {SVGGElement} group @param {string} label */
function named(group, label) {
  group.setAttribute("role", "img");
  group.setAttribute("aria-label", label);
}

/** A phone has room for two lines only where the dealer's cards lie, above the seats. */
const BELOW = 24;

/**
 * @param {Layout} layout
 * @param {{title: string, lines: string[], kind: string}} banner
 */
export function bannerParts({ caption, dealer, phone }, { title, lines, kind }) {
  const size = phone ? 13 : 15.5;
  const rows = lines.flatMap((line, at) =>
    wrapped(capital(line), at ? size * 0.84 : size, phone ? 330 : 276).map((text) => ({ text, clause: at > 0 })),
  );
  const width =
    Math.max(
      widthOf(title, size * 1.3),
      ...rows.map(({ text, clause }) => widthOf(text, clause ? size * 0.84 : size, "sans", 500)),
    ) +
    size * 2.2;
  const head = title ? 2.5 : 1.2;
  const height = size * head + rows.length * size * 1.35 + (rows.length ? size * 0.5 : 0);
  return [
    svg(
      "g",
      {
        class: `felt-notice felt-notice-${kind}`,
        transform: place(phone ? { x: dealer.x, y: dealer.y + BELOW } : caption),
      },
      svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 12 }),
      svg("text", {
        class: "felt-notice-title",
        y: -height / 2 + size * 1.75,
        "font-size": size * 1.3,
        "text-anchor": "middle",
        text: title,
      }),
      ...rows.map(({ text, clause }, row) =>
        svg("text", {
          class: clause ? "felt-notice-clause" : "felt-notice-line",
          y: -height / 2 + size * (head + 0.75 + row * 1.35),
          "font-size": clause ? size * 0.84 : size,
          "text-anchor": "middle",
          text,
        }),
      ),
    ),
  ];
}

/** @param {string} text @param {number} size @param {number} room */
function wrapped(text, size, room) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && widthOf(longer, size, "sans", 500) <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.slice(0, 3);
}
