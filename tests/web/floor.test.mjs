// What a supervisor sees at a glance.
import assert from "node:assert/strict";
import test from "node:test";
import { bandPlaces } from "../../src/boston7/web/assets/floor/band.js";
import { alerts, figuresOf } from "../../src/boston7/web/assets/floor/card.js";
import { floor } from "../../src/boston7/web/assets/kit/words/floor.js";

const table = (more) => ({
  phase: "betting",
  tray: 1_000_000,
  low: false,
  waiting: [],
  prompts: [],
  ...more,
});

test("the band, the expectation and the win lie in their order on the axis", () => {
  const places = bandPlaces({ won: 500, low: -1000, high: 2000, expected: 300 });
  const order = [places.low, places.zero, places.expected, places.won, places.high];
  assert.deepEqual(
    [...order].sort((a, b) => a - b),
    order,
  );
  assert.ok(places.low > 0 && places.high < 1, "the band has ends");
  assert.equal(places.outside, false);
});

test("a win beyond the band is marked and still on the axis", () => {
  for (const won of [-5000, 9000]) {
    const places = bandPlaces({ won, low: -1000, high: 2000, expected: 300 });
    assert.ok(places.outside && places.won > 0 && places.won < 1);
  }
});

test("nothing expected and nothing won divides by nothing", () => {
  const places = bandPlaces({ won: 0, low: 0, high: 0, expected: 0 });
  for (const value of [places.low, places.high, places.won, places.zero]) assert.ok(Number.isFinite(value));
});

test("a tray that the house finds low is told", () => {
  assert.deepEqual(alerts(table({ tray: 1 })), []);
  assert.deepEqual(
    alerts(table({ low: true })).map((each) => each.text),
    [floor.alert.tray],
  );
});

test("whose cash has to be logged is told while they sit there", () => {
  const prompt = "Log: $3,000 or more in cash in one gaming day. Red cap.";
  assert.deepEqual(alerts(table({ prompts: [prompt] })), [{ text: prompt, tone: "warn" }]);
});

test("what waits for a second person is told before anything else", () => {
  const waiting = [{ what: "Seat 2's payout, $1,350", by: "Dan" }];
  assert.deepEqual(alerts(table({ waiting, low: true }))[0], {
    text: "To approve: Seat 2's payout, $1,350, asked by Dan",
    tone: "lose",
  });
});

test("a void comes first, a closed table asks only to be opened", () => {
  assert.equal(alerts(table({ phase: "void", tray: 1 }))[0].text, floor.alert.void);
  assert.deepEqual(
    alerts(table({ phase: "closed", tray: 0 })).map((each) => each.text),
    [floor.alert.closed],
  );
});

test("play money is never added to money, and every table is counted", () => {
  const one = (more) =>
    table({ players: ["Maya", null], tray: 100_00, drop: 50_00, actual: { won: -10_00 }, play_money: false, ...more });
  const play = one({ play_money: true, tray: 900_00, drop: 0, actual: { won: 5_00 } });
  const closed = one({ phase: "closed", players: [null, null] });
  assert.deepEqual(figuresOf([one({}), closed, play]), [
    ["3", "tables"],
    ["2", "seated"],
    ["$200", "in the trays"],
    ["$100", "drop"],
    ["\u2212$20", "won"],
    ["$900", "in the trays, play money"],
    ["$0", "drop, play money"],
    ["+$5", "won, play money"],
  ]);
  assert.deepEqual(
    figuresOf([play]).map(([, label]) => label),
    ["table", "seated", "in the trays, play money", "drop, play money", "won, play money"],
  );
  assert.deepEqual(
    figuresOf([]).map(([value]) => value),
    ["0", "0", "$0", "$0", "$0"],
  );
});
