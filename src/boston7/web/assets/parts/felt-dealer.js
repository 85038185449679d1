// @ts-check
/** The dealer's side of the table: cards, tray, shoe, rack, and the words in the middle. */
import { svg } from "../lib/dom.js";
import { dollars } from "../lib/money.js";
import { say } from "../lib/words.js";
import { felt as words } from "../lib/words/felt.js";
import { card, pill, place, widthOf } from "./felt-draw.js";
import { dealerPlaces } from "./felt-layout.js";
import { capital, describeDealer } from "./felt-words.js";

/** @typedef {import("../lib/wire.d.ts").TableView} TableView */
/** @typedef {import("./felt-layout.js").Layout} Layout */

const TUBES = /** @type {const} */ (["1", "1", "5", "5", "5", "25", "25", "25", "100", "100"]);
const IN_TUBE = 15;
const POOR = 100_00; // a tray with this much looks empty, one with RICH full
const RICH = 100_000_00;

export class DealerSide {
  /** @param {Layout} layout */
  constructor(layout) {
    this.layout = layout;
    this.keys = { tray: "", shoe: "", rack: "", cards: "", banner: "" };
    this.tray = svg("g", { class: "felt-tray", role: "img" });
    this.shoe = svg("g", { class: "felt-shoe", role: "img", transform: place(layout.shoe) });
    this.rack = svg("g", { class: "felt-rack", role: "img", transform: place(layout.rack) });
    this.cards = svg("g", { class: "felt-dealer-cards", role: "img" });
    this.words = svg("g", { class: "felt-words", "aria-hidden": "true" });
    this.banner = svg("g", { class: "felt-banner", "aria-hidden": "true" });
  }

  /** @param {TableView} view */
  show(view) {
    if (this.changed("tray", level(view.tray), view.tray)) {
      this.tray.setAttribute("aria-label", say(words.says.tray, { amount: dollars(view.tray) }));
      this.tray.replaceChildren(...trayParts(this.layout, view.tray));
    }
    const stub = view.stub_racked ? 0 : view.stub;
    if (this.changed("shoe", stub)) {
      this.shoe.setAttribute("aria-label", say(words.says.shoe, { count: stub }));
      this.shoe.replaceChildren(...shoeParts(stub));
    }
    const racked = view.discard_rack + (view.stub_racked ? view.stub : 0);
    if (this.changed("rack", racked)) {
      this.rack.setAttribute("aria-label", say(words.says.rack, { count: racked }));
      this.rack.replaceChildren(...rackParts(racked));
    }
    if (this.changed("cards", view.dealer_cards, view.dealer_five, view.dealer_hand)) this.showCards(view);
    const banner = bannerOf(view);
    if (this.changed("banner", banner)) this.banner.replaceChildren(...(banner ? bannerParts(this.layout, banner) : []));
  }

  /** @param {keyof DealerSide["keys"]} name @param {...unknown} what */
  changed(name, ...what) {
    const key = JSON.stringify(what);
    if (key === this.keys[name]) return false;
    this.keys[name] = key;
    return true;
  }

  /** @param {TableView} view */
  showCards(view) {
    const { dealer, phone } = this.layout;
    const { dealer_cards: cards, dealer_five: five } = view;
    this.cards.setAttribute("aria-label", describeDealer(view));
    const places = dealerPlaces(this.layout, cards.length);
    this.cards.replaceChildren(...cards.map((code, at) => {
      const raised = five.includes(code);
      const y = places[at].y - (raised ? dealer.raise : 0);
      return card(code, { x: places[at].x, y }, { width: dealer.card, raised, discard: five.length > 0 && !raised });
    }));
    this.words.replaceChildren(...(view.dealer_hand ? [pill(view.dealer_hand, dealer.words, { size: phone ? 13 : 18, kind: "felt-dealer-hand" })] : []));
  }
}

/** How full the tray looks, 0 to 1: by tens, so that both a small and a large float show their losses. @param {number} cents */
export function level(cents) {
  if (cents <= 0) return 0;
  const part = Math.log(Math.max(cents, POOR) / POOR) / Math.log(RICH / POOR);
  return Math.round(Math.min(1, 0.06 + part * 0.94) * TUBES.length * IN_TUBE) / (TUBES.length * IN_TUBE);
}

