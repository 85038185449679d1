import assert from "node:assert/strict";
import { test } from "node:test";
import { hasDuty } from "../../src/boston7/web/assets/kit/session.js";

test("one duty of several is enough, and before we know who is there nobody has any", () => {
  const cashier = { person: { role: "cashier" }, duties: ["cage", "slips"] };
  assert.ok(hasDuty(cashier, "floor", "slips"));
  assert.ok(!hasDuty(cashier, "floor", "deal"));
  assert.ok(!hasDuty(null, "play"));
});
