// What the console lists as paid and collected.
import assert from "node:assert/strict";
import test from "node:test";
import { settledLast } from "../../src/boston7/web/assets/dealer/procedure.js";

const told = (...events) => events.map((event) => ({ event })).reverse();
const settled = (seat) => ({ type: "settled", seat });
const listed = (all) => settledLast(all).map(({ event }) => event);
const cleared = { type: "table_cleared" };

test("seats settled together are listed together, in their order", () => {
  const events = told(cleared, settled(5), settled(2), { type: "phase_entered" }, settled(4), settled(3), {
    type: "deck_cut",
  });
  assert.deepEqual(listed(events), [settled(4), settled(3)]);
});

test("what an earlier round paid is not this round's", () => {
  assert.deepEqual(listed(told(cleared, settled(5), cleared, { type: "cards_dealt" })), []);
  assert.deepEqual(listed(told(settled(5), cleared, settled(2))), [settled(2)]);
});

test("where the round's beginning is too long ago, all that is told is of this round", () => {
  assert.deepEqual(listed(told(settled(5), { type: "cards_dealt" })), [settled(5)]);
  assert.deepEqual(listed([]), []);
});
