// Written by `python tests/support/wire_types.py`: words for ranks, hands, wagers and bots.

/** By letter: singular and plural. @type {Record<string, [string, string]>} */
export const RANKS = {
  2: ["two", "twos"],
  3: ["three", "threes"],
  4: ["four", "fours"],
  5: ["five", "fives"],
  6: ["six", "sixes"],
  7: ["seven", "sevens"],
  8: ["eight", "eights"],
  9: ["nine", "nines"],
  T: ["ten", "tens"],
  J: ["jack", "jacks"],
  Q: ["queen", "queens"],
  K: ["king", "kings"],
  A: ["ace", "aces"],
};

/** By kind: its name, its ranks, whether they follow the name. @type {Record<string, [string, string, boolean]>} */
export const HANDS = {
  royal_flush: ["royal flush", "", true],
  straight_flush: ["straight flush", "{first} high", true],
  four_of_a_kind: ["four of a kind", "{firsts}", true],
  full_house: ["full house", "{firsts} over {seconds}", true],
  flush: ["flush", "{first} high", true],
  straight: ["straight", "{first} high", true],
  three_of_a_kind: ["three of a kind", "{firsts}", true],
  two_pair: ["two pair", "{firsts} and {seconds}", true],
  pair: ["pair", "pair of {firsts}", false],
  high_card: ["high card", "{first} high", false],
  three_card_royal: ["three-card royal flush", "", true],
  six_card_royal: ["six-card royal", "", true],
  seven_card_royal: ["seven-card royal", "", true],
};

/** As printed on the layout. `kit/wagers.js` adds the side bets of a table. @type {Record<string, string>} */
export const WAGERS = {
  ante: "Ante Bonus",
  first: "1st Wager",
  second: "2nd Wager",
  three_card_bonus: "Three Card Bonus",
};

/** The prefix of every bot's name. */
export const BOT = "Bot ";
