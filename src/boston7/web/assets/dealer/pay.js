/** The right column: what to pay and collect now, chip by chip, and what was done last. */
import { lineWords } from "../felt/line.js";
import { breakDown } from "../kit/chips.js";
import { h, redraw, svg } from "../kit/dom.js";
import { empty } from "../kit/parts.js";
import { dollars, signed } from "../kit/money.js";
import { bySeat, settlement, trayGains } from "./payout-chips.js";
import { settledLast } from "./procedure.js";
import { say, words } from "../kit/words.js";
import { chipSvg } from "../felt/chips.js";
import { spotName } from "./would.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

/** @param {number} cents */
function chipRow(cents) {
  const w = words.deal.pay;
  return h(
    "span.chip-row",
    ...breakDown(cents).map(({ value, count }) =>
      h(
        "span",
        { class: "chip-count", role: "img", "aria-label": say(w.chip, { count, value: dollars(value) }) },
        svg(
          "svg",
          { viewBox: "-18 -18 36 36", width: 26, height: 26, "aria-hidden": "true" },
          chipSvg(value, { r: 17 }),
        ),
        h("span", { "aria-hidden": "true", text: `×${count}` }),
      ),
    ),
  );
}

/**
 * What is neither paid nor taken stays with the player: one line for all of it.
 * @param {import("./payout-chips.js").ChipLine[]} lines
 * @param {import("../kit/wagers.js").Labels} layout
 */
function left(lines, layout) {
  const w = words.deal.pay;
  if (!lines.length) return null;
  const spots = lines.map((each) => spotName(each.spot, layout)).join(", ");
  return h(
    "li.pay-line.back",
    h("span", { class: "pay-what", text: say(w.act.back, { spot: spots }) }),
    h("span", { class: "money", text: dollars(lines.reduce((sum, each) => sum + each.cents, 0)) }),
  );
}

/** @param {Wire.Would} would @param {import("../kit/wagers.js").Labels} layout */
function payList({ moves, settled }, layout) {
  const w = words.deal.pay;
  const told = settled?.length ? settled.map((each) => ({ seat: each.seat, lines: settlement(each) })) : bySeat(moves);
  const seats = told.map(({ seat, lines }) =>
    h(
      "section.pay-seat",
      h("h3", { text: seat ? say(w.seat, { seat }) : words.deal.trouble.tray }),
      h(
        "ul",
        ...lines
          .filter((each) => each.act !== "back")
          .map((each) =>
            h(
              "li",
              { class: `pay-line ${each.act}` },
              h("span", { class: "pay-what", text: payWords(each, layout) }),
              h("span", { class: "money", text: dollars(each.cents) }),
              ["pay", "collect"].includes(each.act) ? chipRow(each.cents) : null,
            ),
          ),
        left(
          lines.filter((each) => each.act === "back"),
          layout,
        ),
      ),
    ),
  );
  return [...seats, h("p", { class: "pay-total number", text: say(w.total, { amount: signed(trayGains(moves)) }) })];
}

/**
 * @param {import("./payout-chips.js").ChipLine & {rate?: string, short?: string}} line
 * @param {import("../kit/wagers.js").Labels} layout
 */
function payWords({ act, spot, rate, short }, layout) {
  const w = words.deal.pay;
  const named = say(act === "pay" && spot === "ante" ? w.anteBonus : w.act[act], {
    spot: spotName(spot, layout),
  });
  return (act === "pay" ? [named, rate, short] : [named]).filter(Boolean).join(", ");
}

/** @param {DealerStore} post */
function doneList(post) {
  const w = words.deal.pay;
  const last = settledLast(post.told);
  if (!last.length) return null;
  return h(
    "section.pay-done",
    h("p", { class: "eyebrow", text: w.done }),
    ...last.flatMap(({ event, lines }) => [
      h("h3", { text: say(w.seat, { seat: event.seat ?? 0 }) }),
      h("ul", ...lines.map((each) => doneLine(each, post.view.layout))),
    ]),
  );
}

/** @param {Wire.WagerLine} line @param {import("../kit/wagers.js").Labels} layout */
function doneLine(line, layout) {
  return h(
    "li.pay-line",
    h("span", { class: "pay-what", text: lineWords(line, layout) }),
    h("span", {
      class: `money ${line.paid ? "win" : line.collected ? "lose" : ""}`,
      text: signed(line.paid - line.collected),
    }),
    h("span", { class: "clause", text: line.clause }),
  );
}

/**
 * @param {HTMLElement} place
 * @param {DealerStore} post
 */
export async function drawPay(place, post) {
  const w = words.deal.pay;
  const act = post.offers.find((offer) => ["settle", "settle_bonuses"].includes(offer.type));
  const version = post.frame?.version;
  if (!act) {
    redraw(place, doneList(post) ?? empty(w.nothing));
    return;
  }
  const would = await post.ask(act.command);
  if (post.frame?.version !== version) return;
  const moves = would.moves ?? [];
  redraw(
    place,
    moves.length
      ? h("div.pay-now", h("p", { class: "eyebrow", text: w.ahead }), ...payList(would, post.view.layout))
      : h("p", { class: "dim", text: post.view.live ? w.nothing : w.secret }),
    act.type === "settle" ? doneList(post) : null,
  );
}

/**
 * @param {HTMLElement} list
 * @param {DealerStore} post
 */
export function drawLast(list, post) {
  const w = words.deal.last;
  if (!post.told.length) return redraw(list, h("li", { class: "dim", text: w.nothing }));
  redraw(
    list,
    ...post.told
      .slice(0, 24)
      .map(({ text, clause, key }) =>
        h("li", { "data-key": key }, h("span", { text }), clause ? h("span", { class: "clause", text: clause }) : null),
      ),
  );
}
