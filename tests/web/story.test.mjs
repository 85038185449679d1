// What is said at the table.
import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, hintsFrom } from "../../src/boston7/web/assets/lib/scene.js";
import { KINDS, spoken, tell, tellLine } from "../../src/boston7/web/assets/lib/story.js";
import { frames } from "./evenings.mjs";

const seats = [1, 2, 3, 4, 5, 6].map((number) => ({ number, player: null, yours: false }));
seats[2] = { number: 3, player: "Maya", yours: false };
seats[3] = { number: 4, player: "Nadia", yours: true };
const view = { seats };
const text = (event) => tell(event, view).text;
const line = (more) => ({
  wager: "first", stake: 1000, result: "win", hand: null, odds: null, paid: 0, returned: 0, collected: 0, trimmed: 0, clause: "R9", ...more,
});

test("everything that can happen is told in a short sentence, with no gap left in it", () => {
  const told = new Set();
  for (const { before, events, view: after } of frames) {
    let now = before;
    for (const event of events) {
      const { text: words } = tell(event, now);
      told.add(event.type);
      assert.match(words, /^[A-Z0-9$].*[.!?]$/u, `${event.type}: ${words}`);
      assert.doesNotMatch(words, /[{}]|undefined|null|NaN|_/, `${event.type}: ${words}`);
      now = advance(now, event, hintsFrom(events, after));
    }
  }
  assert.deepEqual([...told].sort(), [...KINDS].sort());
  assert.equal(KINDS.length, 44);
});

test("an event nobody thought of is still told", () => {
  assert.equal(text({ type: "lights_went_out" }), "lights went out");
});

test("the dealer's words", () => {
  assert.equal(text({ type: "bets_closed" }), "No more bets.");
  assert.equal(text({ type: "dealer_revealed", cards: [], five: [], hand: "two pair, kings and sevens" }), "Dealer has two pair, kings and sevens.");
  assert.equal(text({ type: "cards_dealt", to: 0, cards: ["??", "??", "??"] }), "Three cards to the dealer.");
  assert.equal(text({ type: "stub_counted", count: 30, expected: 31 }), "Stub counted: 30, 31 expected.");
  assert.equal(text({ type: "tray_counted", counted: 499000, expected: 500000 }), "Tray counted: $4,990, $10 short.");
});

test("you are spoken to, the others are spoken of, an empty seat has a number", () => {
  assert.equal(text({ type: "folded", seat: 4 }), "You fold.");
  assert.equal(text({ type: "folded", seat: 3 }), "Maya folds.");
  assert.equal(text({ type: "folded", seat: 1 }), "Seat 1 folds.");
  const by = { role: "platform", name: "" };
  assert.equal(text({ type: "folded", seat: 4, by }), "Time ran out: your hand was folded.");
  assert.equal(text({ type: "folded", seat: 3, by }), "Time ran out: Maya is folded.");
  assert.equal(text({ type: "hand_set", seat: 4, by }), "Time ran out: your best five play.");
  assert.equal(text({ type: "bonus_declined", seat: 3, by }), "Maya: no bonus.");
  const held = { seats: seats.map((seat) => (seat.yours ? { ...seat, hand: "jack high" } : seat)) };
  assert.equal(tell({ type: "bonus_declined", seat: 4, by }, held).text, "No bonus: jack high.");
  assert.equal(text({ type: "cards_exposed", seat: 3, cards: ["Qs", "Qd", "Tc"] }), "Maya shows Q♠ Q♦ 10♣.");
  assert.equal(tell({ type: "player_sat", seat: 2, player: "Theo" }, view, "Theo").text, "You sit in seat 2.");
  assert.equal(tell({ type: "player_sat", seat: 2, player: "Theo" }, view).text, "Theo sits in seat 2.");
});

