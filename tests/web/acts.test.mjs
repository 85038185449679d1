import assert from "node:assert/strict";
import { test } from "node:test";
import { actsOf, mustChoose, promptFor } from "../../src/boston7/web/assets/table/choices.js";
import { BLANK_SEAT } from "../../src/boston7/web/assets/kit/blank.js";
import { outcomeOf, rowOf } from "../../src/boston7/web/assets/felt/result.js";
import "./tapes.mjs";

const empty = (number) => ({ ...BLANK_SEAT, number });
const mine = {
  ...empty(3),
  player: "Ann",
  yours: true,
  rail: 48_500,
  wagers: { ante: 1000, first: 1000 },
  status: "in",
  cards: ["Qs", "Qd", "8c"],
  hand: "pair of queens",
};
const view = (phase, seat = mine, others = {}, waiting = [3]) => ({
  name: "main",
  phase,
  waiting,
  seats: [1, 2, 3, 4, 5, 6].map((number) => (number === 3 ? seat : (others[number] ?? empty(number)))),
  closing: "",
  void_reason: "",
  dealer_cards: [],
  dealer_hand: null,
});
const offer = (type, more = {}) => ({ type, command: { type, seat: 3, ...more } });

test("the decision shows what the 2nd costs and what a fold loses, the likelier act last", () => {
  const second = { ...offer("place_second"), spots: { second: [1000, 1000] } };
  const acts = actsOf([second, { ...offer("fold"), loses: 2000 }, offer("leave")], view("decision"));
  assert.deepEqual(
    acts.map(({ name, label, note, key }) => [name, label, note, key]),
    [
      ["fold", "Fold", "lose $20", "F"],
      ["place_second", "2nd Wager $10", "", "R"],
    ],
  );
  assert.equal(promptFor(view("decision"), [offer("fold")]), "Place the 2nd Wager or fold");
});

test("only what is offered is shown", () => {
  assert.deepEqual(actsOf([], view("decision")), []);
  assert.deepEqual(
    actsOf([offer("fold")], view("decision")).map((act) => act.name),
    ["fold"],
  );
});

test("a hand that is set is not asked for again, though its five may be changed", () => {
  const seven = { ...mine, cards: ["Qs", "Qd", "8c", "2h", "3d", "4s", "9c"] };
  assert.ok(mustChoose([offer("set_hand")], view("setting", seven)));
  assert.ok(!mustChoose([offer("set_hand")], view("setting", { ...seven, hand_set: true }, {}, [])));
  const change = { ...offer("change_hand"), cards: 5 };
  const set = view("setting", { ...seven, hand_set: true }, {}, [1]);
  assert.ok(!mustChoose([change], set));
  const labels = (changing) => actsOf([change], set, changing).map(({ label, tone }) => [label, tone]);
  assert.deepEqual(labels(false), [["Change my five", "plain"]]);
  assert.deepEqual(labels(true), [["Set these five", "go"]]);
  assert.ok(
    !mustChoose([offer("expose")], view("decision", { ...mine, decided: true }, {}, [1])),
    "a late claim is a right, not a duty",
  );
});

test("at a live table a hand is set face down", () => {
  const live = { ...mine, cards: Array(7).fill("??"), hand: null };
  const acts = actsOf([{ ...offer("set_hand"), cards: 0 }], view("setting", live));
  assert.deepEqual(
    acts.map((act) => act.label),
    ["My hand is set"],
  );
});

test("nobody waits for a royal to be disclosed, but its button is there", () => {
  assert.ok(!mustChoose([offer("disclose")], view("showdown", mine, {}, [1])));
  assert.deepEqual(
    actsOf([offer("disclose")], view("showdown")).map((act) => act.tone),
    ["go"],
  );
});

test("three cards that win nothing are better kept down", () => {
  const tones = (pays) =>
    actsOf([{ ...offer("expose"), pays }, offer("decline")], view("three_card_bonus")).map(({ name, tone }) => [
      name,
      tone,
    ]);
  assert.deepEqual(tones(0), [
    ["decline", "go"],
    ["expose", "plain"],
  ]);
  assert.deepEqual(tones(500), [
    ["decline", "plain"],
    ["expose", "go"],
  ]);
  assert.deepEqual(
    tones(null),
    [
      ["decline", "plain"],
      ["expose", "go"],
    ],
    "in a void nobody says",
  );
});

