// A browser's own part in the shuffle, against a table that we play ourselves.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { textCommitmentOf } from "../../src/boston7/web/assets/kit/fairness.js";
import { OwnText, drawText, recall } from "../../src/boston7/web/assets/kit/own-text.js";

const HOUSE = "ab".repeat(32);
const seats = (player = "Ann", number = 3) => [
  { number, player, yours: true },
  { number: 5, player: "Ben", yours: false },
];
const fairness = (more = {}) => ({
  round: 7,
  commitment: HOUSE,
  contributions: [],
  closed: false,
  fixed: false,
  used: [],
  missing: [],
  revealed: null,
  ...more,
});
const frame = (more = {}, who = seats()) => ({ view: { seats: who }, fairness: more && fairness(more) });

class Store {
  constructor() {
    this.kept = new Map();
  }
  getItem(name) {
    return this.kept.get(name) ?? null;
  }
  setItem(name, value) {
    this.kept.set(name, value);
  }
}

class Line {
  constructor() {
    this.sent = [];
    this.answer = { type: "accepted" };
  }
  async commitText(table, round, commitment) {
    this.sent.push(["commit", table, round, commitment]);
    return this.answer;
  }
  async revealText(table, round, text) {
    this.sent.push(["reveal", table, round, text]);
    return this.answer;
  }
}

let line, store, own;
/** With what is answered to it. */
const hear = async (told, by = own) => {
  await by.hear(told);
  await new Promise(setImmediate);
};
beforeEach(() => {
  [line, store] = [new Line(), new Store()];
  own = new OwnText("main", line, { store });
});

/** As the table tells it once it has been committed to. */
const mine = (more = {}) => [
  { seat: 3, player: "Ann", commitment: recall("main", 7, store).commitment, text: "", ...more },
];

test("it commits once to a text that nobody can guess, and reveals it when bets are closed", async () => {
  await hear(frame());
  const kept = recall("main", 7, store);
  assert.match(kept.text, /^[\w-]{22}$/);
  assert.equal(kept.commitment, await textCommitmentOf({ table: "main", round: 7, player: "Ann", text: kept.text }));
  assert.deepEqual(line.sent, [["commit", "main", 7, kept.commitment]]);
  assert.equal(JSON.stringify(line.sent).includes(kept.text), false);
  await hear(frame({ contributions: mine() }));
  assert.equal(line.sent.length, 1);
  assert.equal(own.state(fairness({ contributions: mine() })), "committed");
  await hear(frame({ contributions: mine(), closed: true }));
  assert.deepEqual(line.sent[1], ["reveal", "main", 7, kept.text]);
  assert.equal(recall("main", 7, store).revealed, true);
  assert.match(recall("main", 7, store).closedWith, /^[0-9a-f]{64}$/);
  await hear(frame({ contributions: mine({ text: kept.text }), closed: true }));
  assert.equal(line.sent.length, 2);
});

test("it reveals nothing while bets are open, nothing not closed with, and nothing under another seed", async () => {
  await hear(frame());
  await hear(frame({ closed: true }));
  await hear(frame({ closed: true, contributions: mine({ commitment: "cd".repeat(32) }) }));
  await hear(frame({ closed: true, contributions: mine(), commitment: "cd".repeat(32) }));
  await hear(frame({ closed: true, fixed: true, contributions: mine() }));
  assert.deepEqual(
    line.sent.map(([what]) => what),
    ["commit"],
  );
});

test("after a reload the text is still known", async () => {
  await hear(frame());
  const again = new OwnText("main", line, { store });
  await hear(frame({ contributions: mine(), closed: true }), again);
  assert.deepEqual(line.sent[1], ["reveal", "main", 7, recall("main", 7, store).text]);
});

test("without a store it is known as long as the page is open", async () => {
  own = new OwnText("main", line, {
    store: {
      getItem: () => {
        throw new Error("forbidden");
      },
      setItem: () => {
        throw new Error("full");
      },
    },
  });
  await hear(frame());
  const [, , , commitment] = line.sent[0];
  await hear(frame({ contributions: [{ seat: 3, player: "Ann", commitment, text: "" }], closed: true }));
  assert.equal(line.sent[1][0], "reveal");
});

