// @ts-check
/** What a browser has seen of the record, and what it says when that is gone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Heads } from "../../src/boston7/web/assets/kit/heads.js";

const head = (/** @type {number} */ seal, digest = `d${seal}`, record = "j") => ({ record, seal, digest });
const moment = () => new Promise((done) => setTimeout(done, 30));

function browser() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const store = {
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ value) => void kept.set(key, value),
  };
  /** A page opened in it; `record` is what the server answers of an earlier seal. */
  return (record = (/** @type {number} */ seal) => head(seal)) => {
    /** @type {string[]} */
    const said = [];
    const heads = new Heads((finding) => said.push(finding), { store, ask: async (seal) => record(seal), patience: 5 });
    return { heads, said };
  };
}

test("a record that grows is no news, after a reload either", async () => {
  const open = browser();
  const first = open();
  for (const seal of [3, 4, 9]) await first.heads.told(head(seal));
  const second = open();
  await second.heads.told(head(12));
  await second.heads.told(head(13));
  await moment();
  assert.deepEqual([...first.said, ...second.said], []);
});

test("a record that ends earlier is told, once it is no mere delay", async () => {
  const open = browser();
  await open().heads.told(head(50));
  const late = open();
  await late.heads.told(head(48)); // another process, a moment behind
  await late.heads.told(head(51));
  await moment();
  assert.deepEqual(late.said, []);
  const cut = open();
  await cut.heads.told(head(40));
  await cut.heads.told(head(41));
  await moment();
  assert.deepEqual(cut.said, ["earlier"]);
  cut.heads.accept();
  const after = open();
  await after.heads.told(head(42));
  await moment();
  assert.deepEqual(after.said, []);
});

test("a record that was rewritten is told, even if it has grown past what was seen", async () => {
  const open = browser();
  await open().heads.told(head(50));
  const same = open();
  await same.heads.told(head(50, "forged"));
  assert.deepEqual(same.said, ["other"]);
  const longer = open(() => head(50, "forged"));
  await longer.heads.told(head(70));
  assert.deepEqual(longer.said, ["other"]);
});

test("another room at the same address is another record", async () => {
  const open = browser();
  await open().heads.told(head(50));
  const other = open();
  await other.heads.told(head(2, "x", "k"));
  await moment();
  assert.deepEqual(other.said, []);
});
