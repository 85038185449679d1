import assert from "node:assert/strict";
import { test } from "node:test";
import { printed, readCard } from "../../src/boston7/web/assets/kit/cards.js";

test("cards in a text are printed as on the table, and other words stay as they are", () => {
  assert.equal(printed("Kd Jh Ts: king high"), "K♦ J♥ 10♠: king high");
  assert.equal(printed("Place the 2nd Wager, $50"), "Place the 2nd Wager, $50");
});

test("a card is read as people type it, a ten in two ways", () => {
  assert.deepEqual(["qs", "10D", "tc", "AH"].map(readCard), ["Qs", "Td", "Tc", "Ah"]);
  for (const word of ["", "1", "10", "1s", "Qx", "Qss", "??"]) assert.equal(readCard(word), null, word);
});
