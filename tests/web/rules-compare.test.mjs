// A house in a sentence, and paths of the house file as people say them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inShort } from "../../src/boston7/web/assets/lobby/practice.js";
import { bounds, pathWords } from "../../src/boston7/web/assets/rules/compare.js";
import { rules } from "../../src/boston7/web/assets/kit/words/rules.js";

test("a path is read out with the words of the card room", () => {
  assert.equal(pathWords("ante_bonus.royal_flush"), "Ante Bonus: Royal flush");
  assert.equal(pathWords("limits.bonus_maximum"), "Limits: maximum bonus wager");
  assert.equal(pathWords("something.quite_new"), "something: quite new");
});

test("a house is told by its own numbers", () => {
  const house = {
    maximum_payout: null,
    ante_bonus: { royal_flush: 250 },
    side_bets: [{ id: "three_card_bonus", maximum: 1000, pays: { royal_flush: 100, pair: 1 } }],
    fixed_awards: { six_card_royal: 500_000 },
    first_wager_required: true,
  };
  assert.equal(
    inShort(house),
    "No payout limit · a royal 250 to 1 on the ante · Three Card Bonus to 100 to 1 · bonus wager at most $10 · " +
      "six-card royal $5,000 · 1st Wager required",
  );
  assert.match(
    inShort({ ...house, maximum_payout: 100_000, first_wager_required: false }),
    /^Pays up to \$1,000 a hand .* \$5,000$/,
  );
});

test("the rules page carries no number of a house: pay tables come from the house file", () => {
  const own = JSON.stringify(rules);
  assert.doesNotMatch(own, /\$\d|\b\d+ to 1\b(?! on a win)(?!, the ante)/);
});

test("a bonus wager that is paid is never said to have no bounds at all", () => {
  assert.equal(bounds(null, null, true), rules.bonusUnbound);
  assert.equal(bounds(null, null, false), "–");
  assert.equal(bounds(100, 1000, true), "$1 – $10");
});
