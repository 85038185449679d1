/** The player's possible actions as buttons, and the prompt above them. */
import { lowest, total } from "../kit/bets.js";
import { handNames, isKnown } from "../kit/cards.js";
import { at, keyOf, kind } from "../kit/catalogue.js";
import { dollars } from "../kit/money.js";
import { say } from "../kit/say.js";
import { mySeat } from "../kit/seats.js";
import { atStake } from "../kit/wagers.js";
import { common } from "../kit/words/common.js";
import { table as words } from "../kit/words/table.js";

/**
 * @typedef {object} Act
 * @property {string} name
 * @property {string} label
 * @property {string} note
 * @property {string} key
 * @property {Wire.Kind["tone"]} tone
 * @property {Wire.Command} command
 */

/**
 * Actions with a key at a seat, and a player's actions at the opening. The most likely one comes last, under the thumb.
 */
const inHand = () =>
  at("seat", "opening")
    .filter(({ key, place, by }) => key || (place === "opening" && by.includes("player")))
    .sort((a, b) => Number(a.tone === "go") - Number(b.tone === "go"));

/**
 * @param {readonly Wire.Offer[]} offers
 * @param {string} type
 */
export const offered = (offers, type) => offers.find((offer) => offer.type === type) ?? null;

/**
 * The actions of a hand in play. Wagers, chips and seats have controls of their own.
 * @param {readonly Wire.Offer[]} offers
 * @param {Wire.TableView} view
 * @param {boolean} [changing] whether the player is changing a set hand
 * @returns {Act[]}
 */
export function actsOf(offers, view, changing = false) {
  const seat = mySeat(view);
  return inHand()
    .flatMap(({ type }) => offers.filter((offer) => offer.type === type))
    .filter((offer) => !seat || offer.command.seat === undefined || offer.command.seat === seat.number)
    .map((offer) =>
      act(
        offer,
        seat,
        offers.some(({ pays }) => pays === 0),
        changing,
      ),
    );
}

/**
 * @param {Wire.Offer} offer
 * @param {Wire.SeatView | null} seat
 * @param {boolean} inVain whether showing the cards earns nothing
 * @param {boolean} changing
 * @returns {Act}
 */
function act(offer, seat, inVain, changing) {
  const w = words.acts;
  const { label, tone } = kind(offer.type);
  const made = { name: offer.type, label, note: "", key: keyOf(offer.type), tone, command: offer.command };
  if (!seat) return made;
  switch (offer.type) {
    case "check_off":
      return { ...made, label: w.check_off, tone: "plain" };
    case "disclose":
      return { ...made, label: w.disclose };
    case "place_second":
      return { ...made, label: say(label, { amount: dollars(lowest(offer)) }) };
    case "fold":
      return { ...made, note: say(w.foldNote, { amount: dollars(offer.loses ?? 0) }) };
    case "expose":
      return { ...made, tone: inVain ? "plain" : tone };
    case "decline":
      return {
        ...made,
        tone: inVain ? "go" : tone,
        note: offer.loses ? say(w.declineNote, { amount: dollars(offer.loses) }) : "",
      };
    case "set_hand":
      return seat.cards.length === 7 && seat.cards.every(isKnown) ? made : { ...made, label: w.setDown };
    case "change_hand":
      return changing ? { ...made, label: kind("set_hand").label, key: keyOf("set_hand"), tone: "go" } : made;
  }
  return made;
}

/**
 * Whether the table waits for this player's choice. A royal is asked for where it may be waived.
 * @param {readonly Wire.Offer[]} offers
 * @param {Wire.TableView} view
 */
export const mustChoose = (offers, view) => {
  const seat = mySeat(view);
  return (
    Boolean(seat && view.waiting.includes(seat.number)) &&
    actsOf(offers, view).some(({ name }) => kind(name).place === "seat" && !kind(name).optional)
  );
};

/** "Ann, Ben and Cleo". @param {readonly string[]} names */
export function listed(names) {
  if (names.length < 2) return names[0] ?? "";
  return say(words.prompt.and, { list: names.slice(0, -1).join(", "), last: names.at(-1) ?? "" });
}