test("who waits is told for whom", () => {
  const maya = { ...empty(1), player: "Maya", status: "in", wagers: { first: 500 } };
  const theo = { ...empty(5), player: "Theo", status: "in", wagers: { first: 500 } };
  const done = { ...mine, decided: true };
  assert.equal(promptFor(view("decision", done, { 1: maya }, [1]), []), "Waiting for Maya");
  assert.equal(promptFor(view("decision", done, { 1: maya, 5: theo }, [1, 5]), []), "Waiting for Maya and Theo");
  const alone = { ...empty(5), player: "Ray", status: "in", wagers: { ante: 500 } };
  assert.equal(
    promptFor(view("decision", done, { 5: alone }, []), []),
    "The cards are coming",
    "an ante alone has no decision to wait for",
  );
});

test("a watcher is told whether there is a seat", () => {
  const nobody = view("betting", empty(3));
  assert.match(promptFor(nobody, [offer("sit")]), /Pick an empty seat/);
  assert.match(promptFor(nobody, [], { full: true }), /Every seat is taken/);
});

test("wagers that are placed are down, though the felt does not show them yet", () => {
  const bare = view("betting", { ...mine, wagers: {} });
  assert.equal(promptFor(bare, []), "Bets open in a moment");
  assert.equal(promptFor(bare, [], { down: 1000 }), "Your wagers are down: $10");
  assert.equal(promptFor(bare, [offer("place_wagers")], { down: 1000 }), "Your wagers are down: $10");
});

test("too few chips are said to be too few", () => {
  assert.equal(
    promptFor(view("betting", { ...mine, wagers: {}, rail: 300 }), [{ ...offer("buy_in"), lacks: 200 }]),
    "You need chips: $2 or more.",
  );
});

const line = (more) => ({
  wager: "first",
  stake: 1000,
  result: "win",
  hand: ["flush", "K"],
  odds: 1,
  paid: 1000,
  returned: 1000,
  collected: 0,
  trimmed: 0,
  clause: "002-P9c (R9)",
  ...more,
});

test("a line says what was paid, what came back and why", () => {
  assert.deepEqual(rowOf(line({}), 100_000), {
    wager: "first",
    name: "1st",
    hand: "",
    odds: "1 to 1",
    detail: "$10 paid, $10 returned",
    trimmed: "",
    net: "+$10",
    tone: "win",
    clause: "002-P9c (R9)",
    sentence: "1st: your hand wins, so it pays 1 to 1.",
  });
  const { sentence } = rowOf(line({ wager: "ante", result: "lose", odds: 3, paid: 3000, collected: 1000 }), null);
  assert.match(sentence, /the bonus is paid all the same/);
  assert.equal(rowOf(line({ result: "push", odds: null, paid: 0 }), null).detail, "push, $10 returned");
  assert.equal(
    rowOf(line({ wager: "ante", result: "none", odds: null, paid: 0 }), null).detail,
    "no bonus, $10 returned",
  );
  assert.equal(
    rowOf(line({ result: "lose", odds: null, paid: 0, returned: 0, collected: 1000 }), null).net,
    "\u2212$10",
  );
});

test("a bonus on a beaten hand is paid though the ante is lost", () => {
  const row = rowOf(
    line({ wager: "ante", result: "lose", odds: 3, paid: 3000, returned: 0, collected: 1000 }),
    100_000,
  );
  assert.equal(row.detail, "$30 paid, $10 collected");
  assert.equal(row.net, "+$20");
});

test("a payout trimmed by the maximum says by how much, and what the maximum is", () => {
  assert.equal(rowOf(line({ trimmed: 25_000 }), 100_000).trimmed, "trimmed by $250: the maximum payout is $1,000");
});

test("the sum of a round has a name", () => {
  assert.equal(outcomeOf({ net: 2000, outcome: "win" }).title, "You win $20");
  assert.equal(outcomeOf({ net: -1000, outcome: "lose" }).title, "You lose $10");
  assert.equal(outcomeOf({ net: 0, outcome: "push" }).title, "Push");
  assert.equal(outcomeOf({ net: 0, outcome: "even" }).title, "Even");
  assert.equal(outcomeOf({ net: 0, outcome: "void" }).title, "Void: wagers returned");
});
