// A page of a development room loads itself again when its files have changed, and only then.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const SCRIPT = readFileSync(new URL("../../src/boston7/web/assets/kit/dev-reload.js", import.meta.url), "utf8");

/** The script in a browser that gets these answers: the stamps it asked with, and whether it loaded the page again. */
function follow(answers) {
  const asked = [];
  return new Promise((done) => {
    const end = (reloaded) => setImmediate(() => done({ asked, reloaded }));
    const fetch = async (address) => {
      asked.push(address.replace("/api/dev/changes?since=", ""));
      const answer = answers.shift();
      if (answer === "lost") throw new TypeError("the room is starting again");
      if (answer === undefined) end(false);
      return { ok: answer !== undefined, json: async () => ({ pages: answer }) };
    };
    new Function("fetch", "location", SCRIPT)(fetch, { reload: () => end(true) });
  });
}

test("the page is loaded again when the stamp of its files is another", async () => {
  assert.deepEqual(await follow(["a", "a", "lost", "b"]), { asked: ["", "a", "a", "a"], reloaded: true });
});

test("the first stamp is no change, nor is a room that has no such path", async () => {
  assert.deepEqual(await follow(["a", "a"]), { asked: ["", "a", "a"], reloaded: false });
});
