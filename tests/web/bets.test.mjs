import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING, boundsOf, put, total, whyNot, withAlone } from "../../src/boston7/web/assets/lib/bets.js";

const house = {
  id: "seabrook",
  first_wager_required: false,
  limits: { table_minimum: 500, table_maximum: 5000, bonus_minimum: 100, bonus_maximum: 1000 },
  clauses: {
    "rules.ante_required": "002-O2",
    "rules.bonus_needs_first": "002-O6",
    "rules.bonus_bounds": "002-P1",
    "rules.second_or_fold": "002-P5",
  },
};
const seat = (rail, more = {}) => ({ number: 3, rail, ante: 0, first: 0, three_card_bonus: 0, ...more });
const offers = [
  { type: "place_wagers", command: { seat: 3, ante: 500 }, minimum: 500, maximum: 5000 },
  {
    type: "place_wagers",
    command: { seat: 3, ante: 500, first: 500 },
    minimum: 500,
    maximum: 5000,
    bonus_minimum: 100,
    bonus_maximum: 1000,
  },
];
const bounds = (rail = 20_000, more = {}) => boundsOf(offers, house, seat(rail, more));
const both = { alone: false };

test("without an offer to wager there are no bounds, and so no chip goes down", () => {
  assert.equal(boundsOf([], house, seat(20_000)), null);
  assert.equal(boundsOf(offers, house, null), null);
  assert.equal(boundsOf(offers, house, { ...seat(20_000), number: 4 }), null, "offers for another seat are not mine");
});

test("the 1st goes down with the ante, chip by chip", () => {
  const one = put(NOTHING, "ante", 500, bounds(), both);
  assert.deepEqual(one.wagers, { ante: 500, first: 500, three_card_bonus: 0 });
  const two = put(one.wagers, "first", 500, bounds(), both);
  assert.deepEqual(two.wagers, { ante: 1000, first: 1000, three_card_bonus: 0 });
});

test("an ante alone stays alone until the 1st is pressed, which matches it", () => {
  const alone = put(NOTHING, "ante", 500, bounds(), { alone: true });
  assert.deepEqual(alone.wagers, { ante: 500, first: 0, three_card_bonus: 0 });
  const matched = put(alone.wagers, "first", 2500, bounds(), { alone: true });
  assert.deepEqual(matched.wagers, { ante: 500, first: 500, three_card_bonus: 0 });
  assert.equal(matched.alone, false);
});

test("where the house wants a 1st Wager, nobody can have the ante alone", () => {
  const strict = boundsOf([offers[1]], { ...house, first_wager_required: true }, seat(20_000));
  assert.deepEqual(put(NOTHING, "ante", 500, strict, { alone: true }).wagers, {
    ante: 500,
    first: 500,
    three_card_bonus: 0,
  });
  assert.match(whyNot({ ante: 500, first: 0, three_card_bonus: 0 }, strict).reason, /requires a 1st/);
});

test("a bonus needs its neighbours, and says so with the clause", () => {
  const refused = put(NOTHING, "three_card_bonus", 500, bounds(), both);
  assert.equal(refused.wagers, NOTHING);
  assert.equal(refused.refusal.clause, "002-O6");
  const { wagers } = put({ ante: 500, first: 500, three_card_bonus: 0 }, "three_card_bonus", 500, bounds(), both);
  assert.equal(wagers.three_card_bonus, 500);
});

test("the table's maximum, the bonus's maximum and the chips each stop a chip for their own reason", () => {
  assert.match(put(NOTHING, "ante", 10_000, bounds(90_000), both).refusal.reason, /at most \$50/);
  const down = { ante: 500, first: 500, three_card_bonus: 1000 };
  assert.match(put(down, "three_card_bonus", 100, bounds(), both).refusal.reason, /Bonus is at most \$10/);
  assert.match(put(NOTHING, "ante", 2500, bounds(3_000), both).refusal.reason, /takes \$50; you have \$30/);
});

test("chips that lie on the layout count as mine when I change my mind", () => {
  assert.equal(bounds(0, { ante: 500, first: 500, three_card_bonus: 100 }).chips, 1_100);
});

test("the 2nd is not placed before the cards", () => {
  assert.equal(put(NOTHING, "second", 500, bounds(), both).refusal.clause, "002-P5");
});

test("too little is no reason to take the chip back, but to wait with sending", () => {
  const dollar = put(NOTHING, "ante", 100, bounds(), both);
  assert.equal(dollar.refusal, null);
  assert.match(whyNot(dollar.wagers, bounds()).reason, /at least \$5/);
  assert.match(whyNot(NOTHING, bounds()).reason, /ante down first/);
  assert.match(whyNot({ ante: 500, first: 500, three_card_bonus: 50 }, bounds()).reason, /Bonus is at least \$1/);
  assert.equal(whyNot({ ante: 500, first: 500, three_card_bonus: 100 }, bounds()), null);
  assert.equal(whyNot({ ante: 500, first: 0, three_card_bonus: 0 }, bounds()), null);
});

test("taking the 1st away takes the bonus with it", () => {
  const alone = withAlone({ ante: 500, first: 500, three_card_bonus: 500 }, true);
  assert.deepEqual(alone, { ante: 500, first: 0, three_card_bonus: 0 });
  assert.equal(total(withAlone(alone, false)), 1000);
});
