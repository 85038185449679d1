// No line of the pages or of these tests is longer than 120 characters; biome wraps code, but neither words nor
// comments.
import { test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { houses } from "./tapes.mjs";

const HERE = import.meta.dirname;
const WEB = join(HERE, "../../src/boston7/web");

const files = [
  ...readdirSync(WEB, { recursive: true, encoding: "utf8" }).map((name) => join(WEB, name)),
  ...readdirSync(HERE).map((name) => join(HERE, name)),
].filter((name) => /\.m?js$/.test(name));

test("no line is longer than 120 characters", () => {
  assert.ok(files.length > 100);
  const long = files.flatMap((name) =>
    readFileSync(name, "utf8")
      .split("\n")
      .flatMap((line, at) => ([...line].length > 120 ? [`${name}:${at + 1}`] : [])),
  );
  assert.deepEqual(long, []);
});

test("no page says how long a text may be: the server does, and BOUNDS has it from there", () => {
  const said = files
    .filter((name) => name.startsWith(WEB))
    .flatMap((name) => readFileSync(name, "utf8").match(/.*maxlength: "?\d.*/g) ?? [])
    .filter((line) => !line.includes("one-time-code")); // another program's digits, with blanks in them
  assert.deepEqual(said, []);
});

test("no page knows a house by name", () => {
  const named = files
    .filter((name) => name.startsWith(WEB))
    .filter((name) => Object.keys(houses).some((id) => readFileSync(name, "utf8").includes(`"${id}"`)))
    .map((name) => name.slice(name.indexOf("kit/")));
  assert.deepEqual(named, ["kit/words/rules.js"], "the rack card is also the name of a paper");
});
