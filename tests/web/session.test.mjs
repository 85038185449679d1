import assert from "node:assert/strict";
import { test } from "node:test";
import { homeOf } from "../../src/boston7/web/assets/lib/session.js";

const as = (role, more = {}) => ({ person: { id: "1", name: "Somebody", role }, ...more });

test("everybody begins at a page of their own", () => {
  const homes = { dealer: "/deal", supervisor: "/floor", cashier: "/shift", runner: "/shift", auditor: "/audit" };
  for (const [role, home] of Object.entries({ ...homes, admin: "/setup", player: "/", guest: "/" }))
    assert.equal(homeOf(as(role)), home, role);
  assert.equal(homeOf({ person: null }), "/");
});

test("with a password from a list one chooses one's own first; at a console one deals", () => {
  assert.equal(homeOf(as("supervisor", { temporary: true })), "/me");
  assert.equal(homeOf(as("dealer", { console: "Table 1" })), "/deal/Table%201");
});
