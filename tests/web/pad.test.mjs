// Cards typed or tapped at the dealer's console.
import assert from "node:assert/strict";
import test from "node:test";
import { EMPTY, filled, press, tap, understands } from "../../src/boston7/web/assets/dealer/pad-entry.js";

const free = { room: 7, taken: new Set() };
const type = (keys, limits = free, from = EMPTY) =>
  keys.split(" ").reduce((entry, key) => press(entry, key, limits), from);

test("two keystrokes make a card, whatever their case", () => {
  assert.deepEqual(type("q s K D 9 h").cards, ["Qs", "Kd", "9h"]);
});

test("a ten is T or 10", () => {
  assert.deepEqual(type("t c 1 0 d").cards, ["Tc", "Td"]);
});

test("a 1 that is no ten is forgotten and the next key counts", () => {
  assert.deepEqual(type("1 q s").cards, ["Qs"]);
});

test("a rank pressed in error is replaced by the next one", () => {
  assert.deepEqual(type("q k s").cards, ["Ks"]);
});

test("backspace takes back the waiting rank first, then the last card", () => {
  const entry = type("q s k");
  assert.equal(entry.rank, "K");
  const once = press(entry, "Backspace", free);
  assert.deepEqual([once.rank, once.cards], ["", ["Qs"]]);
  assert.deepEqual(press(once, "Backspace", free).cards, []);
});

test("a card twice is refused at once and said so", () => {
  const entry = type("q s q s");
  assert.deepEqual(entry.cards, ["Qs"]);
  assert.deepEqual(entry.fault, { code: "twice", card: "Qs" });
});

test("a card that lies elsewhere is refused, and the next good card clears the fault", () => {
  const limits = { room: 3, taken: new Set(["Ah"]) };
  const entry = type("a h", limits);
  assert.deepEqual(entry.fault, { code: "taken", card: "Ah" });
  assert.equal(type("a s", limits, entry).fault, null);
});

test("no more cards than there is room for", () => {
  const entry = type("a s k s", { room: 1, taken: new Set() });
  assert.deepEqual(entry.cards, ["As"]);
  assert.equal(type("k", { room: 1, taken: new Set() }, type("a s")).fault?.code, "full");
});

test("a suit without a rank says what is missing", () => {
  assert.equal(type("s").fault?.code, "rank_first");
});

test("a tapped card is put down, tapped again it is taken back", () => {
  const once = tap(EMPTY, "7c", free);
  assert.deepEqual(once.cards, ["7c"]);
  assert.deepEqual(tap(once, "7c", free).cards, []);
  assert.equal(tap(once, "8c", { room: 1, taken: new Set() }).fault?.code, "full");
  assert.equal(tap(EMPTY, "8c", { room: 1, taken: new Set(["8c"]) }).fault?.code, "taken");
});

test("a card taken out of the middle leaves its place, and the next card takes it", () => {
  const hand = type("a s k s q s");
  const gap = tap(hand, "Ks", free);
  assert.deepEqual(
    [gap.cards, filled(gap)],
    [
      ["As", "", "Qs"],
      ["As", "Qs"],
    ],
  );
  assert.deepEqual(type("k h", free, gap).cards, ["As", "Kh", "Qs"]);
  assert.deepEqual(tap(tap(gap, "Qs", free), "As", free).cards, [], "no gaps are left behind");
  assert.equal(type("k", { room: 2, taken: new Set() }, gap).fault?.code, "full");
});

test("the pad hears its own keys and leaves the others", () => {
  for (const key of ["q", "Q", "s", "1", "0", "T"]) assert.ok(understands(EMPTY, key), key);
  for (const key of ["Enter", " ", "x", "Tab", "Backspace"]) assert.ok(!understands(EMPTY, key), key);
  assert.ok(understands(type("q"), "Backspace"));
});
