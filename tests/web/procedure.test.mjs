// The dealer's procedure: what is done, now and next, and what goes on the large button.
import assert from "node:assert/strict";
import test from "node:test";
import { blocked, mainAct, receiver, remember, seatActs, stepNow, steps, taken, undo, waiting } from "../../src/boston7/web/assets/lib/procedure.js";

const seat = (number, more = {}) => ({ number, player: null, rail: 0, status: "out", cards: [], ...more });
const table = (phase, more = {}) => ({
  phase, live: true, seats: [1, 2, 3, 4, 5, 6].map((n) => seat(n)), dealer_cards: [], dealer_face_up: false, ...more,
});
const offer = (type, more = {}, bounds = {}) => ({ type, command: { type, by: { role: "dealer", name: "" }, ...more }, minimum: null, maximum: null, cards: 0, reason: false, ...bounds });
const states = (view, offers, checked) => Object.fromEntries(steps(view, offers, checked).map((step) => [step.id, step.state]));

test("while wagers are placed the deck is made ready beside them", () => {
  const view = table("betting");
  const first = states(view, [offer("shuffle")]);
  assert.deepEqual([first.shuffle, first.cut, first.wagers, first.deal_three], ["now", "next", "now", "next"]);
  const ready = states(view, [offer("place_wagers", { seat: 1 })]);
  assert.deepEqual([ready.shuffle, ready.cut, ready.wagers], ["done", "done", "now"]);
});

test("bets closed before the shuffle: the wagers are done, the shuffle is now", () => {
  const now = states(table("shuffling"), [offer("shuffle")]);
  assert.deepEqual([now.shuffle, now.wagers, now.cut], ["now", "done", "next"]);
});

test("every phase of a round has one step of its own", () => {
  const names = {
    dealing_three: "deal_three", three_card_bonus: "bonus", decision: "decision", setting: "setting", complete: "finish",
  };
  for (const [phase, step] of Object.entries(names)) {
    assert.equal(stepNow(table(phase), []), step);
    assert.equal(states(table(phase), [])[step], "now");
  }
});

test("the stub comes after the last four, the settlement after the dealer's hand", () => {
  assert.equal(stepNow(table("dealing_four"), [offer("deal")]), "deal_four");
  assert.equal(stepNow(table("dealing_four"), [offer("rack_stub")]), "stub");
  assert.equal(stepNow(table("dealing_four"), [offer("count_stub")]), "stub");
  assert.equal(stepNow(table("showdown"), []), "reveal");
  assert.equal(stepNow(table("showdown", { dealer_face_up: true }), []), "settle");
});

test("the opening runs as two lists side by side", () => {
  const now = states(table("opening"), [], new Set(["receive_deck", "unlock_tray"]));
  assert.deepEqual([now.receive_deck, now.inspect_deck, now.verify_deck], ["done", "now", "next"]);
  assert.deepEqual([now.unlock_tray, now.count_tray, now.dealer_signs], ["done", "now", "next"]);
});

test("a void has a list of its own", () => {
  assert.equal(states(table("void"), [offer("expose", { seat: 2 })]).shown, "now");
  const after = states(table("void"), [offer("settle")]);
  assert.deepEqual([after.voided, after.shown, after.returned], ["done", "done", "now"]);
});

test("at the closing the count comes first, then it is the supervisor's", () => {
  assert.equal(stepNow(table("closing"), [offer("count_tray")]), "closing_count");
  assert.equal(stepNow(table("closing"), [offer("count_tray")], new Set(["closing_count"])), "closing_close");
  assert.deepEqual(blocked(table("closing")), []);
});

test("the large button holds the most pressing act, or nothing", () => {
  assert.equal(mainAct(table("betting"), [offer("no_more_bets"), offer("shuffle")])?.type, "shuffle");
  assert.equal(mainAct(table("betting"), [offer("no_more_bets")])?.type, "no_more_bets");
  assert.equal(mainAct(table("showdown"), [offer("settle"), offer("turn_over")])?.type, "turn_over");
  assert.equal(mainAct(table("decision"), [offer("fold", { seat: 1 })]), null);
});