/** @param {Layout} layout @param {number} cents */
function trayParts({ tray, phone, facing }, cents) {
  if (phone) return [];
  const total = Math.round(level(cents) * TUBES.length * IN_TUBE);
  const gap = 5;
  const width = (tray.width - gap * (TUBES.length - 1)) / TUBES.length;
  const thick = tray.height / IN_TUBE;
  /** @type {SVGElement[]} */
  const parts = TUBES.flatMap((value, tube) => {
    const x = tray.x + tube * (width + gap);
    // The middle tubes are used most: chips are spread unevenly, as in a tray that has been worked from.
    const share = Math.floor(total / TUBES.length) + (((tube * 7) % TUBES.length) < total % TUBES.length ? 1 : 0);
    const uneven = Math.max(0, Math.min(IN_TUBE, share + (total < TUBES.length * IN_TUBE * 0.94 ? [1, -1, 0, 2, -2, 1, -1, 0, 2, -2][tube] : 0)));
    const bottom = facing === "dealer" ? tray.y : tray.y + tray.height;
    const chipsHere = Array.from({ length: uneven }, (_, k) => svg("rect", {
      class: `felt-tube-chip chip-${value}${k % 5 === 4 ? " felt-fifth" : ""}`, x,
      y: facing === "dealer" ? bottom + k * thick : bottom - (k + 1) * thick, width, height: thick - 0.5, rx: 1.2,
    }));
    return [
      svg("rect", { class: "felt-tube", x: x - 1, y: tray.y - 1, width: width + 2, height: tray.height + 2, rx: 4 }),
      ...chipsHere,
      ...(uneven ? [0.28, 0.72].map((part) => svg("rect", { class: "felt-tube-stripe", x: x + width * part - 2.5, y: facing === "dealer" ? bottom : bottom - uneven * thick, width: 5, height: uneven * thick - 0.5 })) : []),
      svg("rect", { class: "felt-tube-shine", x: x + width * 0.1, y: tray.y, width: width * 0.16, height: tray.height, rx: 3 }),
    ];
  });
  if (facing === "dealer")
    parts.push(svg("text", { class: "felt-label", x: tray.x + tray.width / 2, y: tray.y - 12, "text-anchor": "middle", text: say(words.tray, { amount: dollars(cents) }) }));
  return parts;
}

/** A black shoe with the next card at its mouth. @param {number} count */
function shoeParts(count) {
  const depth = Math.min(26, count * 0.5);
  const parts = [/** @type {SVGElement} */ (svg("rect", { class: "felt-shoe-throat", x: -36, y: -24, width: 52, height: 48 }))];
  if (count) {
    parts.push(svg("rect", { class: "felt-shoe-stack", x: -17 + 0, y: -32, width: 34 + depth * 0.4, height: 52, rx: 4 }));
    parts.push(card("??", { x: -6, y: 4 }, { width: 40 }));
  }
  parts.push(
    svg("path", { class: "felt-shoe-body", d: "M -34 -34 H 26 Q 36 -34 36 -24 V 24 Q 36 34 26 34 H -34 Q -38 34 -38 30 V 22 H 14 V -22 H -38 V -30 Q -38 -34 -34 -34 Z" }),
    svg("path", { class: "felt-shoe-shine", d: "M -32 -29 H 24 Q 31 -29 31 -22" }),
  );
  return parts;
}

/** @param {number} count */
function rackParts(count) {
  const layers = Math.min(18, Math.ceil(count / 3));
  const parts = [];
  for (let k = 0; k < layers; k++) {
    const lift = k * 1.25;
    const top = k === layers - 1;
    if (top) parts.push(card("??", { x: (k % 3) - 1, y: 8 - lift }, { width: 42, tilt: ((k * 37) % 7) - 3 }));
    else parts.push(svg("rect", { class: "felt-rack-edge", x: -21 + (k % 3) - 1, y: 8 - 29.4 - lift, width: 42, height: 58.8, rx: 4 }));
  }
  parts.push(svg("path", { class: "felt-rack-glass", d: "M -38 -34 V 30 Q -38 36 -32 36 H 32 Q 38 36 38 30 V -34" }));
  return parts;
}

/**
 * Words across the middle that stay: why a round is void, that the table is closing or closed.
 * @param {TableView} view
 * @returns {{title: string, lines: string[], kind: string} | null}
 */
export function bannerOf(view) {
  if (view.void_reason) {
    const clause = view.seats.flatMap((seat) => seat.lines).find((line) => line.result === "void")?.clause;
    return { title: words.void, lines: [view.void_reason, clause ?? ""].filter(Boolean), kind: "void" };
  }
  if (view.phase === "closed") return { title: words.closed, lines: [], kind: "closed" };
  if (view.closing || view.phase === "closing")
    return { title: view.phase === "closing" ? words.closingNow : words.closing, lines: view.closing ? [view.closing] : [], kind: "closing" };
  return null;
}

/**
 * @param {Layout} layout
 * @param {{title: string, lines: string[], kind: string}} banner
 */
export function bannerParts({ caption, phone }, { title, lines, kind }) {
  const size = phone ? 13 : 15.5;
  const rows = lines.flatMap((line, at) => wrapped(capital(line), at ? size * 0.84 : size, phone ? 330 : 276).map((text) => ({ text, clause: at > 0 })));
  const width = Math.max(widthOf(title, size * 1.3), ...rows.map(({ text, clause }) => widthOf(text, clause ? size * 0.84 : size, "sans", 500))) + size * 2.2;
  const head = title ? 2.5 : 1.2;
  const height = size * head + rows.length * size * 1.35 + (rows.length ? size * 0.5 : 0);
  return [svg("g", { class: `felt-notice felt-notice-${kind}`, transform: place({ x: caption.x, y: caption.y }) },
    svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 12 }),
    svg("text", { class: "felt-notice-title", y: -height / 2 + size * 1.75, "font-size": size * 1.3, "text-anchor": "middle", text: title }),
    ...rows.map(({ text, clause }, row) => svg("text", { class: clause ? "felt-notice-clause" : "felt-notice-line", y: -height / 2 + size * (head + 0.75 + row * 1.35), "font-size": clause ? size * 0.84 : size, "text-anchor": "middle", text })))];
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
