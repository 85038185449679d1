// A place at a table: acts wait their turn, and a double press is one act.
import assert from "node:assert/strict";
import test from "node:test";
import { DealerStore } from "../../src/boston7/web/assets/dealer/store.js";
import { tapes } from "./tapes.mjs";

globalThis.document ??= /** @type {any} */ ({
  createElement: () => ({ setAttribute() {}, append() {}, childElementCount: 0, isConnected: true, textContent: "" }),
  body: { append() {} },
});

/** A line whose answers and frames the test gives by hand. */
class Line {
  constructor() {
    this.acts = [];
    this.asks = [];
    this.up = true;
  }
  watch(_table, _how, onFrame) {
    this.tell = (version, more = {}) =>
      onFrame({
        version,
        since: version - 1,
        steps: [],
        past: [],
        offers: [],
        view: { phase: "betting", seats: [] },
        ...more,
      });
    return () => {};
  }
  act(_table, command) {
    return new Promise((answer) => this.acts.push({ command, answer }));
  }
  ask(_table, command) {
    return new Promise((answer) => this.asks.push({ command, answer }));
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function place() {
  const line = new Line();
  const post = new DealerStore(line, "main");
  post.watch();
  line.tell(1, { since: null });
  return { line, post };
}

test("the same act pressed twice is sent once", async () => {
  const { line, post } = place();
  post.act({ type: "deal" });
  assert.equal(await post.act({ type: "deal" }), false);
  assert.equal(line.acts.length, 1);
});

test("another act waits until the table is seen as the first one left it", async () => {
  const { line, post } = place();
  post.act({ type: "shuffle" });
  post.act({ type: "no_more_bets" });
  line.acts[0].answer({ type: "accepted", version: 2 });
  await settled();
  assert.equal(line.acts.length, 1, "accepted, but not yet seen");
  line.tell(2);
  await settled();
  assert.deepEqual(
    line.acts.map((each) => each.command.type),
    ["shuffle", "no_more_bets"],
  );
});

test("after the table has changed the same act may be done again", async () => {
  const { line, post } = place();
  const done = post.act({ type: "deal" });
  line.acts[0].answer({ type: "accepted", version: 2 });
  line.tell(2);
  assert.equal(await done, true);
  post.act({ type: "deal" });
  assert.equal(line.acts.length, 2);
});

test("a frame of something else does not end an act that is not answered", async () => {
  const { line, post } = place();
  post.act({ type: "deal" });
  line.tell(1, { since: null }); // as after a reconnect
  line.tell(2); // somebody else bought chips
  await settled();
  assert.equal(post.busy, true);
  assert.equal(await post.act({ type: "deal" }), false, "still the same act");
  line.acts[0].answer({ type: "accepted", version: 3 });
  await settled();
  assert.equal(post.busy, true, "answered, but not yet seen");
  line.tell(3);
  await settled();
  assert.equal(post.busy, false);
  assert.equal(line.acts.length, 1);
});

test("while the line is lost nothing is taken on, and that is said", async () => {
  const { line, post } = place();
  line.up = false;
  assert.equal(await post.act({ type: "deal" }), false);
  assert.match(post.refusal.reason, /connection lost/);
  assert.equal(line.acts.length, 0);
});

test("a refusal stays until the table changes, and does not block", async () => {
  const { line, post } = place();
  const done = post.act({ type: "deal" });
  line.acts[0].answer({ type: "refused", code: "wrong_phase", reason: "Not now.", clause: "P3" });
  assert.equal(await done, false);
  assert.equal(post.refusal.reason, "Not now.");
  assert.equal(post.busy, false);
  line.tell(2);
  assert.equal(post.refusal, null);
});

test("a question is asked once for each state of the table", async () => {
  const { line, post } = place();
  post.ask({ type: "settle" });
  post.ask({ type: "settle" });
  assert.equal(line.asks.length, 1);
  line.tell(2);
  post.ask({ type: "settle" });
  assert.equal(line.asks.length, 2);
});

test("whoever may not even ask reads the refusal as an answer", async () => {
  const { line, post } = place();
  const asked = post.ask({ type: "settle" });
  line.asks[0].answer({ type: "refused", code: "wrong_role", reason: "Log in first.", clause: "accounts" });
  assert.equal((await asked).refusal?.reason, "Log in first.");
});

test("all the same acts in turn, until there is none", async () => {
  const { line, post } = place();
  const left = [
    { type: "set_hand", seat: 2 },
    { type: "set_hand", seat: 4 },
  ];
  const done = post.actAll(() => left.shift() ?? null);
  for (const version of [2, 3]) {
    await settled();
    assert.equal(post.busy, true);
    line.acts.at(-1).answer({ type: "accepted", version });
    line.tell(version);
    await settled();
  }
  await done;
  assert.equal(post.busy, false);
  assert.deepEqual(
    line.acts.map((each) => each.command.seat),
    [2, 4],
  );
});

test("what the server tells of the past is told once, and only the latest count of the tray is kept", () => {
  const { line, post } = place();
  const counted = { type: "tray_counted", counted: 999_000, expected: 1_000_000 };
  const step = (event, say) => ({ event, say, clause: "", patch: {}, before: { seats: [] }, view: { seats: [] } });
  line.tell(3, { since: 2, steps: [step(counted, "Tray counted.")] });
  line.tell(3, {
    since: null,
    past: [step({ type: "checked_off", step: "unlock_tray" }, "Tray unlocked."), step(counted, "Tray counted.")],
  });
  assert.deepEqual(
    post.told.map((each) => each.text),
    ["Tray counted.", "Tray unlocked."],
  );
  assert.deepEqual(post.count, { counted: 999_000, expected: 1_000_000 });
  line.tell(4, { view: { phase: "opening", seats: [], tray: null } });
  assert.equal(post.count, null, "while a count is open there is none to sign for");
});

test("after a reload each settlement lists the lines that landed with it, and no others", () => {
  const { line, post } = place();
  const moments = new Map();
  for (const { start, frames } of tapes.filter(({ viewer }) => viewer === "dealer")) {
    let had = start.seats;
    for (const { steps, views } of frames)
      for (const [at, step] of steps.entries()) {
        const { event } = step;
        if (event.type === "settled") {
          const lines = views[at].seats[event.seat - 1].lines;
          line.tell(1, { since: null, past: [step] });
          assert.deepEqual(post.told[0].lines, lines.slice(had[event.seat - 1]?.lines.length ?? 0));
          moments.set(event.moment, (moments.get(event.moment) ?? 0) + 1);
        }
        had = views[at].seats;
      }
  }
  assert.deepEqual([...moments.keys()].sort(), ["fold", "showdown", "three_card_bonus", "void"]);
});

test("while wagers are entered the next seat without one is named, unless somebody chose another", async () => {
  const { line, post } = place();
  const seats = (...antes) =>
    antes.map((ante, at) => ({
      number: at + 1,
      player: `P${at + 1}`,
      sitting_out: false,
      wagers: ante ? { ante } : {},
    }));
  const betting = (...antes) => ({ view: { phase: "betting", seats: seats(...antes) } });
  line.tell(2, betting(0, 0, 0));
  assert.equal(post.seat, 1);
  line.tell(3, betting(500, 0, 0));
  assert.equal(post.seat, 2);
  post.choose(3);
  line.tell(4, betting(500, 0, 500));
  assert.equal(post.seat, 3, "chosen: it stays though it has a wager");
  post.choose(0);
  assert.equal(post.seat, 2);
});
