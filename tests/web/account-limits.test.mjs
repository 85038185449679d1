// Limits are cents or seconds on the wire, dollars and minutes to the person.
import assert from "node:assert/strict";
import { test } from "node:test";
import { limitWords, readLimit } from "../../src/boston7/web/assets/account/limits.js";

test("a limit is read out in its own unit", () => {
  assert.equal(limitWords("loss", 10_000), "$100");
  assert.equal(limitWords("wager", 250), "$2.50");
  assert.equal(limitWords("time", 5400), "90 minutes");
  assert.equal(limitWords("time", 60), "1 minute");
  assert.equal(limitWords("time", 0), "0 minutes");
  assert.equal(limitWords("loss", null), "no limit");
});

test("and read in", () => {
  assert.equal(readLimit("loss", "$1,000.50"), 100_050);
  assert.equal(readLimit("loss", "0"), 0);
  assert.equal(readLimit("time", " 90 "), 5400);
  for (const [kind, text] of [
    ["loss", ""],
    ["wager", "-5"],
    ["time", "1.5"],
    ["time", "soon"],
    ["time", ""],
  ])
    assert.equal(readLimit(kind, text), null);
});
