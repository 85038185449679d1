// What is printed on the felt: from which hand on the ante is paid, and the most the house pays.
import assert from "node:assert/strict";
import { test } from "node:test";
import { promiseOf } from "../../src/boston7/web/assets/table/promise.js";
import { capped } from "../../src/boston7/web/assets/table/pays.js";

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

test("what the maximum payout counts is what the house says, a capped side bet too", () => {
  const spots = [
    { id: "ante", label: "Ante Bonus" },
    { id: "first", label: "1st Wager" },
    { id: "lucky", label: "Lucky" },
  ];
  const wagers = { spots, later: [{ id: "second", label: "2nd Wager" }] };
  const told = (...gives_way) => capped({ wagers, gives_way });
  assert.equal(told("ante", "second", "first"), "Ante Bonus, 1st Wager and 2nd Wager");
  assert.equal(told("lucky", "ante"), "Ante Bonus and Lucky");
});