/**
 * A short line on what the player needs to know now.
 * @param {Wire.TableView} view
 * @param {readonly Wire.Offer[]} offers
 * @param {{timedOut?: boolean, extra?: readonly number[], down?: number, full?: boolean}} [time]
 *   whether the platform folded for me; who has extra time; what I have wagered, though the felt does not show it yet;
 *   whether every seat is taken
 */
export function promptFor(view, offers, time = {}) {
  const w = words.prompt;
  const seat = mySeat(view);
  if (view.phase === "closed") return w.closed;
  if (view.phase === "opening") return w.opening;
  if (view.phase === "closing") return w.closing;
  if (!seat) {
    if (offered(offers, "sit")) return w.watchingSit;
    return time.full ? w.full : w.watching;
  }
  return seated(view, seat, offers, time);
}

/**
 * @param {Wire.TableView} view
 * @param {Wire.SeatView} seat
 * @param {readonly Wire.Offer[]} offers
 * @param {{timedOut?: boolean, extra?: readonly number[], down?: number}} time
 */
function seated(view, seat, offers, time) {
  const w = words.prompt;
  if (view.phase === "betting") {
    const down = seat.wagers.ante ? total(seat.wagers) : time.down;
    if (down) return say(w.placed, { amount: dollars(down) });
    if (offered(offers, "place_wagers")) return w.bet;
    const lacks = offered(offers, "buy_in")?.lacks;
    return lacks ? say(w.buyIn, { amount: dollars(lacks) }) : w.soon;
  }
  if (view.phase === "void") return offered(offers, "expose") ? w.voidShow : w.void;
  if (view.phase === "complete") return w.complete;
  if (seat.status === "out") return w.sitOut;
  if (seat.status === "folded") return time.timedOut ? w.timedOut : w.folded;
  if (seat.status === "void") return w.handVoid;
  if (offered(offers, "place_second") || offered(offers, "fold")) return w.decision;
  if (offered(offers, "decline")) return w.bonus;
  if (offered(offers, "waive_royal")) return w.royal;
  if (offered(offers, "set_hand") && view.waiting.includes(seat.number)) return w.setting;
  return inPlay(view, seat, time.extra ?? []);
}

/**
 * @param {Wire.TableView} view
 * @param {Wire.SeatView} seat
 * @param {readonly number[]} extra
 */
function inPlay(view, seat, extra) {
  const w = words.prompt;
  const others = view.seats.filter((other) => other !== seat && view.waiting.includes(other.number));
  if (others.length)
    return say(others.every((other) => extra.includes(other.number)) ? w.waitingExtra : w.waiting, {
      who: listed(others.map((other) => other.player ?? say(common.seat, { seat: other.number }))),
    });
  switch (view.phase) {
    case "shuffling":
    case "cutting":
      return w.noMoreBets;
    case "dealing_three":
    case "dealing_four":
      return w.dealing;
    case "three_card_bonus":
      return w.bonusWait;
    case "decision":
      return seat.wagers.first ? w.dealing : w.anteOnly;
    case "setting":
      return w.set;
    case "showdown":
      return w.showdown;
  }
  return "";
}

/**
 * The state of a round for a player who returns in the middle of it, or an empty string between rounds.
 * @param {Wire.TableView} view
 * @param {readonly Wire.Offer[]} offers
 */
export function backIn(view, offers) {
  const w = words.ticker;
  const seat = mySeat(view);
  const down = seat ? atStake(seat) : 0;
  const round = view.round.toLocaleString("en-US");
  if (!seat || (seat.status === "out" && !down)) return view.in_action ? say(w.during, { round }) : "";
  if (!view.in_action && !(view.phase === "betting" && down)) return "";
  const held = seat.cards.length > 0 && seat.cards.every(isKnown);
  const turn =
    offered(offers, "place_second") || offered(offers, "fold")
      ? w.turns.decision
      : offered(offers, "expose")
        ? w.turns.bonus
        : offered(offers, "set_hand") && view.waiting.includes(seat.number)
          ? w.turns.setting
          : "";
  const parts = [
    ...(down ? [say(w.wagered, { amount: dollars(down) })] : []),
    ...(held ? [say(w.cards, { cards: handNames(seat.cards) })] : []),
  ];
  const what = say(w.back, { round, what: turn || parts.join("; ") || promptFor(view, offers) });
  return `${what}${turn && parts.length ? ` (${parts.join("; ")})` : ""}.`;
}
