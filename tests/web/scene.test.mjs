// The picture between two frames: after all events of a frame it must be the view the server sent.
import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, hintsFrom, waitingFor } from "../../src/boston7/web/assets/lib/scene.js";
import { KINDS } from "../../src/boston7/web/assets/lib/story.js";
import { evenings, frames } from "./evenings.mjs";

/** Everything but `best`, which only the player's own dock shows, from the frame itself. */
function drawn(view) {
  return { ...view, seats: view.seats.map(({ best, ...seat }) => seat) };
}

function played(before, events, view) {
  const hints = hintsFrom(events, view);
  return events.reduce((now, event) => advance(now, event, hints), before);
}

test("the recorded evenings show every kind of event, at virtual and live tables, to players and onlookers", () => {
  const seen = new Set(frames.flatMap(({ events }) => events.map(({ type }) => type)));
  assert.deepEqual([...seen].sort(), [...KINDS].sort());
  assert.deepEqual(new Set(evenings.map(({ live }) => live)), new Set([true, false]));
  assert.ok(new Set(evenings.map(({ viewer }) => viewer)).size >= 3);
});

for (const evening of evenings) {
  test(`${evening.name}: event by event to the view of every frame (${evening.viewer}, ${evening.live ? "live" : "virtual"})`, () => {
    evening.frames.forEach(({ before, events, view }, at) => {
      assert.deepEqual(drawn(played(before, events, view)), drawn(view), `frame ${at + 1}: ${events.map(({ type }) => type)}`);
    });
  });
}

test("an event that is left out is noticed", () => {
  const telling = frames.filter(({ events }) => events.some(({ type }) => type === "settled"));
  const differs = telling.filter(({ before, events, view }) => {
    const fewer = events.filter(({ type }) => type !== "settled");
    try {
      assert.deepEqual(drawn(played(before, fewer, view)), drawn(view));
      return false;
    } catch {
      return true;
    }
  });
  assert.ok(telling.length > 3);
  assert.equal(differs.length, telling.length);
});

test("views are not changed in place", () => {
  for (const { before, events, view } of frames) {
    const written = JSON.stringify(before);
    played(before, events, view);
    assert.equal(JSON.stringify(before), written);
  }
});

test("no chip appears or vanishes on the way, but through the cage", () => {
  const chips = (view) => (view.tray ?? 0) + view.seats.reduce((sum, seat) => sum + seat.rail + seat.ante + seat.first + seat.second + seat.three_card_bonus, 0);
  for (const { before, events, view, where } of frames) {
    let now = before;
    for (const event of events) {
      const after = advance(now, event, hintsFrom(events, view));
      const caged = (event.transfers ?? []).reduce((sum, { from, to, cents }) => sum + (from === "cage" ? cents : 0) - (to === "cage" ? cents : 0), 0);
      // What goes into a tray that is to be counted is not told.
      const untold = [now, after].some(({ tray }) => tray === null) && [...(event.transfers ?? [])].some(({ from, to }) => [from, to].includes("tray"));
      const counted = (now.tray === null) !== (after.tray === null);
      if (event.type !== "table_opened" && !untold && !counted) assert.equal(chips(after) - chips(now), caged, `${where}: ${event.type}`);
      now = after;
    }
  }
});

test("a name is known for cards that lie open, and for no others", () => {
  let named = 0;
  for (const { before, events, view } of frames) {
    let now = before;
    for (const event of events) {
      now = advance(now, event, hintsFrom(events, view));
      for (const seat of now.seats) if (seat.hand) {
        named += 1;
        assert.ok(seat.five?.length === 5 || !seat.cards.includes("??"));
      }
    }
  }
  assert.ok(named > 10);
});

test("the table waits for those who have not answered, and settles from seat 6 down", () => {
  const seat = (number, more) => ({ number, status: "in", bonus: "none", decided: true, hand_set: true, ...more });
  const view = (phase, seats, more = {}) => ({ phase, seats, dealer_face_up: true, ...more });
  assert.deepEqual(waitingFor(view("decision", [seat(1, { decided: false }), seat(2), seat(3, { status: "folded", decided: false })])), [1]);
  assert.deepEqual(waitingFor(view("three_card_bonus", [seat(1, { bonus: "open" }), seat(2, { bonus: "exposed" })])), [1]);
  assert.deepEqual(waitingFor(view("setting", [seat(1), seat(4, { hand_set: false })])), [4]);
  assert.deepEqual(waitingFor(view("showdown", [seat(1), seat(4), seat(6, { status: "settled" })])), [4]);
  assert.deepEqual(waitingFor(view("showdown", [seat(1)], { dealer_face_up: false })), []);
  assert.deepEqual(waitingFor(view("betting", [seat(1)])), []);
});
