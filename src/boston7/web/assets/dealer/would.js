/** What the rules would do: the server's answer to "what if", in words. */
import { placeOf } from "../kit/account.js";
import { h } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { balances, line } from "./payout-chips.js";
import { ruleOf } from "../kit/say.js";
import { wagerName } from "../kit/wagers.js";
import { say, words } from "../kit/words.js";

/**
 * @param {string} account
 * @param {Wire.TableView} view who sits there now
 */
export function accountName(account, view) {
  const w = words.deal.trouble;
  const { spot, seat } = placeOf(account);
  const player = view.seats.find((each) => each.number === seat)?.player;
  return spot === "tray" ? w.tray : player ? say(w.railOf, { seat, player }) : say(w.rail, { seat });
}

/** @param {string} spot @param {import("../kit/wagers.js").Labels} layout */
export const spotName = (spot, layout) => words.deal.pay.spot[spot] ?? wagerName(spot, layout);

/** @param {Wire.Transfer} transfer @param {import("../kit/wagers.js").Labels} layout */
export function moveWords(transfer, layout) {
  const told = line(transfer);
  const spot = spotName(told.spot, layout);
  return say(words.deal.trouble.move[told.act], { amount: dollars(told.cents), seat: told.seat, spot });
}

/**
 * A refusal as it is shown everywhere: the sentence and the rule it comes from, if it is one.
 * @param {{reason: string, clause: string} | null} refusal
 */
export function refusalWords(refusal) {
  if (!refusal) return [];
  const { reason, clause } = refusal;
  const rule = ruleOf(clause)
    ? [" ", h("span", { class: "clause", text: say(words.common.error.clause, { clause }) })]
    : [];
  return [h("span", { text: reason }), ...rule];
}

/** What a round that becomes void comes to. @param {{shows: number[]}} voided */
function voidWords({ shows }) {
  const w = words.deal.trouble;
  return shows.length ? `${w.phase.void} ${say(w.shows, { seats: seatsWords(shows) })}` : w.phase.void;
}

/**
 * @param {Wire.Would} would
 * @param {Wire.TableView} view
 * @param {{outcome: string, ruling: string}} what which command this answers
 * @param {Wire.Transfer[]} [chips] what moves, where the server does not say it
 */
export function wouldPanel(would, view, what, chips = []) {
  const w = words.deal.trouble;
  if (would.refusal) {
    const forFloor = would.refusal.code === "wrong_role";
    return h(
      "div.would.refused",
      h("h3", { text: forFloor ? w.floorNote : w.refused }),
      h("p", ...refusalWords(would.refusal)),
      forFloor ? h("p", { class: "dim", text: w.callFloor }) : null,
    );
  }
  const moves = would.moves?.length ? would.moves : chips;
  const voided = would.voids; // which itself moves nothing until the hands have been shown
  const outcome = voided ? voidWords(voided) : what.outcome || w.phase[would.phase ?? ""];
  const clauses = (would.clauses?.length ? would.clauses : [what.ruling]).filter(Boolean);
  const later = voided?.returns ?? [];
  return h(
    "div.would",
    h("h3", { text: w.demands }),
    h("p", outcome, ...clauses.map((clause) => h("span", { class: "clause", text: say(w.clause, { clause }) }))),
    would.approval
      ? h("p", { class: "warn", text: say(words.deal.entries.approval, { clause: would.approval }) })
      : null,
    moves.length
      ? h("p", { class: "eyebrow", text: w.moves })
      : later.length
        ? h("p", { class: "eyebrow", text: w.later })
        : h("p", { class: "dim", text: w.noMoves }),
    later.length
      ? h(
          "ul.moves",
          ...later.map(([seat, cents]) => h("li", { text: say(w.goesBack, { amount: dollars(cents), seat }) })),
        )
      : null,
    moves.length ? h("ul.moves", ...moves.map((move) => h("li", { text: moveWords(move, view.layout) }))) : null,
    ...balances(view, moves).map((each) =>
      h("p", {
        class: "dim number",
        text: say(w.balance, {
          place: accountName(each.account, view),
          before: dollars(each.before),
          after: dollars(each.after),
        }),
      }),
    ),
  );
}

/** Every button that moves chips says whose; from three in a row on, first and last. @param {number[]} seats */
export function seatsWords(seats) {
  const way = Math.sign((seats[1] ?? 0) - (seats[0] ?? 0));
  const inRow = seats.length > 2 && seats.every((seat, at) => seat === seats[0] + at * way);
  const told = inRow ? `${seats[0]}–${seats.at(-1)}` : seats.join(", ");
  return say(seats.length === 1 ? words.common.seat : words.deal.seatsOf, { seat: seats[0], seats: told });
}
