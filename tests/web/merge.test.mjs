// What a page makes of what it is told is the view the server has, after every step and for everybody.
import assert from "node:assert/strict";
import { test } from "node:test";
import { merge, sharedView, viewOf } from "../../src/boston7/web/assets/kit/merge.js";
import { kinds, tapes } from "./tapes.mjs";

test("after every step of every playthrough and evening the page has the server's view", () => {
  let seen = 0;
  for (const { name, viewer, start, frames } of tapes) {
    let document = start;
    for (const { steps, views } of frames)
      steps.forEach((step, at) => {
        document = merge(document, step.patch);
        assert.deepEqual(viewOf(document), views[at], `${name}, ${viewer}: ${step.event.type}`);
        seen += 1;
      });
  }
  assert.ok(seen > 2_000, `only ${seen} steps`);
});

test("players, spectators and dealers each see every kind of event on some tape", () => {
  const role = (viewer) => (["spectator", "dealer"].includes(viewer) ? viewer : "player");
  for (const wanted of ["player", "spectator", "dealer"]) {
    const seen = new Set(
      tapes
        .filter(({ viewer }) => role(viewer) === wanted)
        .flatMap(({ frames }) => frames.flatMap(({ steps }) => steps.map(({ event }) => event.type))),
    );
    assert.deepEqual(
      kinds.filter((type) => !seen.has(type)),
      [],
      wanted,
    );
  }
  assert.ok(kinds.length >= 50);
});

test("every step is told in a sentence", () => {
  for (const { frames } of tapes)
    for (const { steps } of frames)
      for (const { event, say } of steps) assert.match(say, /^[A-Z0-9$].*[.!?]$/, `${event.type}: ${say}`);
});

test("what is passed on shows its player's cards, and calls nobody you", () => {
  const document = { seats: { 3: { player: "Ann", yours: true, hand: { cards: ["Qs", "Qd", "8c"] } } } };
  const [seat] = sharedView(document).seats;
  assert.deepEqual([seat.yours, seat.player, seat.cards], [false, "Ann", ["Qs", "Qd", "8c"]]);
});

test("a patch changes a copy, takes away what is null, and puts lists in whole", () => {
  const before = { a: 1, b: { c: [1, 2], d: 4 } };
  const after = merge(before, { a: null, b: { c: [3] }, e: { f: { g: null, h: 1 } } });
  assert.deepEqual(after, { b: { c: [3], d: 4 }, e: { f: { h: 1 } } });
  assert.deepEqual(before, { a: 1, b: { c: [1, 2], d: 4 } });
});
