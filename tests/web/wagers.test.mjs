// Wagers as a dealer types them.
import assert from "node:assert/strict";
import test from "node:test";
import { nextSeat } from "../../src/boston7/web/assets/dealer/procedure.js";
import { readWager } from "../../src/boston7/web/assets/dealer/wagers.js";

test("an amount is an ante, with a plus a bonus beside it", () => {
  assert.deepEqual(readWager("10"), { ante: 1000, bonus: null });
  assert.deepEqual(readWager("10+5"), { ante: 1000, bonus: 500 });
  assert.deepEqual(readWager(" $12.50 + 1 "), { ante: 1250, bonus: 100 });
});

test("what is no amount is refused", () => {
  for (const text of ["", "ten", "0", "10+", "10+x", "10+5+1", "-5"]) assert.equal(readWager(text), null, text);
});

test("the seat asked next lies on from the last one, and nobody is asked twice", () => {
  const seated = [
    { number: 2, wagers: {} },
    { number: 4, wagers: { ante: 1000 } },
    { number: 5, wagers: {} },
  ];
  assert.equal(nextSeat(seated, 0), 2);
  assert.equal(nextSeat(seated, 4), 5);
  assert.equal(nextSeat(seated, 5), 2);
  assert.equal(
    nextSeat(
      seated.map((seat) => ({ ...seat, wagers: { ante: 500 } })),
      2,
    ),
    0,
  );
});
