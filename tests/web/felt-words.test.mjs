// What the felt says of a seat, to the eye and to a screen reader.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BLANK_SEAT, BLANK_TABLE } from "../../src/boston7/web/assets/kit/blank.js";
import { outcomeOf } from "../../src/boston7/web/assets/felt/result.js";
import {
  bannerOf,
  describeDealer,
  describeSeat,
  describeSpot,
  resultOf,
  shortenedName,
  standing,
  statusOf,
} from "../../src/boston7/web/assets/felt/words.js";
import { steps } from "./tapes.mjs";

const seat = (more) => ({
  ...BLANK_SEAT,
  number: 3,
  player: "Maya",
  rail: 50000,
  wagers: { ante: 1000, first: 1000 },
  status: "in",
  ...more,
});
const status = (phase, more, waiting = []) =>
  statusOf({ phase, waiting, in_action: phase !== "betting" && phase !== "complete" }, seat(more));

test("one word for where a seat stands", () => {
  assert.equal(status("betting", { status: "out" }), "bet");
  assert.equal(status("betting", { status: "out", wagers: {} }), null);
  assert.equal(status("decision", { status: "out", wagers: {} }), "away");
  assert.equal(status("three_card_bonus", { bonus: "open" }, [3]), "show");
  assert.equal(status("three_card_bonus", { bonus: "none" }), "waiting");
  assert.equal(status("three_card_bonus", { bonus: "declined" }), "declined");
  assert.equal(status("decision", {}, [3]), "deciding");
  assert.equal(status("decision", { decided: true, wagers: { second: 1000 } }), "raised");
  assert.equal(status("decision", { decided: true, wagers: {} }), "only");
  assert.equal(status("setting", {}, [3]), "setting");
  assert.equal(status("setting", { hand_set: true }, [3]), "setting", "set, and asked for its royal");
  assert.equal(status("setting"), "waiting", "where no hand is set nobody sets one");
  assert.equal(status("void", {}, [3, 5]), "show");
  assert.equal(status("void"), "waiting");
  assert.equal(status("setting", { hand_set: true }), "set");
  assert.equal(status("decision", { status: "folded" }), "folded");
  assert.equal(status("decision", { evicted: true }), "evicted");
  assert.equal(status("complete", { status: "settled" }), null);
  assert.equal(status("decision", { player: null }), null);
});

test("a void names its rule before the first hand is given back", () => {
  const view = { ...BLANK_TABLE, phase: "void", void_reason: "A card was seen.", void_clause: "001-X1 (R13)" };
  assert.deepEqual(bannerOf(view)?.lines, ["A card was seen.", "Rule 001-X1 (R13)"]);
});

test("a circle keeps its result: the amount, the odds, and what the cap took", () => {
  const line = {
    wager: "ante",
    result: "win",
    odds: 25,
    paid: 21000,
    returned: 1000,
    collected: 0,
    trimmed: 4000,
    award: true,
  };
  assert.deepEqual(resultOf(line), { text: "+$210", tone: "win", odds: "25 to 1", cap: "cap −$40" });
  assert.equal(
    resultOf({ wager: "first", result: "push", paid: 0, returned: 1000, collected: 0, trimmed: 0 }).text,
    "push",
  );
  assert.equal(
    resultOf({ wager: "first", result: "lose", paid: 0, returned: 0, collected: 1000, trimmed: 0 }).text,
    "−$10",
  );
  const kept = resultOf({ wager: "ante", result: "none", paid: 0, returned: 1000, collected: 0, trimmed: 0 });
  assert.deepEqual([kept.text, kept.odds], ["back", "no bonus"]);
  assert.equal(
    resultOf({ wager: "first", result: "win", odds: 1, paid: 1000, returned: 1000, collected: 0, trimmed: 0 }).odds,
    "",
  );
});

test("a plate and the player's own panel call a result the same", () => {
  const even = seat({ status: "settled", lines: [{ result: "push" }, { result: "lose" }], net: 0, outcome: "even" });
  assert.deepEqual([standing({ phase: "complete" }, even).text, outcomeOf(even).title], ["$0", "Even"]);
  const push = { ...even, lines: [{ result: "push" }], outcome: "push" };
  assert.deepEqual([standing({ phase: "complete" }, push).text, outcomeOf(push).title], ["push", "Push"]);
  const lost = { ...push, net: -1000, outcome: "lose" };
  assert.deepEqual([standing({ phase: "complete" }, lost).text, outcomeOf(lost).title], ["−$10", "You lose $10"]);
});

test("a circle says its wager, its seat and its chips", () => {
  assert.equal(describeSpot(3, "ante", 1000, false), "Ante, seat 3, $10");
  assert.equal(describeSpot(3, "three_card_bonus", 0, false), "Three Card Bonus, seat 3, empty");
  assert.equal(describeSpot(3, "first", 500, true), "1st, seat 3, $5 not yet confirmed");
});

test("a seat is described in one line", () => {
  const words = describeSeat(
    { phase: "decision", waiting: [3] },
    seat({ cards: ["Qs", "Qd", "8c"], hand: ["pair", "Q"] }),
  );
  assert.equal(
    words,
    "Seat 3, Maya, deciding, $500 on the rail, $20 wagered, cards: queen of spades, queen of diamonds, eight of " +
      "clubs, pair of queens",
  );
});

test("every seat and dealer of every recorded step can be described, and no unseen card is named", () => {
  for (const { view } of steps) {
    assert.doesNotMatch(describeDealer(view), /[{}]|undefined|null/);
    for (const one of view.seats) {
      const words = describeSeat(view, one);
      assert.doesNotMatch(words, /[{}]|undefined|null/);
      if (one.cards.length && one.cards.every((card) => card === "??"))
        assert.doesNotMatch(words, / of (spades|hearts|diamonds|clubs)/);
    }
  }
});

test("a short name is still a name: a number alone tells nobody apart", () => {
  assert.equal(shortenedName("Bot Ada 2", 9), "Bot Ada 2");
  assert.equal(shortenedName("Bot Ada 2", 8), "Ada 2");
  assert.equal(shortenedName("Bot Alma 2", 7), "Alma 2");
  assert.equal(shortenedName("Bot Greta 2", 6), "Gret…2");
  assert.equal(shortenedName("Bot Greta", 8), "Greta");
  assert.equal(shortenedName("Guest 968747", 9), "Guest…747");
  assert.equal(shortenedName("Guest 968747", 7), "Gue…747");
  assert.equal(shortenedName("Guest 968747", 6), "Guest…");
  assert.equal(shortenedName("Lucky Otter", 10), "L. Otter");
  assert.equal(shortenedName("Lucky Otter 2", 10), "L. Otter 2");
  assert.equal(shortenedName("Lucky Otter", 7), "Lucky…");
  assert.equal(shortenedName("Bartholomew", 7), "Bartho…");
});
