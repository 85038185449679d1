/** What a result says in one line: my hand beside the dealer's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lineWords } from "../../src/boston7/web/assets/felt/line.js";
import { versus } from "../../src/boston7/web/assets/felt/result.js";
import { brief, handWords, joined } from "../../src/boston7/web/assets/kit/hands.js";

const [KINGS, QUEENS, NINES] = ["K", "Q", "9"].map((rank) => ["pair", rank]);

test("a hand whole, and as short as on a slip", () => {
  for (const [hand, whole, short] of [
    [["full_house", "7A"], "full house, sevens over aces", "full house, 7s over As"],
    [["two_pair", "T6"], "two pair, tens and sixes", "two pair, 10s and 6s"],
    [["three_of_a_kind", "2"], "three of a kind, twos", "three of a kind, 2s"],
    [["four_of_a_kind", "8"], "four of a kind, eights", "four of a kind, 8s"],
    [["straight_flush", "T"], "straight flush, ten high", "straight flush, 10 high"],
    [["pair", "J"], "pair of jacks", "pair of Js"],
    [["high_card", "A"], "ace high", "A high"],
    [["royal_flush", ""], "royal flush", "royal flush"],
    [["flush", ""], "flush", "flush"],
  ]) {
    assert.equal(handWords(hand), whole);
    assert.equal(joined(brief(hand)), short);
  }
  assert.equal(handWords(null), "");
});

test("kinds that differ are told whole, the same kind once, and the same name by its other cards", () => {
  assert.deepEqual(versus(["full_house", "94"], ["two_pair", "K6"]), {
    mine: ["full house", "9s over 4s"],
    dealers: ["two pair", "Ks and 6s"],
  });
  assert.deepEqual(versus(["three_of_a_kind", "T"], ["three_of_a_kind", "9"]), {
    mine: ["three of a kind, 10s", ""],
    dealers: ["9s", ""],
  });
  assert.deepEqual(versus(KINGS, NINES), { mine: ["pair of Ks", ""], dealers: ["pair of 9s", ""] });
  const [mine, dealers] = [
    ["Qs", "9h", "Qd", "Th", "Ac"],
    ["2s", "Qh", "Ad", "Qc", "Tc"],
  ];
  assert.deepEqual(versus(QUEENS, QUEENS, mine, dealers), {
    mine: ["pair of Qs A 10 9", ""],
    dealers: ["A 10 2", ""],
  });
  const push = versus(QUEENS, ["pair", "Q"], mine, ["Qh", "9c", "Qc", "Ts", "As"]);
  assert.deepEqual(push, { mine: ["pair of Qs", ""], dealers: ["pair of Qs", ""] });
  assert.deepEqual(versus(QUEENS, null), { mine: ["pair of Qs", ""], dealers: null });
});

test("one line tells a wager's hand, odds and chips wherever it is told", () => {
  const line = { wager: "ante", result: "win", hand: ["flush", "A"], odds: 4, paid: 4000, returned: 1000, award: true };
  const none = { collected: 0, trimmed: 0, clause: "" };
  const bonus = { ...none, ...line };
  assert.equal(lineWords(bonus, {}), "Ante Bonus, flush, ace high, 4 to 1: $40 paid, $10 returned");
  const even = { ...bonus, wager: "first", odds: 1, paid: 1000, award: undefined };
  assert.equal(lineWords(even, {}), "1st Wager: $10 paid, $10 returned");
  assert.equal(lineWords(even, {}, true), "1st Wager, flush, ace high, 1 to 1: $10 paid, $10 returned");
  const fixed = { ...bonus, hand: ["six_card_royal", ""], odds: null, paid: 500_000 };
  assert.equal(lineWords(fixed, {}), "Ante Bonus, six-card royal, $5,000: $5,000 paid, $10 returned");
  const capped = { ...bonus, trimmed: 1000 };
  assert.match(lineWords(capped, {}), /, \$10 over the maximum, not paid$/);
  const side = {
    ...bonus,
    wager: "six",
    hand: null,
    odds: null,
    paid: 0,
    returned: 0,
    collected: 500,
    award: undefined,
  };
  assert.equal(lineWords(side, { six: "Six Card Bonus" }), "Six Card Bonus: $5 collected");
});
