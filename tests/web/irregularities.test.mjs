// An irregularity: what is asked, and the command that reports it, from the catalogue the server tells.
import assert from "node:assert/strict";
import test from "node:test";
import { at, kind, ofFloor } from "../../src/boston7/web/assets/kit/catalogue.js";
import { asked, command, missing, outcome } from "../../src/boston7/web/assets/dealer/forms.js";
import "./tapes.mjs";

const live = { live: true };
const virtual = { live: false };

test("every irregularity of the rules is there", () => {
  const ids = at("irregularity").map((each) => each.type);
  for (const id of [
    "dealer_card_exposed",
    "face_up_card",
    "drawn_in_error",
    "wrong_count",
    "dealer_miscount",
    "shuffler_failed",
    "void_round",
    "evict",
    "correct_payout",
  ])
    assert.ok(ids.includes(id), id);
  assert.deepEqual(
    at("irregularity")
      .filter(ofFloor)
      .map((each) => each.type),
    ["replace_deck", "order_recut", "void_round", "void_hand", "correct_payout", "evict"],
  );
});

test("every form of a console can be filled in and sent", () => {
  const told = {
    seat: 2,
    count: 6,
    packet: 2,
    card: ["7c"],
    cards: [],
    first_three: [],
    while: "dealing",
    reason: "Why.",
    from: "tray",
    to: "rail:2",
    amount: 500,
    slip: "17",
    payee: "Ann",
    void: true,
    what: "dispute",
    ground: "employees",
  };
  for (const view of [live, virtual])
    for (const each of at("irregularity", "floor")) {
      assert.equal(missing(each, view, told), null, each.type);
      const made = command(each, view, told);
      const sent = each.asks
        .filter((ask) => !ask.at || ask.at === (view.live ? "live" : "virtual"))
        .map((ask) => ask.field);
      assert.deepEqual(Object.keys(made), ["type", ...sent]);
      assert.ok(
        Object.values(made).every((value) => value !== undefined),
        each.type,
      );
    }
});

test("at a virtual table nobody is asked for cards", () => {
  const told = { packet: null };
  assert.deepEqual(
    asked(kind("face_up_card"), virtual, told).map(({ kind: of }) => of),
    ["packet"],
  );
  assert.deepEqual(command(kind("face_up_card"), virtual, told), { type: "face_up_card", packet: null });
});

test("a live face-up card has to be named", () => {
  const what = kind("face_up_card");
  assert.equal(missing(what, live, { packet: null })?.field, "card");
  assert.equal(missing(what, live, { card: ["7c"] })?.field, "packet");
  assert.equal(missing(what, live, { packet: null, card: ["7c"] }), null);
  assert.equal(command(what, live, { packet: null, card: ["7c"] }).card, "7c");
  assert.equal(command(what, live, { packet: 0, card: ["7c"] }).packet, 0);
});

test("a wrong count asks for seat and count, and for no cards: nothing is paid for them (R12)", () => {
  const what = kind("wrong_count");
  assert.equal(missing(what, live, {})?.field, "seat");
  assert.equal(missing(what, live, { seat: 3 })?.field, "count");
  assert.equal(missing(what, live, { seat: 3, count: 0 }), null);
  assert.deepEqual(command(what, live, { seat: 3, count: 6 }), { type: "wrong_count", seat: 3, count: 6 });
});

test("the dealer's exposed cards may be named or not", () => {
  const what = kind("dealer_card_exposed");
  assert.equal(missing(what, live, {}), null);
  assert.deepEqual(command(what, live, { cards: ["As"] }).cards, ["As"]);
});

test("the shuffler failed while doing one of two things", () => {
  const what = kind("shuffler_failed");
  assert.equal(missing(what, live, {})?.field, "while");
  assert.equal(command(what, live, { while: "dealing" }).while, "dealing");
});

test("an eviction asks whether the hand is voided, and for no cards", () => {
  const what = kind("evict");
  const told = { seat: 1, ground: "participants", reason: "Marked a card." };
  assert.equal(missing(what, live, { ...told, ground: undefined })?.field, "ground");
  assert.deepEqual(
    asked(what, live, told).map((ask) => ask.field),
    ["seat", "ground", "reason", "void"],
  );
  assert.deepEqual(
    asked(what, live, { ...told, void: true }).map((ask) => ask.field),
    ["seat", "ground", "reason", "void"],
  );
  assert.equal(command(what, live, told).void, false);
  assert.match(outcome(what, told), /^The hand is finished/);
  assert.match(outcome(what, { ...told, void: true }), /^The hand is void/);
});

test("a reason of spaces is none", () => {
  assert.equal(missing(kind("void_round"), live, { reason: "  " })?.field, "reason");
});

test("a correction is one transfer with its reason", () => {
  const told = { from: "tray", to: "rail:2", amount: 500, reason: "Paid short." };
  assert.deepEqual(command(kind("correct_payout"), live, told), {
    type: "correct_payout",
    transfers: [{ from: "tray", to: "rail:2", cents: 500 }],
    reason: "Paid short.",
  });
});
