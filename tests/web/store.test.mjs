// The base of all stores: batched notification, and nobody else writes their fields.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Store } from "../../src/boston7/web/assets/kit/store.js";

const assets = fileURLToPath(new URL("../../src/boston7/web/assets/", import.meta.url));
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

test("several changes in one turn are one notification, with the store", async () => {
  const store = new Store();
  const seen = [];
  store.subscribe((changed) => seen.push(changed));
  store.changed();
  store.changed();
  assert.deepEqual(seen, [], "not before the turn is over");
  await turn();
  assert.deepEqual(seen, [store]);
  store.changed();
  await turn();
  assert.equal(seen.length, 2);
});

test("a change made by a subscriber is a notification of its own", async () => {
  const store = new Store();
  let count = 0;
  store.subscribe(() => ++count < 3 && store.changed());
  store.changed();
  await turn();
  assert.equal(count, 3);
});

test("a subscription that ended gets nothing", async () => {
  const store = new Store();
  let count = 0;
  const stop = store.subscribe(() => count++);
  store.changed();
  stop();
  await turn();
  assert.equal(count, 0);
});

test("only stores write the state of stores", () => {
  const written = /\b(?:sitting|post|store)\.\w+ (?:[-+*/]|\?\?|\|\||&&)?= /;
  const found = readdirSync(assets, { recursive: true })
    .filter((path) => path.endsWith(".js"))
    .flatMap((path) =>
      readFileSync(assets + path, "utf8")
        .split("\n")
        .filter((line) => written.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  assert.deepEqual(found, []);
});
