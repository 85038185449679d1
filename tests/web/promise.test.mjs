// What is printed on the felt: from which hand on the ante is paid, and the most the house pays.
import assert from "node:assert/strict";
import { test } from "node:test";
import { promiseOf } from "../../src/boston7/web/assets/lib/promise.js";

const ante = { royal_flush: 200, full_house: 4, flush: 3, straight: 2, three_of_a_kind: 1 };

test("the lowest hand that is paid, and the maximum", () => {
  assert.equal(
    promiseOf({ ante_bonus: ante, maximum_payout: { amount: 100_000 } }),
    "Ante Bonus pays three of a kind or better · Max payout $1,000",
  );
});

test("a house without a maximum promises none", () => {
  assert.equal(
    promiseOf({ ante_bonus: ante, maximum_payout: { amount: null } }),
    "Ante Bonus pays three of a kind or better",
  );
});

test("a house that pays only straights and up says so", () => {
  assert.match(
    promiseOf({ ante_bonus: { ...ante, three_of_a_kind: 0 }, maximum_payout: { amount: null } }),
    /^Ante Bonus pays straight or better$/,
  );
});
