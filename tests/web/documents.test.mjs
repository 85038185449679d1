// Documents are read when they are named as changed, one batch after another, and again after a failure.
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { ApiError } from "../../src/boston7/web/assets/kit/api.js";
import { Documents } from "../../src/boston7/web/assets/kit/documents.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Documents whose answers the test gives. */
function followed() {
  const asked = [];
  const reader = (path) => () => new Promise((resolve, reject) => asked.push({ path, resolve, reject }));
  const line = { follow: (paths, onChanged) => Object.assign(line, { paths, name: onChanged }) };
  const documents = new Documents(line, { "/a": reader("/a"), "/b": reader("/b") });
  return { asked, line, documents };
}

test("only what is named is read", async () => {
  const { asked, line, documents } = followed();
  const opened = documents.open();
  assert.deepEqual(line.paths, ["/a", "/b"]);
  assert.equal(asked.length, 0, "the first message names all");
  line.name(["/a", "/b"]);
  for (const each of asked.splice(0)) each.resolve();
  await opened;
  line.name(["/b"]);
  assert.deepEqual(
    asked.map(({ path }) => path),
    ["/b"],
  );
});

test("what changes while it is read is read once more", async () => {
  const { asked, line, documents } = followed();
  void documents.open();
  line.name(["/a"]);
  line.name(["/a"]);
  line.name(["/a"]);
  assert.equal(asked.length, 1);
  asked[0].resolve();
  await settled();
  assert.equal(asked.length, 2);
  asked[1].resolve();
  await settled();
  assert.equal(asked.length, 2);
});

test("a read that failed is repeated, a refused one is not", async () => {
  const { asked, line, documents } = followed();
  void documents.open();
  line.name(["/a"]);
  asked[0].reject(new ApiError(503, { reason: "The record is down." }));
  await settled();
  assert.equal(documents.fault, "The record is down.");
  mock.timers.tick(5_000);
  assert.equal(asked.length, 2);
  asked[1].reject(new ApiError(403, { reason: "Not your duty." }));
  await settled();
  mock.timers.tick(60_000);
  assert.equal(asked.length, 2);
});

test("without a line the documents are read all the same", async () => {
  const { asked, documents } = followed();
  void documents.open();
  mock.timers.tick(2_000);
  await settled();
  assert.equal(asked.length, 2);
});
