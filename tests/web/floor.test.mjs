// What a supervisor sees at a glance.
import assert from "node:assert/strict";
import test from "node:test";
import { bandPlaces } from "../../src/boston7/web/assets/parts/floor-band.js";
import { alerts } from "../../src/boston7/web/assets/parts/floor-card.js";
import { floor } from "../../src/boston7/web/assets/lib/words/floor.js";

const table = (more) => ({ phase: "betting", tray: 1_000_000, maximum: 5_000, maximum_payout: 100_000, ...more });

test("the band, the expectation and the win lie in their order on the axis", () => {
  const places = bandPlaces({ won: 500, low: -1000, high: 2000, expected: 300 });
  const order = [places.low, places.zero, places.expected, places.won, places.high];
  assert.deepEqual([...order].sort((a, b) => a - b), order);
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

test("a tray that cannot pay the most one seat may win is told", () => {
  assert.deepEqual(alerts(table({})), []);
  assert.deepEqual(alerts(table({ tray: 99_999 })).map((each) => each.text), [floor.alert.tray]);
  assert.deepEqual(alerts(table({ tray: 99_999, maximum_payout: null })).map((each) => each.text), [floor.alert.tray]);
});

test("a void comes first, a closed table asks only to be opened", () => {
  assert.equal(alerts(table({ phase: "void", tray: 1 }))[0].text, floor.alert.void);
  assert.deepEqual(alerts(table({ phase: "closed", tray: 0 })).map((each) => each.text), [floor.alert.closed]);
});
