import assert from "node:assert/strict";
import { test } from "node:test";
import { ownPage } from "../../src/boston7/web/assets/account/own-page.js";

const OURS = "https://room.example:7007";

/** What a browser would open. */
const opened = (wished) => new URL(ownPage(wished, "/home", OURS), OURS).href;

test("a page of ours is opened as it was asked for", () => {
  for (const page of ["/me", "/table/A%20b?sit", "/audit?from=1#x", "/", "/deal/T%2F1"])
    assert.equal(opened(page), OURS + page);
});

test("no address of another site is opened, however it is written", () => {
  const others = [
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/\r\\evil.example",
    "https://evil.example",
    "https:evil.example",
    "HTTPS:\\\\evil.example",
    "https://room.example:7007@evil.example",
    "https://room.example",
    "http://room.example:7007",
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    "data:text/html,hello",
    "blob:https://evil.example/1",
    "http://[",
    "/.//evil.example",
    "/x/..//evil.example",
    "",
  ];
  for (const wished of others) assert.equal(new URL(opened(wished)).origin, OURS, wished);
  assert.equal(opened(`blob:${OURS}/1`), `${OURS}/home`); // its origin is ours, and it is no page of ours
});
