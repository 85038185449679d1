import assert from "node:assert/strict";
import { test } from "node:test";
import { printed } from "../../src/boston7/web/assets/lib/cards.js";
import { earnsNothing, kindOfThree } from "../../src/boston7/web/assets/lib/three.js";

test("cards in a text are printed as on the table, and other words stay as they are", () => {
  assert.equal(printed("Kd Jh Ts: king high"), "K♦ J♥ 10♠: king high");
  assert.equal(printed("Place the 2nd wager, $50"), "Place the 2nd wager, $50");
});

test("what three cards are", () => {
  const kinds = {
    "Qs Ks As": "royal_flush", "2h Ah 3h": "straight_flush", "7c 7d 7h": "three_of_a_kind", "9c 8d Th": "straight",
    "Ac 2d 3h": "straight", "Ac Kd 2h": "high_card", "2c 9c Jc": "flush", "5c 5d Kh": "pair", "4c 5d 8h": "high_card",
  };
  for (const [cards, kind] of Object.entries(kinds)) assert.equal(kindOfThree(cards.split(" ")), kind, cards);
  assert.equal(kindOfThree(["??", "??", "??"]), null);
});

test("three cards that a house pays nothing for are better kept down", () => {
  const house = { three_card_bonus: { straight_flush: 30, flush: 3 } };
  assert.ok(earnsNothing(["5c", "5d", "Kh"], house));
  assert.ok(!earnsNothing(["Qs", "Ks", "As"], house));
  assert.ok(!earnsNothing(["??", "??", "??"], house), "nobody knows");
  assert.ok(!earnsNothing(["5c", "5d", "Kh"], null));
});
