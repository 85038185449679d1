/**
 * Read the record of one shuffle in order, by the rules of docs/fairness.md: which texts count, which do not, and what
 * happened out of turn. The result is compared with the server's own reading.
 */
import { BOUNDS } from "../kit/blank.js";
import { fingerprintOf, textCommitmentOf } from "../kit/fairness.js";
import { say, words } from "../kit/words.js";

/** @typedef {import("../kit/fairness.js").Contribution} Contribution */
/** @typedef {import("../kit/fairness.js").SeatText} SeatText */
/** @typedef {Omit<Wire.OnRecord, "time">} Entry */
/**
 * @typedef {object} Read
 * @property {string} commitment by the house
 * @property {SeatText[]} texts by seat: those that counted when bets were closed
 * @property {SeatText[]} left texts of players who had left the table
 * @property {Contribution[]} contributions what went into the deck
 * @property {SeatText[]} missing texts that were committed but not revealed
 * @property {string} closedWith the fingerprint of all commitments when bets closed
 * @property {string[]} faults
 */

const told = words.odds.fair.order;

/** @param {Entry[]} record @param {{table: string, round: number}} which @returns {Promise<Read>} */
export async function readRecord(record, { table, round }) {
  /** @type {Map<number, SeatText>} */ const texts = new Map();
  /** @type {SeatText[]} */ let left = [];
  /** @type {string[]} */ const faults = [];
  let [commitment, closedWith] = ["", ""];
  let [bets, closed, fixed, shuffled, shown] = [false, false, false, false, false];
  const inOrder = () => [...texts.values()].sort((one, other) => one.seat - other.seat);
  /** @param {string} fault @param {string} [player] */
  const fault = (fault, player = "") => void faults.push(say(fault, { player }));

  for (const entry of [...record].sort((one, other) => one.position - other.position)) {
    const { player = "", seat = 0, text = "" } = entry;
    switch (entry.type) {
      case "seed_committed":
        if (commitment) fault(told.secondSeed);
        else commitment = entry.commitment ?? "";
        if (bets) fault(told.seedLate);
        break;
      case "text_committed":
        if (!commitment) fault(told.earlyText, player);
        else if (bets || closed) fault(told.lateText, player);
        else texts.set(seat, { seat, player, commitment: entry.commitment ?? "", text: "" });
        break;
      case "bets_closed":
        bets = true;
        break;
      case "entropy_closed": {
        if (closed) fault(told.closedTwice);
        const gone = entry.left ?? [];
        left = gone.flatMap((number) => texts.get(number) ?? []);
        for (const number of gone) texts.delete(number);
        if (entry.contributions !== texts.size) fault(told.count);
        closed = true;
        closedWith = await fingerprintOf(inOrder());
        break;
      }
      case "text_revealed": {
        const own = texts.get(seat);
        const size = new TextEncoder().encode(text).length;
        if (!closed) fault(told.revealedEarly, player);
        else if (fixed || shuffled || shown) fault(told.revealedLate, player);
        else if (!own || own.player !== player || own.text) fault(told.notCommitted, player);
        else if (size < BOUNDS.shortestText || size > BOUNDS.longestText) fault(told.size, player);
        else if ((await textCommitmentOf({ table, round, player, text })) !== own.commitment)
          fault(told.otherText, player);
        else own.text = text;
        break;
      }
      case "deck_fixed":
        if (fixed || !closed) fault(told.fixedTwice);
        fixed = true;
        if (
          missingOf(inOrder())
            .map((one) => one.seat)
            .join() !== (entry.missing ?? []).join()
        )
          fault(told.missing);
        break;
      case "deck_shuffled":
        if (!closed && !bets) fault(told.shuffledEarly);
        shuffled = true;
        break;
      case "shuffler_stopped":
        fault(told.shuffledAgain);
        break;
      case "face_up_card_found":
        fault(told.passedOver);
        break;
      case "seed_revealed":
        if (!closed) fault(told.shownEarly);
        shown = true;
    }
  }
  if (shuffled && texts.size && !fixed) fault(told.notFixed);
  return {
    commitment,
    texts: inOrder(),
    left,
    contributions: inOrder()
      .filter((one) => one.text)
      .map(({ player, text }) => ({ player, text })),
    missing: missingOf(inOrder()),
    closedWith,
    faults,
  };
}

/** @param {SeatText[]} texts */
const missingOf = (texts) => texts.filter((one) => !one.text);

/**
 * Compare this browser's own text with the record. `bad` is impossible if the house is honest; `lost` may also be a
 * lost connection.
 * @param {import("../kit/own-text.js").Kept} kept
 * @param {Read} read
 * @returns {{tone: "good" | "lost" | "bad", text: string}}
 */
export function checkOwn(kept, read) {
  const mine = words.odds.fair.own;
  const bad = (/** @type {string} */ text) => ({ tone: /** @type {"bad"} */ ("bad"), text });
  const lost = (/** @type {string} */ text) => ({ tone: /** @type {"lost"} */ ("lost"), text });
  if (kept.was && kept.was !== read.commitment) return bad(mine.otherSeed);
  if (kept.house !== read.commitment) return bad(mine.otherSeed);
  if (kept.closedWith && kept.closedWith !== read.closedWith) return bad(mine.otherSet);
  const own = read.texts.find(({ player, commitment }) => player === kept.player && commitment === kept.commitment);
  if (own?.text) return { tone: "good", text: say(mine.used, { text: own.text }) };
  if (own) return kept.revealed ? bad(mine.dropped) : lost(mine.missing);
  if (read.texts.some(({ player }) => player === kept.player)) return lost(mine.elsewhere);
  if (read.left.some(({ player }) => player === kept.player)) return lost(mine.left);
  return kept.committed ? bad(mine.leftOut) : lost(mine.late);
}
