// The auditor's film: which step is shown, and whether it runs.
import assert from "node:assert/strict";
import test from "node:test";
import { reel, turn } from "../../src/boston7/web/assets/audit/reel.js";

const steps = (film, ...acts) => acts.reduce(turn, film);

test("it stays within the round", () => {
  assert.equal(steps(reel(3), "previous").at, 0);
  assert.equal(steps(reel(3), "next", "next", "next", "next").at, 2);
  assert.equal(steps(reel(3), { to: 99 }).at, 2);
  assert.equal(steps(reel(3), { to: -4 }).at, 0);
  assert.equal(steps(reel(3), "last", "first").at, 0);
});

test("it stops at the end, and from there begins anew", () => {
  const running = steps(reel(3), "play");
  assert.ok(running.playing);
  const on = turn(running, "next");
  assert.deepEqual([on.at, on.playing], [1, true]);
  const ended = turn(on, "next");
  assert.deepEqual([ended.at, ended.playing], [2, false]);
  assert.deepEqual([turn(ended, "play").at, turn(ended, "play").playing], [0, true]);
});

test("scrubbing and stepping back stop it", () => {
  const running = steps(reel(5), { to: 2 }, "play");
  for (const act of ["previous", "pause", "toggle", { to: 4 }, "first", "last"])
    assert.equal(turn(running, act).playing, false, String(act));
});

test("a film of one step has nothing to play", () => {
  assert.equal(turn(reel(1), "play").playing, false);
});
