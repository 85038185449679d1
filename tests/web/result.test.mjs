/** What a result says in one line: my hand beside the dealer's. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { brief, versus } from "../../src/boston7/web/assets/felt/result.js";

test("a name as short as on a slip", () => {
  for (const [name, short] of [
    ["full house, sevens over aces", "full house, 7s over As"],
    ["two pair, tens and sixes", "two pair, 10s and 6s"],
    ["three of a kind, twos", "three of a kind, 2s"],
    ["four of a kind, eights", "four of a kind, 8s"],
    ["straight flush, ten high", "straight flush, 10 high"],
    ["pair of jacks", "pair of Js"],
    ["ace high", "A high"],
    ["royal flush", "royal flush"],
  ])
    assert.equal(brief(name), short);
});

test("kinds that differ are told whole, the same kind once, and the same name by its other cards", () => {
  assert.deepEqual(versus("full house, nines over fours", "two pair, kings and sixes"), {
    mine: ["full house", ", 9s over 4s"],
    dealers: ["two pair", ", Ks and 6s"],
  });
  assert.deepEqual(versus("three of a kind, tens", "three of a kind, nines"), {
    mine: ["three of a kind, 10s", ""],
    dealers: ["9s", ""],
  });
  assert.deepEqual(versus("pair of queens", "pair of nines"), {
    mine: ["pair of Qs", ""],
    dealers: ["pair of 9s", ""],
  });
  const [mine, dealers] = [
    ["Qs", "9h", "Qd", "Th", "Ac"],
    ["2s", "Qh", "Ad", "Qc", "Tc"],
  ];
  assert.deepEqual(versus("pair of queens", "pair of queens", mine, dealers), {
    mine: ["pair of Qs A 10 9", ""],
    dealers: ["A 10 2", ""],
  });
  const push = versus("pair of queens", "pair of queens", mine, ["Qh", "9c", "Qc", "Ts", "As"]);
  assert.deepEqual(push, { mine: ["pair of Qs", ""], dealers: ["pair of Qs", ""] });
  assert.deepEqual(versus("pair of queens", null), { mine: ["pair of Qs", ""], dealers: null });
});
