import assert from "node:assert/strict";
import { test } from "node:test";
import { breakDown, useChips } from "../../src/boston7/web/assets/kit/chips.js";
import { cardName, handNames, isKnown, shortName } from "../../src/boston7/web/assets/kit/cards.js";
import { dollars, parseDollars, signed } from "../../src/boston7/web/assets/kit/money.js";
import { say } from "../../src/boston7/web/assets/kit/words.js";

test("dollars have cents only where there are some", () => {
  assert.equal(dollars(0), "$0");
  assert.equal(dollars(100_000), "$1,000");
  assert.equal(dollars(250), "$2.50");
  assert.equal(dollars(5), "$0.05");
  assert.equal(dollars(-2_000), "\u2212$20");
  assert.equal(dollars(123_456_789_00), "$123,456,789");
});

test("what was won has a plus, what was lost a minus, a push neither", () => {
  assert.equal(signed(500), "+$5");
  assert.equal(signed(-1_050), "\u2212$10.50");
  assert.equal(signed(0), "$0");
});

test("amounts are read as people type them, and nothing else is read as an amount", () => {
  assert.equal(parseDollars("25"), 2_500);
  assert.equal(parseDollars(" $1,000.5 "), 100_050);
  assert.equal(parseDollars("0.05"), 5);
  for (const text of ["", "$", "-5", "1,00", "5.005", "1e3", "five", "5 5", "99999999999"])
    assert.equal(parseDollars(text), null, text);
});

test("every amount a person can see is read back as itself", () => {
  for (const cents of [0, 1, 99, 100, 101, 2_550, 99_999, 100_000, 123_456_789])
    assert.equal(parseDollars(dollars(cents)), cents);
});

test("chips are those a dealer would use, and add up", () => {
  assert.deepEqual(breakDown(0), []);
  assert.deepEqual(breakDown(131_50), [
    { value: 10_000, count: 1 },
    { value: 2_500, count: 1 },
    { value: 500, count: 1 },
    { value: 100, count: 1 },
    { value: 50, count: 1 },
  ]);
  for (let cents = 0; cents < 40_000; cents += 25)
    assert.equal(
      breakDown(cents).reduce((sum, { value, count }) => sum + value * count, 0),
      cents,
    );
});

test("a payout is broken down into the chips of the house", () => {
  const house = [1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00];
  const plain = breakDown(105_00);
  useChips([]);
  assert.deepEqual(breakDown(105_00), plain, "a house that names none");
  useChips(house);
  assert.deepEqual(breakDown(3_605_00), [
    { value: 1_000_00, count: 3 },
    { value: 500_00, count: 1 },
    { value: 100_00, count: 1 },
    { value: 5_00, count: 1 },
  ]);
});

test("cards have names", () => {
  assert.equal(cardName("Qs"), "queen of spades");
  assert.equal(cardName("??"), "unseen card");
  assert.equal(shortName("Td"), "10\u2666");
  assert.equal(handNames(["Ah", "2c", "??"]), "ace of hearts, two of clubs, one unseen card");
  assert.equal(handNames(["??", "??"]), "2 unseen cards");
  assert.ok(!isKnown("1s") && !isKnown("Qx") && !isKnown("??") && isKnown("Tc"));
});

test("a template keeps what nobody filled in", () => {
  assert.equal(say("seat {seat} has {amount}", { seat: 4 }), "seat 4 has {amount}");
});
