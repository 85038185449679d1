// What moves for an event, and how long a frame may take.
import assert from "node:assert/strict";
import { test } from "node:test";
import { ALOUD } from "../../src/boston7/web/assets/kit/blank.js";
import { printed } from "../../src/boston7/web/assets/kit/cards.js";
import { movesOf } from "../../src/boston7/web/assets/felt/moves.js";
import { LONGEST, beatOf, hurry, lengthOf } from "../../src/boston7/web/assets/felt/pace.js";
import { Performance } from "../../src/boston7/web/assets/felt/play.js";
import { kinds, steps, stepsOf, tapes } from "./tapes.mjs";

const held = (view, account) => {
  const [place, seat] = account.split(":");
  if (account === "tray") return view.tray;
  const { rail, wagers } = view.seats[Number(seat) - 1];
  return place === "rail" ? rail : (wagers[place] ?? 0);
};

test("the chips that fly are the chips that change hands", () => {
  let flown = 0;
  for (const step of steps) {
    const { event, before, view: after } = step;
    const chips = movesOf(step).filter(({ kind }) => kind === "chips");
    if (!chips.length) continue;
    const change = {};
    for (const { cents, path } of chips) {
      flown += 1;
      change[path[0]] = (change[path[0]] ?? 0) - cents;
      change[path.at(-1)] = (change[path.at(-1)] ?? 0) + cents;
    }
    delete change.cage;
    for (const [account, cents] of Object.entries(change))
      assert.equal(held(after, account) - held(before, account), cents, `${event.type} ${account}`);
  }
  assert.ok(flown > 50);
});

test("winnings come from the tray, lie by the stake, and go to the rail with it", () => {
  const line = { wager: "first", paid: 1000, returned: 1000, collected: 0 };
  const seats = (lines) => ({ seats: [{ number: 1, cards: [], lines }] });
  const moves = movesOf({
    event: { type: "settled", seat: 1, moment: "showdown", landed: 1 },
    before: seats([]),
    view: seats([line]),
  });
  assert.deepEqual(
    moves.map(({ path }) => path),
    [
      ["tray", "first:1", "rail:1"],
      ["first:1", "first:1", "rail:1"],
    ],
  );
});

test("the award of a beaten hand flies first where the chips move in that order", () => {
  const line = { wager: "ante", paid: 1000, returned: 0, collected: 1000 };
  const seats = (lines) => ({ seats: [{ number: 1, cards: [], lines }] });
  const step = (first) => ({
    event: { type: "settled", seat: 1, moment: "showdown", landed: 1, ...first },
    before: seats([]),
    view: seats([line]),
  });
  const paths = [
    ["tray", "ante:1", "rail:1"],
    ["ante:1", "tray"],
  ];
  assert.deepEqual(
    movesOf(step({ award_first: true })).map(({ path }) => path),
    paths,
  );
  assert.deepEqual(
    movesOf(step({})).map(({ path }) => path),
    paths.toReversed(),
  );
});

test("as many cards fly as are dealt, and cards that leave a seat go to the rack", () => {
  let gathered = 0;
  for (const step of steps) {
    const { event, before, view: after } = step;
    const moves = movesOf(step);
    if (event.type === "cards_dealt")
      assert.equal(moves[0].total, (event.to ? after.seats[event.to - 1].cards : after.dealer_cards).length);
    for (const move of moves)
      if (move.kind === "gather" && move.spot && event.type === "settled") {
        gathered += 1;
        assert.equal(after.seats[move.spot - 1].cards.length, before.seats[move.spot - 1].cards.length - move.count);
      }
  }
  assert.ok(gathered > 2);
});

test("hands that are turned over are turned where they lie", () => {
  assert.deepEqual(movesOf({ event: { type: "dealer_revealed" } }), [{ kind: "turn", spot: 0 }]);
  assert.deepEqual(movesOf({ event: { type: "hand_turned", seat: 5 } }), [{ kind: "turn", spot: 5 }]);
});

const seats = (lines) => ({ seats: [1, 2, 3, 4, 5, 6].map((number) => ({ number, cards: [], lines })) });
const settled = (seat) => ({
  event: { type: "settled", seat, moment: "showdown", landed: 3 },
  before: seats([]),
  view: seats([{}, {}, {}]),
});
const showdown = [6, 5, 4, 3, 2, 1].flatMap((seat) => [
  { event: { type: "hand_turned", seat, cards: Array(7).fill("??") } },
  settled(seat),
]);
const whole = [
  { event: { type: "dealer_revealed", cards: Array(7).fill("??") } },
  ...showdown,
  { event: { type: "round_completed" } },
];
const lasts = (happened, mine, speed) =>
  happened.reduce((sum, step) => sum + lengthOf(step, mine), 0) * hurry(happened, mine, speed);

test("a six-seat showdown takes no longer than planned, and half as long at twice the speed", () => {
  assert.ok(lasts(whole, 4, 1) <= LONGEST + 1);
  assert.ok(lasts(whole, 4, 1) > 3000, "it can be followed");
  assert.ok(Math.abs(lasts(whole, 4, 2) - lasts(whole, 4, 1) / 2) < 1);
});

test("your own seat gets the longer beat", () => {
  assert.ok(lengthOf(settled(4), 4) > 2 * lengthOf(settled(4), 3));
  assert.equal(lengthOf({ event: { type: "round_begun" } }, 4), 0);
});

test("motions are quick: no leg of a flight takes longer than 400 ms", () => {
  for (const step of steps) assert.ok(beatOf(step, step.event.seat ?? null).fly <= 400);
});

test("what declares itself to be called out is said across the felt, and nothing else", async () => {
  const nothing = async () => {};
  const said = [];
  const motion = {
    hush() {},
    stop() {},
    slip() {},
    write() {},
    play: nothing,
    turn: nothing,
    say: (text) => said.push(text),
  };
  const stage = { layout: {}, motion, mine: null, draw() {}, cardsAt: () => [], resultAt: () => [], step() {} };
  const shown = new Map(tapes.flatMap(stepsOf).map((step) => [step.event.type, { ...step, clause: "" }]));
  assert.equal(shown.size, kinds.length);
  for (const [type, step] of shown) {
    said.length = 0;
    await new Performance(stage, [step], step.view, { speed: 1000, still: true, instant: false }).done;
    assert.deepEqual(said, ALOUD.has(type) ? [printed(step.say)] : [], type);
    if (ALOUD.has(type)) assert.ok(beatOf(step, null).hold >= 400, type);
  }
});
