// The arithmetic under the charts, and the words under the figures.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  byWorth,
  linear,
  logarithmic,
  nearest,
  powers,
  startKind,
  threeCards,
  withoutSuits,
  ticks,
} from "../../src/boston7/web/assets/odds/chart-scale.js";
import { expected, grouped, number, oneIn, percent } from "../../src/boston7/web/assets/kit/percent.js";

test("a scale maps its ends to the ends, upside down too", () => {
  const scale = linear([0, 10], [200, 0]);
  assert.deepEqual([0, 5, 10].map(scale), [200, 100, 0]);
  assert.equal(linear([3, 3], [10, 20])(3), 10); // one value only
});

test("a logarithm puts equal factors at equal distances, and nothing on the floor", () => {
  const scale = logarithmic([0.001, 1], [0, 300]);
  assert.deepEqual(
    [0.001, 0.01, 0.1, 1].map((value) => Math.round(scale(value))),
    [0, 100, 200, 300],
  );
  assert.equal(scale(0), 0);
});

test("ticks are round numbers inside the range", () => {
  assert.deepEqual(ticks(0, 0.13, 5), [0, 0.05, 0.1]);
  assert.deepEqual(ticks(500, 5000, 9), [500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 4500, 5000]);
  assert.deepEqual(ticks(-2.25, 5.85, 8), [-2, 0, 2, 4]);
  assert.deepEqual(ticks(7, 7), [7]);
});

test("powers of ten are exact", () => {
  assert.deepEqual(powers(1e-3, 1), [0.001, 0.01, 0.1, 1]);
});

test("the nearest of a sorted list", () => {
  const places = [10, 20, 40];
  assert.deepEqual(
    [-5, 14, 15, 16, 29, 31, 99].map((x) => nearest(places, x)),
    [0, 0, 0, 1, 1, 2, 2],
  );
});

test("starts are laid out by worth, each as wide as it is frequent", () => {
  const { sorted, middles, deals } = byWorth([
    { play: 5, ways: 4 },
    { play: -9, ways: 12 },
    { play: 0, ways: 24 },
  ]);
  assert.deepEqual(
    sorted.map(({ play }) => play),
    [-9, 0, 5],
  );
  assert.equal(deals, 40);
  assert.deepEqual(middles, [6 / 40, 24 / 40, 38 / 40]);
});

test("figures are read out with the digits that matter", () => {
  assert.equal(percent(0.10224594), "10.22%");
  assert.equal(percent(0.0000323), "0.0032%");
  assert.equal(percent(0), "0.00%");
  assert.equal(percent(-0.001151), "\u22120.12%");
  assert.equal(oneIn(1 / 30940), "1 in 30,940");
  assert.equal(oneIn(0.5), "1 in 2");
  assert.equal(oneIn(0), "never");
  assert.equal(oneIn(1e-6, true), "1 in 1M");
  assert.equal(number(-0.9528, 4), "\u22120.9528");
  assert.equal(number(2, 0), "+2");
  assert.equal(expected(-101.7), "\u2212$1.02");
  assert.equal(expected(500), "$5.00");
  assert.equal(grouped("5479155029989/63240546819450"), "5,479,155,029,989 / 63,240,546,819,450");
});

test("a start is known by its ranks and by which cards share a suit", () => {
  const same = [
    ["Qs Qd 8d", "Qh Qc 8c"],
    ["Ac Kd 9h", "9s Kh Ad"],
    ["7c 3d 2h", "2s 7h 3c"],
    ["Ac Ad Ah", "As Ah Ac"],
  ];
  for (const [a, b] of same) assert.equal(startKind(a.split(" ")), startKind(b.split(" ")));
  assert.notEqual(startKind(["Qs", "Qd", "8d"]), startKind(["Qs", "Qd", "8c"]));
  assert.notEqual(startKind(["Ks", "Qs", "8d"]), startKind(["Ks", "Qd", "8s"]));
});

test("the deck has 1,755 kinds of start", () => {
  const deck = [..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
  const kinds = new Map();
  for (let a = 0; a < 52; a++)
    for (let b = 0; b < a; b++)
      for (let c = 0; c < b; c++) {
        const kind = startKind([deck[a], deck[b], deck[c]]);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
  assert.equal(kinds.size, 1755);
  assert.deepEqual(new Set(kinds.values()), new Set([4, 12, 24]));
});

test("three cards are read as people write them", () => {
  assert.deepEqual(threeCards("qs 10d, 8C"), ["Qs", "Td", "8c"]);
  assert.deepEqual(threeCards("QsTd8c"), ["Qs", "Td", "8c"]);
  assert.deepEqual(threeCards("Q♠ Q♦ 8♣"), ["Qs", "Qd", "8c"]);
  assert.deepEqual(threeCards("q♠\uFE0F10♦\uFE0F 8c"), ["Qs", "Td", "8c"]);
  assert.deepEqual(threeCards("QQ8"), ["Qc", "Qd", "8h"], "three different suits");
  assert.deepEqual([withoutSuits("Q 10 8"), withoutSuits("Qs Td 8c"), withoutSuits("Q")], [true, false, false]);
  assert.equal(threeCards("Qs Q 8"), null, "suits for all or for none");
  for (const bad of ["Qs Qs 8c", "Qs 8c", "Qs Td 8c 2h", "Qs Td 8x", ""]) assert.equal(threeCards(bad), null);
});
