// What an auditor's search asks of the server.
import assert from "node:assert/strict";
import test from "node:test";
import { setZone } from "../../src/boston7/web/assets/lib/clock.js";
import { question } from "../../src/boston7/web/assets/parts/audit-search.js";

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