test("wagers are told with their amounts", () => {
  const { text: words, amount } = tell({ type: "wagers_placed", seat: 3, ante: 1000, first: 1000, three_card_bonus: 250 }, view);
  assert.equal(words, "Maya: ante $10, 1st $10, 3 Card Bonus $2.50.");
  assert.equal(amount, 2250);
  assert.equal(text({ type: "second_placed", seat: 4, transfers: [{ from: "rail:4", to: "second:4", cents: 1000 }] }), "You place the 2nd, $10.");
});

test("hands are spoken of as at a table", () => {
  assert.equal(spoken("pair of queens"), "a pair of queens");
  assert.equal(spoken("two pair, kings and sevens"), "two pair, kings and sevens");
  assert.equal(spoken("queen high"), "queen high");
  assert.equal(spoken("straight, queen high"), "a straight, queen high");
});

test("a line says what became of its wager", () => {
  assert.equal(tellLine(line({ paid: 1000, returned: 1000, odds: "1 to 1" })).text, "1st wins $10");
  assert.equal(tellLine(line({ result: "lose", collected: 1000 })).text, "1st loses $10");
  assert.equal(tellLine(line({ wager: "second", result: "push", returned: 1000 })).text, "2nd push");
  assert.equal(tellLine(line({ wager: "ante", result: "none", returned: 1000 })).text, "Ante stays");
  assert.equal(tellLine(line({ result: "void", returned: 1000 })).text, "1st back, $10");
  assert.equal(tellLine(line({ wager: "three_card_bonus", odds: "5 to 1", paid: 2500, returned: 500 })).text, "3 Card Bonus 5 to 1, $25");
  assert.equal(tellLine(line({ wager: "ante", odds: "$5,000", paid: 500000, returned: 1000 })).text, "Ante bonus $5,000");
});

test("a cap is said with its number, and an award paid to a beaten hand with what it lost", () => {
  const trimmed = tellLine(line({ wager: "ante", odds: "25 to 1", paid: 21000, returned: 1000, trimmed: 4000 }));
  assert.equal(trimmed.text, "Ante bonus 25 to 1, $210, trimmed by the cap −$40");
  assert.equal(trimmed.tone, "win");
  const beaten = tellLine(line({ wager: "ante", result: "lose", odds: "1 to 1", paid: 1000, collected: 1000 }));
  assert.equal(beaten.text, "Ante bonus 1 to 1, $10, Ante loses $10");
  assert.equal(beaten.tone, "push");
  const whole = tell({ type: "settled", seat: 4, moment: "showdown", lines: [line({ wager: "ante", odds: "25 to 1", paid: 21000, returned: 1000, trimmed: 4000 })], transfers: [] }, view);
  assert.equal(whole.text, "You win $210. Trimmed by the cap: −$40.");
});

test("a settlement is summed up in one sentence", () => {
  const settled = (moment, ...lines) => tell({ type: "settled", seat: 3, moment, lines, transfers: [] }, view);
  assert.equal(settled("showdown", line({ paid: 1000 }), line({ wager: "second", paid: 1000 })).text, "Maya wins $20.");
  assert.equal(settled("fold", line({ result: "lose", collected: 1000 })).amount, -1000);
  assert.equal(settled("showdown", line({ result: "push", returned: 1000 })).text, "Maya: push.");
  assert.equal(settled("showdown", line({ wager: "ante", result: "none", returned: 1000 })).text, "Maya: even.");
  assert.equal(settled("void", line({ result: "void", returned: 1000, clause: "R13; R12" })).text, "Maya: hand void; wagers back.");
  assert.equal(settled("void", line({ result: "void", clause: "R13; R12" })).clause, "R13; R12");
});

test("a void says why, and on which clause", () => {
  const told = tell({ type: "round_voided", reason: "the lights went out", clause: "R12, R19", by: {} }, view);
  assert.deepEqual([told.text, told.clause, told.tone], ["Round void. The lights went out.", "R12, R19", "void"]);
});
