/** The connection against a line that we pull ourselves: what it says after a loss, and what it tells the page. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { Early } from "../../src/boston7/web/assets/kit/early.js";
import { Connection } from "../../src/boston7/web/assets/kit/socket.js";

const ME = {
  person: { id: "1", name: "Ann", role: "player", guest: true },
  actor: { role: "player", name: "Ann" },
  balance: 0,
};

/** The other end of the line: a WebSocket's four members that the connection uses, and nothing of ours. */
class Line {
  static all = [];
  constructor(url) {
    this.url = url;
    this.sent = [];
    this.closed = false;
    Line.all.push(this);
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  say(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  hello(extra = {}) {
    this.say({ type: "hello", me: ME, now: Date.now() * 1000, build: "t", ...extra });
  }
  cut() {
    this.onclose();
  }
}

const last = () => Line.all.at(-1);
const step = (version) => ({ event: { type: "x" }, patch: { round: version }, say: "It happens." });
/** A view afresh, or the steps from one version to another. */
const frame = (version, since, extra = {}) =>
  since === null
    ? {
        type: "view",
        table: "main",
        version,
        now: Date.now() * 1000,
        view: { round: version, seats: {} },
        surroundings: {},
        offers: {},
        past: [],
        ...extra,
      }
    : {
        type: "steps",
        table: "main",
        version,
        now: Date.now() * 1000,
        steps: Array.from({ length: version - since }, (_, at) => step(since + at + 1)),
        ...extra,
      };

let line;
beforeEach(() => {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"] });
  Line.all = [];
  line = new Connection({ url: "ws://room/api/socket", open: (url) => new Line(url) });
});
afterEach(() => {
  line.close();
  mock.timers.reset();
});

test("a watch goes on after the last version seen when the line was cut", () => {
  const seen = [];
  line.watch("main", { offers: true }, (told) => seen.push([told.version, told.since]));
  line.connect();
  assert.deepEqual(last().sent, [], "nothing is said before the hello");
  last().hello();
  assert.deepEqual(last().sent, [{ type: "watch", table: "main", offers: true }]);
  last().say(frame(7, null));
  last().say(frame(9, 7));
  last().cut();
  assert.equal(line.up, false);
  mock.timers.tick(1_000);
  assert.equal(Line.all.length, 2);
  last().hello();
  assert.deepEqual(last().sent, [{ type: "watch", table: "main", offers: true, after: 9 }]);
  last().say(frame(12, 9));
  assert.deepEqual(seen, [
    [7, null],
    [9, 7],
    [12, 9],
  ]);
});

test("steps that do not follow on what the page saw are not told: it looks at the table anew", () => {
  const seen = [];
  line.watch("main", {}, (told) => seen.push([told.version, told.since, told.steps.length, told.view.round]));
  line.connect();
  last().hello();
  last().say(frame(7, null));
  last().say(frame(10, 8));
  assert.deepEqual(last().sent.at(-1), { type: "watch", table: "main", offers: false });
  last().say(frame(10, null));
  last().say(frame(12, 10));
  assert.deepEqual(seen, [
    [7, null, 0, 7],
    [10, null, 0, 10],
    [12, 10, 2, 12],
  ]);
});

test("what else is told of a table is merged; after a reconnect it stands for itself", () => {
  const seen = [];
  line.watch("main", { offers: true }, (told) =>
    seen.push([told.due, told.practice, told.offers.map((offer) => offer.type)]),
  );
  line.connect();
  last().hello();
  last().say(frame(7, null, { surroundings: { due: 5, practice: true }, offers: { sit: { type: "sit" } } }));
  last().say(frame(8, 7, { surroundings: { due: null }, offers: { sit: null, fold: { type: "fold" } } }));
  last().say(frame(8, 8, { fresh: true, surroundings: { due: 9 }, offers: {} }));
  assert.deepEqual(seen, [
    [5, true, ["sit"]],
    [null, true, ["fold"]],
    [9, undefined, []],
  ]);
});

test("an unanswered act is repeated under its id, once answered never again", async () => {
  line.connect();
  last().hello();
  const answered = line.act("main", { type: "fold", seat: 2 });
  const { id, command } = last().sent[0];
  assert.deepEqual(command, { by: ME.actor, type: "fold", seat: 2 });
  last().cut();
  mock.timers.tick(1_000);
  last().hello();
  assert.equal(last().sent[0].id, id);
  last().say({ type: "accepted", id, table: "main", version: 3, events: [] });
  assert.equal((await answered).type, "accepted");
  last().cut();
  mock.timers.tick(1_000);
  last().hello();
  assert.deepEqual(last().sent, []);
});

test("an act made while the line is down is sent when it is up", () => {
  line.connect();
  line.act("main", { type: "fold", seat: 2 });
  assert.deepEqual(last().sent, []);
  last().hello();
  assert.equal(last().sent.length, 1);
});

test("two acts never share an id", () => {
  line.connect();
  last().hello();
  line.act("main", { type: "fold", seat: 2 });
  line.act("main", { type: "fold", seat: 2 });
  assert.notEqual(last().sent[0].id, last().sent[1].id);
});

test("a message that was not understood refuses the act it answers", async () => {
  line.connect();
  last().hello();
  const answered = line.act("main", { type: "nonsense" });
  last().say({ type: "error", code: "bad", reason: "What?" });
  assert.deepEqual(
    { ...(await answered), id: "" },
    { type: "refused", id: "", table: "", source: "request", code: "bad", reason: "What?", clause: "" },
  );
});

test("each failure waits longer, up to a bound, and a greeting starts over", () => {
  line.connect();
  for (let failure = 0; failure < 8; failure++) {
    last().cut();
    mock.timers.tick(10_000);
  }
  assert.equal(Line.all.length, 9);
  last().cut();
  mock.timers.tick(2_000);
  assert.equal(Line.all.length, 9, "after many failures it does not hammer the door");
  mock.timers.tick(3_000);
  assert.equal(Line.all.length, 10, "but somebody waits: never longer than five seconds");
  last().hello();
  last().cut();
  mock.timers.tick(400);
  assert.equal(Line.all.length, 11, "after a good line it is quick again");
});

test("a line that has fallen silent is hung up and dialled anew", () => {
  let downs = 0;
  line.addEventListener("down", () => downs++);
  line.connect();
  last().hello();
  const first = last();
  mock.timers.tick(15_000);
  assert.deepEqual(first.sent.at(-1), { type: "ping" });
  mock.timers.tick(6_000);
  assert.ok(first.closed);
  assert.equal(downs, 1);
  mock.timers.tick(1_000);
  assert.equal(Line.all.length, 2);
});

test("a line that answers stays", () => {
  line.connect();
  last().hello();
  for (let beat = 0; beat < 5; beat++) {
    mock.timers.tick(15_000);
    last().say({ type: "pong", id: null, now: Date.now() * 1000 });
  }
  assert.equal(Line.all.length, 1);
  assert.equal(line.up, true);
});

test("the server's clock counts, by the message that travelled fastest", () => {
  line.connect();
  last().hello({ now: Date.now() * 1000 + 4_000_000 });
  last().say({ type: "pong", id: null, now: Date.now() * 1000 + 3_000_000 });
  assert.equal(line.serverNow(), Date.now() * 1000 + 4_000_000);
  mock.timers.tick(500);
  assert.equal(line.serverNow(), Date.now() * 1000 + 4_000_000);
});

test("as somebody else one starts afresh: what another saw is not told on", () => {
  line.watch("main", {}, () => {});
  line.connect();
  last().hello();
  last().say(frame(7, null));
  const first = last();
  line.reconnect();
  assert.ok(first.closed);
  last().hello();
  assert.deepEqual(last().sent, [{ type: "watch", table: "main", offers: false }]);
  first.say(frame(8, 7)); // a late word from the old line
  assert.equal(line.up, true);
});

test("an act that was not answered before a login is not repeated after it", async () => {
  line.connect();
  last().hello();
  const act = line.act("main", { type: "buy_in", seat: 1, amount: 50000 });
  const ask = line.ask("main", { type: "buy_in", seat: 1, amount: 50000 });
  line.reconnect();
  last().hello();
  assert.deepEqual(last().sent, []);
  assert.equal((await act).type, "refused");
  assert.equal((await ask).refusal.code, "not_ready");
});

test("when the last one looks away the table is no longer watched", () => {
  const stop = line.watch("main", {}, () => {});
  const stopToo = line.watch("main", {}, () => {});
  line.connect();
  last().hello();
  stop();
  assert.equal(last().sent.length, 1);
  stopToo();
  assert.deepEqual(last().sent.at(-1), { type: "unwatch", table: "main" });
});

test("the lobby is asked for once, and again after a loss", () => {
  const seen = [];
  line.connect();
  last().hello();
  line.lobby((tables) => seen.push(tables.length));
  line.lobby((tables) => seen.push(tables.length));
  assert.deepEqual(last().sent, [{ type: "lobby", on: true }]);
  last().say({ type: "lobby", tables: [{}] });
  assert.deepEqual(seen, [1, 1]);
  last().cut();
  mock.timers.tick(1_000);
  last().hello();
  assert.deepEqual(last().sent, [{ type: "lobby", on: true }]);
});

test("what happened before the page was opened is told once, as the past", () => {
  const seen = [];
  line.watch("main", { offers: true, past: 40 }, (told) =>
    seen.push([told.version, told.since, told.steps.length, told.past.length]),
  );
  line.connect();
  last().hello();
  assert.deepEqual(last().sent.at(-1), { type: "watch", table: "main", offers: true, past: 40 });
  last().say(frame(50, null, { past: [step(49), step(50)] }));
  last().say(frame(51, 50));
  assert.deepEqual(seen, [
    [50, null, 0, 2],
    [51, 50, 1, 0],
  ]);
});

/** A connection that finds a line dialled before it. */
const after = (early) =>
  new Connection({ url: "ws://room/api/socket", open: (url) => new Line(url), early: () => early.shift() ?? null });

test("what an early line heard is told once somebody listens, by the clock of its coming", async () => {
  const early = new Line("ws://room/api/socket");
  const dialled = new Early(early, "main");
  early.onopen();
  early.hello();
  assert.deepEqual(early.sent, [{ type: "watch", table: "main", offers: true }]);
  early.say(frame(3, null));
  early.say(frame(5, 3));
  mock.timers.tick(3000);
  const late = after([dialled]);
  const heard = [];
  late.addEventListener("me", () => heard.push("me"));
  late.addEventListener("up", () => heard.push("up"));
  late.watch("main", { offers: true }, ({ version }) => heard.push(version));
  late.connect();
  assert.deepEqual(heard, [], "whoever connects is not interrupted");
  await Promise.resolve();
  early.say(frame(6, 5));
  assert.deepEqual(heard, ["me", "up", 3, 5, 6]);
  assert.equal(early.sent.length, 1, "not asked for twice");
  assert.equal(Line.all.length, 1);
  assert.equal(late.serverNow(), Date.now() * 1000);
  early.cut();
  mock.timers.tick(1000);
  last().hello();
  assert.deepEqual(last().sent, [{ type: "watch", table: "main", offers: true, after: 6 }]);
  late.close();
});

test("an early line that is not up yet asks when it is; one that was lost is dialled anew", async () => {
  for (const lost of [false, true]) {
    const early = new Line("ws://room/api/socket");
    const dialled = new Early(early, "main");
    if (lost) early.cut();
    const late = after([dialled]);
    late.watch("main", { offers: true }, () => {});
    late.connect();
    await Promise.resolve();
    assert.equal(last() === early, !lost);
    last().onopen?.();
    last().hello();
    assert.deepEqual(last().sent, [{ type: "watch", table: "main", offers: true }]);
    late.close();
  }
});

test("documents are followed after each hello, and those that changed are named", () => {
  const named = [];
  line.follow(["/api/slips"], (paths) => named.push(...paths));
  line.connect();
  last().hello();
  assert.deepEqual(last().sent, [{ type: "follow", paths: ["/api/slips"] }]);
  last().say({ type: "changed", paths: ["/api/slips"] });
  assert.deepEqual(named, ["/api/slips"]);
  last().cut();
  mock.timers.tick(1_000);
  last().hello();
  assert.deepEqual(last().sent, [{ type: "follow", paths: ["/api/slips"] }]);
});
