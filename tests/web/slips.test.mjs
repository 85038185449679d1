// What a slip says it is made of.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inWords } from "../../src/boston7/web/assets/shift/slips.js";

test("one chip is told as a chip; where the house has no denominations, the total alone", () => {
  assert.equal(inWords({ pieces: [{ value: 100_000, count: 1 }] }), "1 × $1,000");
  assert.equal(inWords({ pieces: [] }), "Total");
});
