import assert from "node:assert/strict";
import { test } from "node:test";
import { clock, microsOf, moment, seconds, setZone } from "../../src/boston7/web/assets/kit/clock.js";

test("times are told and read by the clock of the house, wherever the browser is", () => {
  for (const [zone, wall, utc] of [
    ["America/New_York", "2026-11-16T18:05", Date.UTC(2026, 10, 16, 23, 5)],
    ["America/New_York", "2026-07-01T18:05", Date.UTC(2026, 6, 1, 22, 5)],
    ["America/New_York", "2026-11-01T18:05", Date.UTC(2026, 10, 1, 23, 5)],
    ["Asia/Kolkata", "2026-03-01T00:15", Date.UTC(2026, 1, 28, 18, 45)],
  ]) {
    setZone(zone);
    assert.equal(microsOf(wall), utc * 1000, `${zone} ${wall}`);
  }
  setZone("America/New_York");
  const evening = Date.UTC(2026, 10, 16, 23, 5, 9) * 1000;
  const plain = (text) => text.replaceAll("\u202f", " ");
  assert.equal(plain(clock(evening)), "6:05 PM");
  assert.equal(plain(seconds(evening)), "6:05:09 PM");
  assert.equal(plain(moment(evening)), "Nov 16, 2026, 6:05 PM");
  for (const text of ["", "nonsense"]) assert.ok(Number.isNaN(microsOf(text)), text);
});