test("nobody who does not sit there commits, and a second browser leaves the first one's alone", async () => {
  await hear(frame({}, [{ number: 3, player: "Ann", yours: false }]));
  await hear(frame(null));
  const others = [{ seat: 3, player: "Ann", commitment: "cd".repeat(32), text: "" }];
  await hear(frame({ contributions: others }));
  assert.deepEqual(line.sent, []);
  assert.equal(own.state(fairness({ contributions: others })), "elsewhere");
});

test("another seat, another player and the next round are committed to anew", async () => {
  await hear(frame());
  await hear(frame({}, seats("Ann", 4)));
  assert.equal(line.sent[1][3], line.sent[0][3], "the same text for the same player");
  await hear(frame({}, seats("Cat")));
  await hear(frame({ round: 8 }));
  assert.equal(new Set(line.sent.map(([, , , commitment]) => commitment)).size, 3);
});

test("a house that shows another commitment for the same round is remembered", async () => {
  await hear(frame());
  await hear(frame({ commitment: "cd".repeat(32) }));
  const kept = recall("main", 7, store);
  assert.equal(kept.was, HOUSE);
  assert.notEqual(line.sent[0][3], line.sent[1][3], "and gets another text");
});

test("it does not insist where it is refused", async () => {
  line.answer = { type: "refused", code: "wrong_phase", reason: "No.", clause: "" };
  for (let n = 0; n < 10; n++) await hear(frame());
  assert.equal(line.sent.length, 3);
  assert.equal(own.state(fairness()), null);
});

test("words of one's own go before the random part, as many as fit", async () => {
  assert.match(drawText(" lucky seven "), /^lucky seven [\w-]{22}$/);
  const long = drawText("♠".repeat(60));
  assert.ok(new TextEncoder().encode(long).length <= 64);
  assert.match(long, /^♠+ [\w-]{22}$/);
  await hear(frame());
  assert.equal((await own.add("lucky")).type, "accepted");
  assert.match(recall("main", 7, store).text, /^lucky /);
  own.newest = frame({ closed: true });
  assert.equal(await own.add("late"), null);
});

test("what came of it is told", async () => {
  await hear(frame());
  assert.equal(own.state(fairness({ closed: true, contributions: mine() })), "revealed");
  assert.equal(own.state(fairness({ closed: true, contributions: [] })), "leftOut");
  assert.equal(own.state(fairness({ closed: true, fixed: true, used: [3] })), "used");
  assert.equal(own.state(fairness({ closed: true, fixed: true, missing: [3] })), "missing");
  assert.equal(own.state(fairness({ closed: true, fixed: true, used: [5] })), "leftOut");
});

test("a house that never answers does not keep it from the next rounds", async () => {
  await hear(frame());
  line.answer = new Promise(() => {});
  await hear(frame({ closed: true, contributions: mine() }));
  await hear(frame({ closed: true, fixed: true, missing: [3] }));
  assert.equal(recall("main", 7, store).outcome, "missing");
  await hear(frame({ round: 8 }));
  await hear(frame({ round: 9 }));
  assert.deepEqual(
    line.sent.map(([what, , round]) => [what, round]),
    [
      ["commit", 7],
      ["reveal", 7],
      ["commit", 8],
      ["commit", 9],
    ],
  );
});

test("what came of it is kept, as it was first told", async () => {
  await hear(frame());
  await hear(frame({ closed: true, fixed: true, missing: [3] }));
  assert.equal(recall("main", 7, store).outcome, "missing");
  await hear(frame({ closed: true, fixed: true, used: [3] }));
  assert.equal(recall("main", 7, store).outcome, "missing");
});

test("only the last rounds are kept", async () => {
  for (let round = 1; round <= 60; round++) await hear(frame({ round }));
  assert.equal(recall("main", 20, store), null);
  assert.ok(recall("main", 21, store));
});
