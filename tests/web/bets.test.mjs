import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING, boundsOf, put, total, whyNot, withAlone } from "../../src/boston7/web/assets/kit/bets.js";
import { houses, judged } from "./tapes.mjs";

const house = houses.seabrook;
const seat = (rail, more = {}) => ({ number: 3, rail, wagers: {}, ...more });
const offers = [
  { type: "place_wagers", command: { seat: 3, wagers: { ante: 500 } } },
  {
    type: "place_wagers",
    command: { seat: 3, wagers: { ante: 500, first: 500 } },
  },
];
const bounds = (rail = 20_000, wagers = {}) => boundsOf(offers, house, seat(rail, { wagers }));
const both = { alone: false };

test("without an offer to wager there are no bounds, and so no chip goes down", () => {
  assert.equal(boundsOf([], house, seat(20_000)), null);
  assert.equal(boundsOf(offers, house, null), null);
  assert.equal(boundsOf(offers, house, { ...seat(20_000), number: 4 }), null, "offers for another seat are not mine");
});

test("the 1st goes down with the ante, chip by chip", () => {
  const one = put(NOTHING, "ante", 500, bounds(), both);
  assert.deepEqual(one.wagers, { ante: 500, first: 500 });
  const two = put(one.wagers, "first", 500, bounds(), both);
  assert.deepEqual(two.wagers, { ante: 1000, first: 1000 });
});

test("an ante alone stays alone until the 1st is pressed, which matches it", () => {
  const alone = put(NOTHING, "ante", 500, bounds(), { alone: true });
  assert.deepEqual(alone.wagers, { ante: 500 });
  const matched = put(alone.wagers, "first", 2500, bounds(), { alone: true });
  assert.deepEqual(matched.wagers, { ante: 500, first: 500 });
  assert.equal(matched.alone, false);
});

test("where the house wants a 1st Wager, nobody can have the ante alone", () => {
  const strict = boundsOf(offers, houses["rack-card"], seat(20_000));
  assert.deepEqual(put(NOTHING, "ante", 500, strict, { alone: true }).wagers, { ante: 500, first: 500 });
  assert.match(whyNot({ ante: 500 }, strict).reason, /requires a 1st/);
});

test("a bonus needs its neighbours, and says so with the clause", () => {
  const refused = put(NOTHING, "three_card_bonus", 500, bounds(), both);
  assert.equal(refused.wagers, NOTHING);
  assert.equal(refused.refusal.clause, "002-O6 (R1)");
  const { wagers } = put({ ante: 500, first: 500 }, "three_card_bonus", 500, bounds(), both);
  assert.equal(wagers.three_card_bonus, 500);
});

test("the table's maximum, the bonus's maximum and the chips each stop a chip for their own reason", () => {
  assert.match(
    put(NOTHING, "ante", 10_000, bounds(90_000), both).refusal.reason,
    /is \$100; this table takes \$5 to \$50/,
  );
  const down = { ante: 500, first: 500, three_card_bonus: 1000 };
  const exhibit = boundsOf(offers, houses["exhibit-a"], seat(20_000));
  assert.match(
    put(down, "three_card_bonus", 100, exhibit, both).refusal.reason,
    /is \$11; this house takes \$1 to \$10/,
  );
  assert.match(put(NOTHING, "ante", 2500, bounds(3_000), both).refusal.reason, /total \$50; seat 3 has \$30/);
});

test("chips that lie on the layout count as mine when I change my mind", () => {
  assert.equal(bounds(0, { ante: 500, first: 500, three_card_bonus: 100 }).chips, 1_100);
});

test("the 2nd is not placed before the cards", () => {
  assert.equal(put(NOTHING, "second", 500, bounds(), both).refusal.clause, "002-P5 (R5)");
});

test("too little is no reason to take the chip back, but to wait with sending", () => {
  const dollar = put(NOTHING, "ante", 100, bounds(), both);
  assert.equal(dollar.refusal, null);
  assert.match(whyNot(dollar.wagers, bounds()).reason, /is \$1; this table takes \$5/);
  assert.match(whyNot(NOTHING, bounds()).reason, /Ante Bonus is required/);
  assert.match(
    whyNot({ ante: 500, first: 500, three_card_bonus: 50 }, bounds()).reason,
    /Bonus is \$0\.50; this house takes \$1/,
  );
  assert.equal(whyNot({ ante: 500, first: 500, three_card_bonus: 100 }, bounds()), null);
  assert.equal(whyNot({ ante: 500 }, bounds()), null);
});

test("taking the 1st away takes the bonus with it", () => {
  const alone = withAlone({ ante: 500, first: 500, three_card_bonus: 500 }, true, bounds());
  assert.deepEqual(alone, { ante: 500 });
  assert.equal(total(withAlone(alone, false, bounds())), 1000);
});

test("side bets of a house's own go by its terms, with no line of their own", () => {
  const six = boundsOf(offers, houses["examples/six-card-bonus"], seat(20_000));
  const down = { ante: 500, first: 500 };
  const one = put(down, "six_card_bonus", 2500, six, both);
  assert.deepEqual(one.wagers, { ...down, six_card_bonus: 2500 });
  assert.match(put(one.wagers, "six_card_bonus", 100, six, both).refusal.reason, /takes \$1 to \$25/);
  assert.match(put(NOTHING, "six_card_bonus", 100, six, both).refusal.reason, /Six Card Bonus requires an Ante Bonus/);
  assert.match(put(down, "six_card_bonus", 100, bounds(), both).refusal.reason, /no side bet 'six_card_bonus'/);
  assert.equal(total(withAlone(one.wagers, true, six)), 500, "and goes where what it needs goes");
});

test("each refusal of the page is the table's, word for word, and so is what goes down", () => {
  const heard = new Set();
  for (const { form, cases } of judged)
    for (const [wagers, told] of cases) {
      const refusal = whyNot(wagers, { form, seat: 3, chips: 10_000 });
      assert.deepEqual(refusal && [refusal.reason, refusal.clause], told, JSON.stringify(wagers));
      heard.add(refusal?.code);
    }
  assert.equal(heard.size, 9, [...heard].join(" "));
});
