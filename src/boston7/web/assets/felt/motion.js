/** Moving cards and chips, in a layer above the felt. It is empty when nothing moves. */
import { lineWords } from "./line.js";
import { placeOf } from "../kit/account.js";
import { svg } from "../kit/dom.js";
import { toneOf } from "./result.js";
import { bannerParts } from "./dealer.js";
import { card, chips, pill, place, widthOf } from "./draw.js";
import { accountPlace, dealerPlaces, handPlaces } from "./layout.js";

/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./moves.js").Move} Move */
/** @typedef {import("./pace.js").Beat} Beat */
/** @typedef {Point & {tilt?: number, size?: number, shown?: number}} Pose */

const EASE = "cubic-bezier(0.22, 0.7, 0.24, 1)";

export class Motion {
  constructor() {
    this.layer = svg("g", { class: "felt-motion", "aria-hidden": "true" });
    /** @type {Set<Animation>} */
    this.running = new Set();
  }

  /** Remove everything that still moves. The felt draws the final state itself. */
  stop() {
    for (const animation of this.running) animation.cancel();
    this.running.clear();
    this.layer.replaceChildren();
  }

  /**
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {KeyframeAnimationOptions} timing
   */
  async run(element, frames, timing) {
    const animation = element.animate(frames, { easing: EASE, fill: "both", ...timing });
    this.running.add(animation);
    try {
      await animation.finished;
    } catch {
      return; // The animation was canceled.
    }
    this.running.delete(animation);
    animation.cancel();
  }

  /**
   * Move an element through poses, one after the other, and remove it at the end.
   * @param {SVGElement} thing
   * @param {Pose[]} poses
   * @param {number} leg
   * @param {number} delay
   */
  async fly(thing, poses, leg, delay) {
    const carrier = svg("g", thing);
    this.layer.append(carrier);
    const frames = poses.map(({ x, y, tilt = 0, size = 1, shown = 1 }) => ({
      transform: `translate(${x}px, ${y}px) rotate(${tilt}deg) scale(${size})`,
      opacity: shown,
    }));
    await this.run(carrier, frames, { duration: Math.max(1, leg * (poses.length - 1)), delay });
    carrier.remove();
  }

  /**
   * @param {Move[]} moves
   * @param {Layout} layout
   * @param {Beat} beat
   */
  async play(moves, layout, beat) {
    let gathered = 0;
    await Promise.all(
      moves.flatMap((move) => {
        switch (move.kind) {
          case "deal":
            return this.deal(move, layout, beat);
          case "gather":
            return this.gather(move, layout, beat, gathered++ * beat.next);
          case "stub":
            return [
              this.fly(
                card("??", { x: 0, y: 0 }, { width: 42 }),
                [{ ...layout.shoe }, { ...layout.rack, tilt: -6 }],
                beat.fly,
                0,
              ),
            ];
          case "found":
            return [
              this.fly(
                card(move.code, { x: 0, y: 0 }, { width: 52 }),
                [
                  { ...layout.shoe, size: 0.8 },
                  { ...layout.caption, size: 1.3 },
                  { ...layout.caption, size: 1.3 },
                  { ...layout.rack, size: 0.8 },
                ],
                beat.fly,
                0,
              ),
            ];
          case "chips":
            return [this.chips(move, layout, beat)];
          default:
            return [];
        }
      }),
    );
  }

  /** @param {Extract<Move, {kind: "deal"}>} move @param {Layout} layout @param {Beat} beat */
  deal({ spot, codes, first, total }, layout, beat) {
    const zone = spot ? layout.seats[spot - 1].cards : null;
    const places = zone ? handPlaces(zone, total, false) : dealerPlaces(layout, total);
    const width = zone ? zone.card : layout.dealer.card;
    return codes.map((_, at) =>
      this.fly(
        card("??", { x: 0, y: 0 }, { width }),
        [
          { ...layout.shoe, size: 0.85 },
          { ...places[first + at], tilt: zone?.tilt ?? 0 },
        ],
        beat.fly,
        at * beat.next,
      ),
    );
  }

  /** @param {Extract<Move, {kind: "gather"}>} move @param {Layout} layout @param {Beat} beat @param {number} delay */
  gather({ spot, count, to }, layout, beat, delay) {
    const zone = spot ? layout.seats[spot - 1].cards : null;
    const places = zone ? handPlaces(zone, count, false) : dealerPlaces(layout, count);
    const goal = to === "rack" ? layout.rack : layout.shoe;
    return places.map((from, at) =>
      this.fly(
        card("??", { x: 0, y: 0 }, { width: zone ? zone.card : layout.dealer.card }),
        [
          { ...from, tilt: zone?.tilt ?? 0 },
          { ...goal, tilt: at * 2 - 6, size: 0.9, shown: 0.6 },
        ],
        beat.fly,
        delay,
      ),
    );
  }

