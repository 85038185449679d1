// The worked example of docs/shuffle-algorithm.md, and what must not pass.
import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";
import {
  FRESH_DECK,
  commitmentOf,
  deckOf,
  fingerprintOf,
  frame,
  fromHex,
  layBeside,
  shuffleOf,
  textCommitmentOf,
  toHex,
} from "../../src/boston7/web/assets/kit/fairness.js";
import { hmacSha256, sha256 } from "../../src/boston7/web/assets/kit/sha256.js";

const reveal = {
  table: "main",
  round: 7,
  seed: "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
  salt: "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f",
};
const contributions = [
  { player: "Ann", text: "lucky seven Zk3vT0q9LwXy2RbNc8HsUg" },
  { player: "Zoë", text: "♠ 5mJ7dPfQ1aKx6EoGtVnYBw" },
];
const FIRST = `6h As Qc Ts 2h 7c 4s Qs 6d Qd Qh 5h Th 8s 9s 4d 2s Js 8d Kc 9d Jc Ks 5c 3d 9h
  Kh 7s Td 3s 2c 4c Ah Tc 2d 6s Jd 9c 8h 5d 4h 8c 7d Ad Jh Kd 7h Ac 3h 6c 5s 3c`.split(/\s+/);
const SECOND = `Qs 3s Ah Td 2c 5s 7c 4h 9s As 4s 8s Ks Th 5h 9c Ad 9h 3c 3d Kh 4d Jc 8c 6h Kd
  7s 5d 9d Qc 6d 8d 3h 2s 4c 7h 5c Jd 8h Jh Ts 6s 7d Qd 6c Qh Js Ac Tc 2h 2d Kc`.split(/\s+/);

test("the worked example: commitments, key, first numbers and both decks", async () => {
  assert.equal(await commitmentOf(reveal), "fae51fadc928a3d581be2ff1f6561911d0b88016f8054f9b4949f8e54adb9210");
  assert.equal(
    await textCommitmentOf({ ...reveal, ...contributions[0] }),
    "c1029ab7873d6acdfca5ad31f8e6a91563b48a67cad86f4115629ce8011d0398",
  );
  assert.equal(
    await textCommitmentOf({ ...reveal, ...contributions[1] }),
    "9a1cd7c72d9005208f771d5e85846173fa25bca07ebb0dd03de1988845b379ae",
  );
  const one = await shuffleOf(reveal, contributions);
  assert.equal(one.key, "bc1652e58ee9d19e2848af933bde7428c42a66f163b5b821c63b932b93320ad8");
  assert.deepEqual(one.numbers.slice(0, 4), [1244687185, 2943557097, 4129144154, 2991201548]);
  assert.equal(one.numbers.length, 51 + one.passed);
  assert.deepEqual(one.deck, FIRST);
  assert.deepEqual(await deckOf(reveal, contributions, 2), SECOND);
});

test("the fingerprint of all commitments changes with each of them", async () => {
  const texts = [
    { seat: 1, player: "Ann", commitment: "aa", text: "" },
    { seat: 2, player: "Ben", commitment: "bb", text: "" },
  ];
  const all = await Promise.all(
    [
      texts,
      [...texts].reverse(),
      texts.slice(1),
      [{ ...texts[0], seat: 3 }, texts[1]],
      [texts[0], { ...texts[1], commitment: "bc" }],
    ].map(fingerprintOf),
  );
  assert.equal(new Set(all).size, 5);
  assert.equal(await fingerprintOf(texts.map((one) => ({ ...one, text: "revealed since" }))), all[0]);
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
  assert.notDeepEqual(
    await deckOf(reveal, [{ player: "Annlucky", text: contributions[0].text.slice(5) }, contributions[1]]),
    FIRST,
  );
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
  assert.deepEqual(
    laid.map(({ to, place, due }) => [to, place, due]),
    FIRST.slice(0, 6).map((card, at) => [at < 3 ? 2 : 0, at, card]),
  );
  assert.deepEqual(wrong(laid), []);
});

test("a card that is not the one the deck has is seen", () => {
  assert.deepEqual(wrong(layBeside([FIRST], deals([FIRST[3], FIRST[4], "Ah"]))), [["Ah", FIRST[5]]]);
});

test("a card found face up is passed over, even behind one drawn in error", () => {
  const irregular = [
    { shuffle: 1, to: -1, cards: [FIRST[1]] },
    { shuffle: 1, to: 1, cards: [FIRST[0], FIRST[2], FIRST[3]] },
  ];
  assert.deepEqual(wrong(layBeside([FIRST], irregular)), []);
  assert.notDeepEqual(wrong(layBeside([FIRST], irregular.slice(1))), []);
});

test("a reshuffle starts at the top of the second deck", () => {
  const again = [...deals(), { shuffle: 2, to: 1, cards: SECOND.slice(0, 3) }];
  assert.deepEqual(
    layBeside([FIRST, SECOND], again)
      .slice(6)
      .map(({ place, due }) => [place, due]),
    SECOND.slice(0, 3).map((card, at) => [at, card]),
  );
});

test("more cards than a deck has are not taken for dealt from it", () => {
  const laid = layBeside([FIRST], [{ shuffle: 1, to: 1, cards: [...FIRST, "2c"] }]);
  assert.deepEqual(wrong(laid), [["2c", ""]]);
});
