// The auditor's film: which step is shown, and whether it runs.
import assert from "node:assert/strict";
import test from "node:test";
import { clausesOf, reel, told, turn } from "../../src/boston7/web/assets/lib/film.js";

const steps = (film, ...acts) => acts.reduce(turn, film);

test("it stays within the round", () => {
  assert.equal(steps(reel(3), "previous").at, 0);
  assert.equal(steps(reel(3), "next", "next", "next", "next").at, 2);
  assert.equal(steps(reel(3), { to: 99 }).at, 2);
  assert.equal(steps(reel(3), { to: -4 }).at, 0);
  assert.equal(steps(reel(3), "last", "first").at, 0);
});

test("it stops at the end, and from there begins anew", () => {
  const running = steps(reel(3), "play");
  assert.ok(running.playing);
  const on = turn(running, "next");
  assert.deepEqual([on.at, on.playing], [1, true]);
  const ended = turn(on, "next");
  assert.deepEqual([ended.at, ended.playing], [2, false]);
  assert.deepEqual([turn(ended, "play").at, turn(ended, "play").playing], [0, true]);
});

test("scrubbing and stepping back stop it", () => {
  const running = steps(reel(5), { to: 2 }, "play");
  for (const act of ["previous", "pause", "toggle", { to: 4 }, "first", "last"]) assert.equal(turn(running, act).playing, false, String(act));
});

test("a film of one step has nothing to play", () => {
  assert.equal(turn(reel(1), "play").playing, false);
});

test("an event's clauses, each once", () => {
  assert.deepEqual(clausesOf({ type: "settled", lines: [{ clause: "P9" }, { clause: "P9" }, { clause: "R10" }] }), ["P9", "R10"]);
  assert.deepEqual(clausesOf({ type: "round_voided", clause: "X1" }), ["X1"]);
  assert.deepEqual(clausesOf({ type: "folded" }), []);
});

test("a step is told in the words of the card room, with the cards where they are known", () => {
  const before = { seats: Array.from({ length: 6 }, (_, at) => ({ number: at + 1, player: at === 1 ? "Maya" : null, yours: false })) };
  assert.equal(told({ type: "cards_dealt", to: 2, cards: ["??", "??", "??"] }, before), "Three cards to Maya, face down.");
  assert.equal(told({ type: "cards_dealt", to: 2, cards: ["As", "Kh", "Td"] }, before), "Three cards to Maya: A♠ K♥ 10♦.");
  assert.equal(told({ type: "second_placed", seat: 2, transfers: [{ from: "rail:2", to: "second:2", cents: 1000 }] }, before), "Maya places the 2nd, $10.");
  assert.equal(told({ type: "phase_entered", phase: "dealing_three" }, before), "Three cards each.");
});
