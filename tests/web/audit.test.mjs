// What an auditor's search asks of the server.
import assert from "node:assert/strict";
import test from "node:test";
import { setZone } from "../../src/boston7/web/assets/kit/clock.js";
import { verdictOf } from "../../src/boston7/web/assets/audit/chain.js";
import { question } from "../../src/boston7/web/assets/audit/search.js";

test("empty fields are left out", () => {
  assert.equal(question({ table: "", player: " ", status: "", from: "", to: "" }, null), "limit=25");
});

test("names are kept whole, times are microseconds, pages go on before a position", () => {
  setZone("America/New_York");
  const asked = new URLSearchParams(
    question({ table: "Table 1", player: "Ann & Bo", status: "void", from: "2026-01-02T03:04", to: "nonsense" }, 77),
  );
  assert.equal(asked.get("table"), "Table 1");
  assert.equal(asked.get("player"), "Ann & Bo");
  assert.equal(asked.get("from"), String(Date.UTC(2026, 0, 2, 8, 4) * 1000), "by the clock of the house");
  assert.equal(asked.get("to"), null);
  assert.equal(asked.get("before"), "77");
});

test("the verdict says which seals the room key was checked with, and where the first fault is", () => {
  const found = { ok: true, entries: 9, streams: 2, seal: 5, digest: "ab", fault: null, keyed: 5, unchecked: 0 };
  assert.match(verdictOf(found), /All seals were checked with the room key\.$/);
  const older = verdictOf({ ...found, keyed: 2, unchecked: 3 });
  assert.match(older, /from before the room key: 3\./);
  assert.doesNotMatch(older, /All seals/);
  const damaged = { stream: "", version: 0, reason: "The database reports that its file is damaged." };
  assert.equal(
    verdictOf({ ...found, ok: false, fault: damaged }),
    "The record was tampered with or damaged. The database reports that its file is damaged.",
  );
});
