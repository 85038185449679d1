// Something went wrong: what is asked, and the command that reports it.
import assert from "node:assert/strict";
import test from "node:test";
import { TROUBLES, asked, missing, report, trouble } from "../../src/boston7/web/assets/lib/irregularities.js";

const live = { live: true };
const virtual = { live: false };

test("every irregularity of the rules is there", () => {
  const ids = TROUBLES.map((each) => each.id);
  for (const id of ["dealer_card_exposed", "face_up_card", "drawn_in_error", "wrong_count", "dealer_miscount", "shuffler_failed", "void_round", "evict", "correct"])
    assert.ok(ids.includes(id), id);
});

test("at a virtual table nobody is asked for cards", () => {
  assert.deepEqual(asked(trouble("face_up_card"), virtual, {}), []);
  assert.deepEqual(report(trouble("face_up_card"), virtual, {}), { type: "face_up_card" });
});

test("a live face-up card has to be named", () => {
  const what = trouble("face_up_card");
  assert.equal(missing(what, live, {})?.name, "card");
  assert.equal(missing(what, live, { card: ["7c"] }), null);
  assert.equal(report(what, live, { card: ["7c"] }).card, "7c");
});

test("a wrong count asks for seat and count, and for three cards or none", () => {
  const what = trouble("wrong_count");
  assert.equal(missing(what, live, {})?.name, "seat");
  assert.equal(missing(what, live, { seat: 3 })?.name, "count");
  assert.equal(missing(what, live, { seat: 3, count: 0 }), null);
  assert.equal(missing(what, live, { seat: 3, count: 6, first_three: ["2c"] })?.name, "first_three");
  assert.deepEqual(report(what, live, { seat: 3, count: 6 }), {
    type: "wrong_count", seat: 3, count: 6, first_three: [],
  });
});

test("the dealer's exposed cards may be named or not", () => {
  const what = trouble("dealer_card_exposed");
  assert.equal(missing(what, live, {}), null);
  assert.deepEqual(report(what, live, { cards: ["As"] }).cards, ["As"]);
});

test("the shuffler failed while doing one of two things", () => {
  const what = trouble("shuffler_failed");
  assert.equal(missing(what, live, {})?.name, "while");
  assert.equal(report(what, live, { while: "dealing" }).while, "dealing");
});

test("an eviction asks for the first three only where the hand is voided", () => {
  const what = trouble("evict");
  const told = { seat: 1, reason: "Marked a card." };
  assert.deepEqual(asked(what, live, told).map((field) => field.name), ["seat", "reason", "void"]);
  assert.ok(asked(what, live, { ...told, void: true }).some((field) => field.name === "first_three"));
  assert.equal(report(what, live, told).void, false);
  assert.ok(!("first_three" in report(what, live, told)));
});

test("a reason of spaces is none", () => {
  assert.equal(missing(trouble("void_round"), live, { reason: "  " })?.name, "reason");
});

test("a correction is one transfer with its reason", () => {
  const told = { from: "tray", to: "rail:2", amount: 500, reason: "Paid short." };
  assert.deepEqual(report(trouble("correct"), live, told), {
    type: "correct", transfers: [{ from: "tray", to: "rail:2", cents: 500 }], reason: "Paid short.",
  });
});