  /** @param {Extract<Move, {kind: "chips"}>} move @param {Layout} layout @param {Beat} beat */
  chips({ cents, path, line }, layout, beat) {
    const seat = layout.seats[(path.map(placeOf).find(({ seat }) => seat)?.seat ?? 1) - 1];
    const r = seat.r * 0.66;
    /** @type {Pose[]} */
    const poses = path.map((account, at) => {
      const point = accountPlace(layout, account);
      const { spot, seat: whose } = placeOf(account);
      const far = !whose || spot === "rail";
      // Winnings are laid beside the stake, not on it.
      const beside = path.length === 3 && path[0] === "tray" && at === 1 ? r * 0.9 : 0;
      return {
        x: point.x + seat.away.x * beside,
        y: point.y + seat.away.y * beside,
        size: far ? 0.8 : 1,
        shown: far && at === path.length - 1 ? 0.35 : 1,
      };
    });
    return this.fly(chips(cents, { x: 0, y: 0 }, r), poses, beat.fly, line * beat.next);
  }

  /**
   * Turn over cards that are already drawn.
   * @param {Iterable<Element>} cards
   * @param {boolean} opening from the edge to the face, or from the face to the edge
   * @param {Beat} beat
   */
  async turn(cards, opening, beat) {
    const half = beat.fly / 2;
    await Promise.all(
      [...cards].map((each, at) =>
        this.run(each, [{ transform: "scaleX(1)" }, { transform: "scaleX(0.02)" }], {
          duration: Math.max(1, half),
          delay: at * beat.next,
          direction: opening ? "reverse" : "normal",
          easing: "ease-in",
        }),
      ),
    );
  }

  /**
   * Show a seat's results line by line, each with its chips. They stay until the next event.
   * @param {Wire.WagerLine[]} lines
   * @param {Layout} layout
   * @param {number} seat
   * @param {Beat} beat
   * @param {boolean} still
   * @param {import("../kit/wagers.js").Labels} labels
   */
  slip(lines, layout, seat, beat, still, labels) {
    const { slip } = layout.seats[seat - 1];
    if (!slip) return;
    const size = layout.phone ? 12 : 14.5;
    const told = lines.map((line) => ({ text: lineWords(line, labels), tone: toneOf(line) }));
    const width = Math.max(...told.map(({ text }) => widthOf(text, size, "sans"))) + size * 1.6;
    const height = told.length * size * 1.5 + size * 0.8;
    const left = slip.anchor === "start" ? 0 : slip.anchor === "end" ? -width : -width / 2;
    const x = Math.min(Math.max(slip.x + left, 6), layout.width - width - 6);
    const rows = told.map(({ text, tone }, row) =>
      svg("text", {
        class: `felt-slip-row felt-${tone}`,
        x: size * 0.8,
        y: size * (1.42 + row * 1.5),
        "font-size": size,
        text,
      }),
    );
    const group = svg(
      "g",
      {
        class: "felt-slip",
        transform: place({ x, y: Math.max(4, slip.y - (layout.facing === "dealer" ? 0 : height / 2)) }),
      },
      svg("rect", { width, height, rx: 9 }),
      ...rows,
    );
    this.layer.append(group);
    if (still) return;
    rows.forEach(
      (row, at) =>
        void this.run(
          row,
          [
            { opacity: 0, transform: "translateY(5px)" },
            { opacity: 1, transform: "none" },
          ],
          { duration: 160, delay: at * beat.next },
        ),
    );
  }

  /**
   * Text in a circle appears once its chips are gone.
   * @param {Iterable<Element>} texts
   * @param {number} line
   * @param {Beat} beat
   */
  write(texts, line, beat) {
    for (const text of texts)
      void this.run(text, [{ opacity: 0 }, { opacity: 1 }], {
        duration: 120,
        delay: line * beat.next + beat.fly * 1.9,
      });
  }

  /**
   * Show text across the middle for a moment.
   * @param {string} text
   * @param {Layout} layout
   * @param {boolean} still
   * @param {number} [below] distance below the middle
   */
  say(text, layout, still, below = 0) {
    if (layout.facing === "dealer") return; // the call line says it
    const at = { x: layout.caption.x, y: layout.caption.y + below };
    const size = layout.phone ? 14 : below ? 15 : 21;
    const words =
      widthOf(text, size) < (layout.phone ? 330 : 400)
        ? svg("g", { class: "felt-said" }, pill([text, ""], at, { size }))
        : svg(
            "g",
            { class: "felt-said" },
            ...bannerParts(layout, {
              title: "",
              lines: [text],
              kind: "said",
            }),
          );
    this.layer.append(words);
    if (!still) void this.run(words, [{ opacity: 0 }, { opacity: 1 }], { duration: 160 });
  }

  /** Remove temporary text. */
  hush() {
    for (const element of this.layer.querySelectorAll(".felt-slip, .felt-said")) element.remove();
  }
}
