// Where a sentence comes from.
import assert from "node:assert/strict";
import test from "node:test";
import { ruleOf } from "../../src/boston7/web/assets/lib/clauses.js";

test("a clause of a house's document is a rule, the platform's own sentences are none", () => {
  for (const clause of ["001-H2 (R19)", "R4", "dealing 3"]) assert.equal(ruleOf(clause), clause);
  for (const clause of ["", "accounts", "journal", "lobby", "server"]) assert.equal(ruleOf(clause), "", clause);
});
