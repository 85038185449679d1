// The record of a shuffle, read as docs/fairness.md says; and every way a house could tell it wrong.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fingerprintOf, textCommitmentOf } from "../../src/boston7/web/assets/kit/fairness.js";
import { checkOwn, readRecord } from "../../src/boston7/web/assets/audit/shuffle-record.js";

const WHICH = { table: "main", round: 7 };
const HOUSE = "ab".repeat(32);
const ANNS = "lucky seven, says Ann";
const BENS = "lucky eight, says Ben";
const hidden = (player, text) => textCommitmentOf({ ...WHICH, player, text });

/** An honest round: Ben changes his mind, Cat never reveals, Dan leaves. */
async function honest() {
  const committed = async (seat, player, text) => ({
    type: "text_committed",
    seat,
    player,
    commitment: await hidden(player, text),
  });
  const entries = [
    { type: "seed_committed", commitment: HOUSE },
    await committed(5, "Ben", "lucky nine, says Ben"),
    await committed(2, "Ann", ANNS),
    await committed(5, "Ben", BENS),
    await committed(4, "Cat", "never told, says Cat"),
    await committed(6, "Dan", "gone home, says Dan"),
    { type: "bets_closed" },
    { type: "entropy_closed", contributions: 3, left: [6] },
    { type: "text_revealed", seat: 5, player: "Ben", text: BENS },
    { type: "text_revealed", seat: 2, player: "Ann", text: ANNS },
    { type: "deck_shuffled" },
    { type: "deck_fixed", missing: [4] },
    { type: "seed_revealed" },
  ];
  return entries.map((entry, at) => ({ ...entry, position: at + 1, time: 0 }));
}
const at = (entries, type, nth = 0) => entries.filter((entry) => entry.type === type)[nth];

test("one text a seat, the latest; by seat; who kept theirs back and who had left", async () => {
  const read = await readRecord(await honest(), WHICH);
  assert.deepEqual(read.faults, []);
  assert.deepEqual(read.contributions, [
    { player: "Ann", text: ANNS },
    { player: "Ben", text: BENS },
  ]);
  assert.deepEqual(
    read.missing.map(({ player }) => player),
    ["Cat"],
  );
  assert.deepEqual(
    read.left.map(({ player }) => player),
    ["Dan"],
  );
  assert.equal(read.commitment, HOUSE);
  assert.equal(read.closedWith, await fingerprintOf(read.texts));
});

/** @type {[string, (entries: any[]) => void][]} */
const FRAUDS = [
  [
    "a second deck because the shuffler was reported to have stopped",
    (entries) => {
      entries.push({ type: "shuffler_stopped", position: 11.5 });
    },
  ],
  [
    "a card passed over because it was reported as boxed",
    (entries) => {
      entries.push({ type: "face_up_card_found", position: 11.5 });
    },
  ],
  [
    "a commitment after the close",
    (entries) => {
      at(entries, "text_committed", 1).position = 7.5;
    },
  ],
  [
    "a commitment after a text is known",
    (entries) => {
      at(entries, "text_committed", 1).position = 9.5;
    },
  ],
  [
    "a text revealed while bets are open",
    (entries) => {
      at(entries, "text_revealed").position = 5.5;
    },
  ],
  [
    "a text revealed after the shuffle",
    (entries) => {
      at(entries, "text_revealed").position = 11.5;
    },
  ],
  [
    "another text than was committed to",
    (entries) => {
      at(entries, "text_revealed").text = "lucky nine, says Ben";
    },
  ],
  [
    "a text of nobody's",
    (entries) => {
      at(entries, "text_revealed").seat = 1;
    },
  ],
  [
    "a second text of one seat",
    (entries) => {
      entries.push({ type: "text_revealed", seat: 2, player: "Ann", text: ANNS, position: 10.5 });
    },
  ],
  [
    "a second seed",
    (entries) => {
      entries.push({ type: "seed_committed", commitment: "cd".repeat(32), position: 1.5 });
    },
  ],
  [
    "a seed committed to after the close",
    (entries) => {
      at(entries, "seed_committed").position = 7.5;
    },
  ],
  [
    "a text that is not closed with",
    (entries) => {
      at(entries, "entropy_closed").left = [2, 6];
    },
  ],
  [
    "a close that is told twice",
    (entries) => {
      entries.push({ type: "entropy_closed", contributions: 3, left: [], position: 8.5 });
    },
  ],
  [
    "a missing text that is not named",
    (entries) => {
      at(entries, "deck_fixed").missing = [];
    },
  ],
  [
    "a text dropped from the record",
    (entries) => {
      entries.splice(entries.indexOf(at(entries, "text_revealed")), 1);
    },
  ],
  [
    "no word about what was fixed",
    (entries) => {
      entries.splice(entries.indexOf(at(entries, "deck_fixed")), 1);
    },
  ],
  [
    "a shuffle while bets are open",
    (entries) => {
      at(entries, "deck_shuffled").position = 3.5;
    },
  ],
  [
    "a seed revealed while bets are open",
    (entries) => {
      at(entries, "seed_revealed").position = 5.5;
    },
  ],
];
for (const [name, change] of FRAUDS)
  test(`named: ${name}`, async () => {
    const entries = await honest();
    change(entries);
    const { faults } = await readRecord(entries, WHICH);
    assert.notEqual(faults.length, 0);
    for (const fault of faults) assert.doesNotMatch(fault, /[{}]|undefined/);
  });

test("a round of another table or number does not fit", async () => {
  assert.equal((await readRecord(await honest(), { table: "main", round: 8 })).faults.length, 3);
  assert.equal((await readRecord(await honest(), { table: "Main", round: 7 })).faults.length, 3);
});

test("a text too short to be hidden is named", async () => {
  const entries = await honest();
  const short = "x".repeat(15);
  at(entries, "text_committed", 2).commitment = await hidden("Ben", short);
  at(entries, "text_revealed").text = short;
  assert.notEqual((await readRecord(entries, WHICH)).faults.length, 0);
});

test("what this browser added is laid beside the record", async () => {
  const read = await readRecord(await honest(), WHICH);
  const ann = {
    player: "Ann",
    seat: 2,
    text: ANNS,
    commitment: await hidden("Ann", ANNS),
    house: HOUSE,
    committed: true,
    closedWith: read.closedWith,
    revealed: true,
  };
  const cat = { ...ann, player: "Cat", seat: 4, commitment: await hidden("Cat", "never told, says Cat") };
  const tone = (kept) => checkOwn({ ...ann, ...kept }, read).tone;
  assert.equal(tone({}), "good");
  assert.match(checkOwn(ann, read).text, /lucky seven, says Ann/);
  assert.equal(tone({ house: "cd".repeat(32) }), "bad", "another seed");
  assert.equal(tone({ was: "cd".repeat(32) }), "bad", "another seed before this one");
  assert.equal(tone({ closedWith: "cd".repeat(32) }), "bad", "other commitments than were shown");
  assert.equal(tone({ ...cat, revealed: false }), "lost", "not revealed in time");
  assert.equal(tone(cat), "bad", "the house had taken it");
  assert.equal(tone({ commitment: "cd".repeat(32) }), "lost", "from another browser");
  assert.equal(tone({ player: "Dan", seat: 6 }), "lost", "had left");
  assert.equal(tone({ player: "Eve" }), "bad", "taken, and left out");
  assert.equal(tone({ player: "Eve", committed: false }), "lost", "never got there");
});
