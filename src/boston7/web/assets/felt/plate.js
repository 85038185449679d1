/** A seat's plate on the rail, or its token on a phone. */
import { total } from "../kit/bets.js";
import { svg } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { felt as words } from "../kit/words/felt.js";
import { widthOf } from "./draw.js";
import { shortenedName, standing, withoutBot } from "./words.js";

/** @typedef {import("./seat.js").SeatState} SeatState */

const SMALLEST = 0.8;

/** An empty seat invites players. On staff pages it only says that it is open. */
const invitation = () => (document.body.matches(".deal, .floor") ? words.open : words.sit);

/**
 * @param {Wire.TableView} view
 * @param {Wire.SeatView} seat
 * @param {{width: number, height: number}} size
 * @param {SeatState} state
 */
export function plateParts(view, seat, { width, height }, state) {
  const left = -width / 2;
  const small = height < 42;
  const indent = small ? 8 : 36;
  const board = svg("rect", { class: "felt-board", x: left, y: -height / 2, width, height, rx: small ? 8 : 12 });
  const number = small
    ? null
    : svg(
        "g",
        { class: "felt-number", "aria-hidden": "true", transform: `translate(${left + 20} 0)` },
        svg("circle", { r: 12 }),
        svg("text", { y: 4.5, "text-anchor": "middle", text: seat.number }),
      );
  if (!seat.player) {
    const text = state.open ? invitation() : words.open;
    return [
      board,
      number,
      svg("text", { class: "felt-vacant", x: small ? 0 : 14, y: 4.5, "text-anchor": "middle", text }),
    ].filter(present);
  }
  const stands = standing(view, seat);
  const room = width - indent - 9;
  const letters = small ? 11.5 : 17;
  const whole = state.mine || seat.yours ? words.you : seat.player;
  // A wide name is written smaller, not shortened, so that "Bot Nora 2" and "Ada 2" stay distinct.
  const shrunk = Math.min(1, room / widthOf(whole, letters, "sans"));
  const name = shrunk < SMALLEST ? fitted(whole, letters, room) : whole;
  const squeezed = name === whole && shrunk < 1 ? ` scale(${shrunk.toFixed(3)})` : "";
  const money = dollars(seat.rail - onTheWay(seat, state.pending));
  const size = small ? 12 : 15; // The size used on a narrow felt.
  // Every plate shows the rail and the seat's status. If they do not fit, both are written smaller.
  const wide = widthOf(money, size, "serif", 500) + (stands ? widthOf(stands.text, size, "sans", 700) + 8 : 0);
  const scale = Math.min(1, room / wide);
  const line = small ? 12.5 : 15;
  const written = (/** @type {number} */ x) =>
    `translate(${x} ${line})${scale < 1 ? ` scale(${scale.toFixed(3)})` : ""}`;
  return [
    board,
    number,
    svg("text", {
      class: "felt-name",
      transform: `translate(${left + indent} ${small ? -3 : -4})${squeezed}`,
      text: name,
    }),
    svg("text", { class: "felt-money", transform: written(left + indent), text: money }),
    stands &&
      svg("text", {
        class: `felt-status ${stands.kind}`.trim(),
        transform: written(-left - 9),
        "text-anchor": "end",
        text: stands.text,
      }),
  ].filter(present);
}

const LONGEST = 10; // letters of a name at the console

/**
 * A plate at the dealer's console: number, name, and one line that says how the seat stands.
 * @param {Wire.TableView} view
 * @param {Wire.SeatView} seat
 * @param {{width: number, height: number}} size
 * @param {SeatState} state
 */
export function dealtParts(view, seat, { width, height }, { note }) {
  const left = -width / 2;
  const stands = seat.player ? standing(view, seat) : null;
  const told = note ?? (stands ? { text: stands.text, kind: stands.kind } : null);
  const under = told?.text || (seat.player ? dollars(seat.rail) : words.empty);
  const room = width - 54;
  const size = Math.min(1, room / widthOf(under, 15, "sans", 600));
  return [
    svg("rect", { class: "felt-board", x: left, y: -height / 2, width, height, rx: 10 }),
    svg(
      "g",
      { class: "felt-number", "aria-hidden": "true", transform: `translate(${left + 25} 0)` }, // the label says it
      svg("circle", { r: 16 }),
      svg("text", { y: 6.5, "font-size": 19, "text-anchor": "middle", text: seat.number }),
    ),
    svg("text", {
      class: "felt-name",
      x: left + 48,
      y: -4,
      text: fitted(seat.player ? shortenedName(seat.player, LONGEST) : words.open, 17, room),
    }),
    svg("text", {
      class: `felt-status ${told?.kind ?? ""}`.trim(),
      transform: `translate(${left + 48} 16)${size < 1 ? ` scale(${size.toFixed(3)} 1)` : ""}`,
      text: under,
    }),
  ];
}

/**
 * Chips being placed have already left the rail.
 * @param {Wire.SeatView} seat
 * @param {SeatState["pending"]} pending
 */
function onTheWay(seat, pending) {
  return pending ? total(pending) - total(seat.wagers) : 0;
}

/** @param {string} name @param {number} size @param {number} room */
function fitted(name, size, room) {
  let most = name.length;
  while (most > 3 && widthOf(shortenedName(name, most), size, "sans") > room) most--;
  return shortenedName(name, most);
}

/**
 * @param {Wire.TableView} view
 * @param {Wire.SeatView} seat
 * @param {{width: number, height: number}} size
 * @param {SeatState} state
 */
export function tokenParts(view, seat, size, state) {
  const wagered = Boolean(seat.wagers.ante);
  const parts = [
    svg("rect", {
      class: "felt-touch",
      x: -size.width / 2,
      y: -size.height / 2,
      width: size.width,
      height: size.height,
    }),
    svg("circle", { class: `felt-token${wagered ? " felt-wagered" : ""}`, cy: -16, r: 17 }),
    svg("text", {
      class: "felt-token-number",
      "aria-hidden": "true",
      y: -11,
      "text-anchor": "middle",
      text: seat.number,
    }),
  ];
  if (seat.cards.length && seat.player)
    for (let k = 0; k < Math.min(3, seat.cards.length); k++)
      parts.push(
        svg("rect", { class: "felt-token-card", x: 9 + k * 3.5, y: -36 + k * 1.2, width: 8, height: 11.5, rx: 1.6 }),
      );
  if (!seat.player) {
    parts.push(
      svg("text", { class: "felt-token-name", y: 15, "text-anchor": "middle", text: state.open ? invitation() : "" }),
    );
    return parts;
  }
  const stands = standing(view, seat);
  parts.push(
    svg("text", {
      class: "felt-token-name",
      y: 15,
      "text-anchor": "middle",
      text: state.mine ? words.you : fitted(withoutBot(seat.player), 11.5, 58), // The label has the rest.
    }),
  );
  if (stands)
    parts.push(
      svg("text", {
        class: `felt-token-status ${stands.kind}`.trim(),
        y: 28,
        "text-anchor": "middle",
        text: stands.text,
      }),
    );
  return parts;
}

/** @template T @param {T | null | false | undefined} part @returns {part is T} */
const present = (part) => Boolean(part);
