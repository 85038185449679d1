// The worked example of docs/fairness.md, and what must not pass.
import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";
import { FRESH_DECK, commitmentOf, deckOf, frame, fromHex, layBeside, shuffleOf, toHex }
  from "../../src/boston7/web/assets/lib/fairness.js";
import { hmacSha256, sha256 } from "../../src/boston7/web/assets/parts/fair-sha256.js";

const reveal = {
  table: "main",
  round: 7,
  seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  salt: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
};
const contributions = [{ player: "Ann", text: "lucky seven" }, { player: "Zoë", text: "♠" }];
const FIRST = `7h Qs 3c 6h 8s 9d 2c 2d 8c As 7d 5d 6d Qc 5c 3s 4s Ac 3d 4h Jc 4d Qh Th 5h 7c
  9s 3h 6s 9c 7s Ks Ad Ts Kc Kh 6c 9h 4c 5s 2s 8d Js Td Jh 8h 2h Kd Jd Ah Tc Qd`.split(/\s+/);
const SECOND = `9h 6h 6s Qs 6d Td 4c 6c Kd Qh Jh 3h 8h Ad 7s Kh 2s Jc 4d 4h 7d 5h 3d 8d Kc Ks
  2d Ac 5s Ah 2c 8c 5d Ts 3s As 5c 9c 7c 9s 4s Js 3c 7h Th Jd 8s Tc Qd Qc 2h 9d`.split(/\s+/);

test("the worked example: commitment, key, first numbers and both decks", async () => {
  assert.equal(await commitmentOf(reveal), "f817d7cd1b7f293ef407854cf4c050cef29faa1f3c08949923fe8582736f3c8b");
  const one = await shuffleOf(reveal, contributions);
  assert.equal(one.key, "b8ff705c3e550f56900ef05e22eba0e021a1a1e49abf9fff547106b5efb2bfaf");
  assert.deepEqual(one.numbers.slice(0, 4), [2278559, 317401976, 1577522388, 2954099478]);
  assert.equal(one.numbers.length, 51 + one.passed);
  assert.deepEqual(one.deck, FIRST);
  assert.deepEqual(await deckOf(reveal, contributions, 2), SECOND);
});

test("a deck is 52 cards, each once", async () => {
  assert.equal(new Set(FRESH_DECK).size, 52);
  assert.deepEqual([...(await deckOf(reveal, []))].sort(), [...FRESH_DECK].sort());
});

test("another round, table, salt, seed or order of contributions is another proof", async () => {
  const honest = await commitmentOf(reveal);
  for (const change of [{ round: 8 }, { table: "Main" }, { salt: reveal.seed }, { seed: reveal.salt }]) {
    assert.notEqual(await commitmentOf({ ...reveal, ...change }), honest);
  }
  assert.notDeepEqual(await deckOf(reveal, [...contributions].reverse()), FIRST);
  assert.notDeepEqual(await deckOf(reveal, [{ player: "Annlucky", text: " seven" }, contributions[1]]), FIRST);
});

test("a frame tells its fields apart", () => {
  assert.equal(toHex(frame("ab", "c")), "0000000261620000000163");
  assert.notDeepEqual(frame("ab", "c"), frame("a", "bc"));
});

test("what is not hexadecimal is refused", () => {
  assert.throws(() => fromHex("0g"), RangeError);
  assert.throws(() => fromHex("abc"), RangeError);
});

test("our own SHA-256 and HMAC agree with the library, at every length around a block", () => {
  for (let length = 0; length < 200; length++) {
    const message = randomBytes(length);
    const key = randomBytes(length);
    assert.equal(toHex(sha256(message)), createHash("sha256").update(message).digest("hex"));
    assert.equal(toHex(hmacSha256(key, message)), createHmac("sha256", key).update(message).digest("hex"));
  }
});

/** A round for seat 2 and the dealer, from the top of the first deck. */
const deals = (dealer = FIRST.slice(3, 6)) => [
  { shuffle: 1, to: 2, cards: FIRST.slice(0, 3) },
  { shuffle: 1, to: 0, cards: dealer },
];
const wrong = (laid) => laid.filter(({ card, due }) => card !== due).map(({ card, due }) => [card, due]);

test("cards dealt are laid beside the deck, in order from the top", () => {
  const laid = layBeside([FIRST], deals());
  assert.deepEqual(laid.map(({ to, place, due }) => [to, place, due]), FIRST.slice(0, 6).map((card, at) => [at < 3 ? 2 : 0, at, card]));
  assert.deepEqual(wrong(laid), []);
});

test("a card that is not the one the deck has is seen", () => {
  assert.deepEqual(wrong(layBeside([FIRST], deals(["6h", "8s", "Ah"]))), [["Ah", "9d"]]);
});

test("a card found face up is passed over, even behind one drawn in error", () => {
  const irregular = [{ shuffle: 1, to: -1, cards: [FIRST[1]] }, { shuffle: 1, to: 1, cards: [FIRST[0], FIRST[2], FIRST[3]] }];
  assert.deepEqual(wrong(layBeside([FIRST], irregular)), []);
  assert.notDeepEqual(wrong(layBeside([FIRST], irregular.slice(1))), []);
});

test("a reshuffle starts at the top of the second deck", () => {
  const again = [...deals(), { shuffle: 2, to: 1, cards: SECOND.slice(0, 3) }];
  assert.deepEqual(layBeside([FIRST, SECOND], again).slice(6).map(({ place, due }) => [place, due]), SECOND.slice(0, 3).map((card, at) => [at, card]));
});

test("more cards than a deck has are not taken for dealt from it", () => {
  const laid = layBeside([FIRST], [{ shuffle: 1, to: 1, cards: [...FIRST, "2c"] }]);
  assert.deepEqual(wrong(laid), [["2c", ""]]);
});