test("where the large button is empty, the refusal of its last act says why", () => {
  assert.deepEqual(blocked(table("three_card_bonus")), ["settle_bonuses"]);
  assert.deepEqual(blocked(table("showdown")), ["reveal"]);
  assert.deepEqual(blocked(table("showdown", { dealer_face_up: true })), ["settle"]);
  assert.deepEqual(blocked(table("decision")), []);
});

test("seats that are waited for, in their order, each with its acts in the order of the buttons", () => {
  const offers = [offer("fold", { seat: 4 }), offer("place_second", { seat: 4 }), offer("fold", { seat: 2 }), offer("buy_in", { seat: 1 })];
  const now = waiting(table("decision"), offers);
  assert.deepEqual(now.map((each) => [each.seat.number, each.offers.map((one) => one.type)]), [
    [2, ["fold"]],
    [4, ["place_second", "fold"]],
  ]);
  assert.deepEqual(seatActs(table("setting"), [offer("disclose", { seat: 3 })], 3).map((one) => one.type), ["disclose"]);
  const set = table("setting", { seats: [seat(1, { hand_set: true }), seat(2, { hand_set: false })] });
  assert.deepEqual(waiting(set, [offer("set_hand", { seat: 1 }), offer("set_hand", { seat: 2 })]).map((each) => each.seat.number), [2]);
  assert.deepEqual(waiting(table("setting"), [offer("disclose", { seat: 3 })]), []);
});

test("who gets the next stack, where the counts tell", () => {
  const playing = (counts, dealer) => table("dealing_three", {
    seats: counts.map((have, at) => seat(at + 1, { status: have === null ? "out" : "in", cards: Array(have ?? 0).fill("??") })),
    dealer_cards: Array(dealer).fill("??"),
  });
  assert.equal(receiver(playing([null, 0, 0, null, null, null], 0)), 2);
  assert.equal(receiver(playing([null, 3, 0, null, null, null], 0)), 3);
  assert.equal(receiver(playing([null, 3, 3, null, null, null], 0)), 0);
  assert.equal(receiver(playing([null, 3, 3, null, null, null], 3)), null);
  assert.equal(receiver(playing([null, 1, 0, null, null, null], 0)), null, "one card: singly or a stack begun, we do not know");
});

test("what can be taken back is what an offer takes back", () => {
  const placed = { type: "wagers_placed", seat: 3 };
  assert.equal(undo(placed, [offer("withdraw_wagers", { seat: 3 })])?.type, "withdraw_wagers");
  assert.equal(undo(placed, [offer("withdraw_wagers", { seat: 2 })]), null);
  assert.equal(undo({ type: "player_sat", seat: 1 }, [offer("leave", { seat: 1 })])?.type, "leave");
  const bought = { type: "chips_moved", what: "buy_in", transfers: [{ from: "cage", to: "rail:2", cents: 5000 }] };
  assert.equal(undo(bought, [offer("cash_out", { seat: 2, amount: 9000 }, { maximum: 9000 })])?.amount, 5000);
  assert.equal(undo(bought, [offer("cash_out", { seat: 2, amount: 4000 }, { maximum: 4000 })]), null);
  assert.equal(undo({ type: "folded", seat: 2 }, []), null);
});

test("cards that were shown and turned down again stay taken until the table is cleared", () => {
  let seen = new Map();
  seen = remember(seen, { type: "cards_exposed", seat: 2, cards: ["Qs", "Qd", "8c"] });
  seen = remember(seen, { type: "face_up_card_found", card: "2h" });
  const view = table("showdown", { dealer_cards: ["As", "??"] });
  assert.deepEqual([...taken(view, seen, "seat:5")].sort(), ["2h", "8c", "As", "Qd", "Qs"]);
  assert.deepEqual([...taken(view, seen, "seat:2")].sort(), ["2h", "As"]);
  assert.equal(remember(seen, { type: "table_cleared" }).size, 0);
  assert.equal(remember(seen, { type: "folded", seat: 1 }), seen);
});
