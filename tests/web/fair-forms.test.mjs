// What somebody pastes to check a round by hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readByHand, readCards, readContributions } from "../../src/boston7/web/assets/audit/fair-forms.js";

const HEX = "ab".repeat(32);
const given = {
  table: "main",
  round: "7",
  seed: HEX,
  salt: ` ${HEX} `,
  commitment: HEX,
  contributions: "",
  shuffle: "1",
  dealt: "",
};

test("contributions are name and text, apart by the first colon, and the text is kept as it is", () => {
  assert.deepEqual(readContributions("Ann: lucky seven\n\nZoë: ♠ : two  "), [
    { player: "Ann", text: "lucky seven" },
    { player: "Zoë", text: "♠ : two  " },
  ]);
  assert.throws(() => readContributions("Ann: yes\nlucky"), /2/);
  assert.throws(() => readContributions(": nobody"), RangeError);
});

test("cards are read in any case, 10 for T", () => {
  assert.deepEqual(readCards("7H qs, 10d"), ["7h", "Qs", "Td"]);
  assert.deepEqual(readCards("  "), []);
  assert.throws(() => readCards("7h 1x"), /1x/);
});

test("what is given whole becomes a proof to compute", () => {
  const published = readByHand({ ...given, contributions: "Ann: x", dealt: "7h Qs" });
  assert.equal(published.salt, HEX);
  assert.equal(published.round, 7);
  assert.deepEqual(published.contributions, [{ player: "Ann", text: "x" }]);
  assert.deepEqual(published.deals, [{ shuffle: 1, to: 1, cards: ["7h", "Qs"] }]);
  assert.deepEqual(readByHand(given).deals, []);
});

test("what is missing or broken is named", () => {
  for (const bad of [
    { table: "" },
    { round: "0" },
    { round: "1.5" },
    { round: "x" },
    { seed: "ab" },
    { salt: `${HEX.slice(1)}g` },
    { commitment: "" },
  ])
    assert.throws(() => readByHand({ ...given, ...bad }), RangeError, JSON.stringify(bad));
});
