// What a dealer's hands do with chips.
import assert from "node:assert/strict";
import test from "node:test";
import { moveWords } from "../../src/boston7/web/assets/dealer/would.js";
import { balances, bySeat, line, settlement, trayGains } from "../../src/boston7/web/assets/dealer/payout-chips.js";

test("a side bet of the house's own is told by its name", () => {
  const layout = { lucky_seven: "Lucky 7!" };
  assert.equal(moveWords(move("lucky_seven:2", "rail:2", 500), layout), "$5 on Lucky 7! back to seat 2");
  assert.equal(
    moveWords(move("three_card_bonus:2", "tray", 500), {}),
    "$5 on Three Card Bonus from seat 2 to the tray",
  );
});

const move = (from, to, cents = 1000) => ({ from, to, cents });

test("each transfer is told as what the dealer does", () => {
  const acts = [
    [move("ante:3", "tray"), "collect", 3, "ante"],
    [move("tray", "rail:2"), "pay", 2, "rail"],
    [move("first:4", "rail:4"), "back", 4, "first"],
    [move("rail:5", "second:5"), "wager", 5, "second"],
    [move("cage", "rail:1"), "buy_in", 1, "rail"],
    [move("rail:1", "cage"), "cash_out", 1, "rail"],
    [move("cage", "tray"), "fill", 0, "tray"],
    [move("tray", "cage"), "credit", 0, "tray"],
    [move("rail:1", "rail:2"), "move", 2, "rail"],
    [move("rail:6", "tray"), "collect", 6, "rail"],
  ];
  for (const [transfer, act, seat, spot] of acts) assert.deepEqual(line(transfer), { act, seat, spot, cents: 1000 });
});

test("seats come in the order of the transfers, and their lines too", () => {
  const seats = bySeat([
    move("three_card_bonus:5", "tray"),
    move("three_card_bonus:2", "tray"),
    move("tray", "rail:5"),
    move("three_card_bonus:5", "rail:5"),
  ]);
  assert.deepEqual(
    seats.map((each) => [each.seat, each.lines.map((one) => one.act)]),
    [
      [5, ["collect", "pay", "back"]],
      [2, ["collect"]],
    ],
  );
});

test("what the tray gains", () => {
  assert.equal(
    trayGains([move("ante:1", "tray", 500), move("tray", "rail:2", 2000), move("first:2", "rail:2", 700)]),
    -1500,
  );
});

test("balances before and after, of rails and tray", () => {
  const view = { tray: 10_000, seats: [1, 2, 3, 4, 5, 6].map((number) => ({ number, rail: number * 100 })) };
  assert.deepEqual(balances(view, [move("tray", "rail:2", 500), move("ante:2", "rail:2", 50)]), [
    { account: "tray", before: 10_000, after: 9_500 },
    { account: "rail:2", before: 200, after: 750 },
  ]);
});

test("a settlement collects first, pays each wager by its name, and leaves the rest", () => {
  const line = (wager, more) => ({
    wager,
    stake: 1000,
    result: "lose",
    hand: null,
    odds: null,
    paid: 0,
    returned: 0,
    collected: 0,
    trimmed: 0,
    clause: "P9",
    ...more,
  });
  const lines = [
    line("first", { collected: 1000 }),
    line("second", { paid: 1000, returned: 1000, odds: 1 }),
    line("three_card_bonus", { returned: 500 }),
    line("ante", { paid: 3000, trimmed: 200, odds: 4 }),
  ];
  assert.deepEqual(
    settlement({ seat: 4, lines }).map((each) => [each.act, each.spot, each.cents, each.rate]),
    [
      ["collect", "first", 1000, ""],
      ["pay", "second", 1000, "1 to 1"],
      ["pay", "ante", 3000, "4 to 1"],
      ["back", "second", 1000, "1 to 1"],
      ["back", "three_card_bonus", 500, ""],
    ],
  );
});

test("where the award of a beaten hand comes first, it is told first", () => {
  const line = (wager, more) => ({
    wager,
    stake: 1000,
    result: "lose",
    hand: null,
    odds: null,
    paid: 0,
    returned: 0,
    collected: 1000,
    trimmed: 0,
    clause: "S20",
    ...more,
  });
  const lines = [line("ante", { paid: 1000, odds: 1 }), line("first")];
  const transfers = [move("tray", "rail:4"), move("ante:4", "tray"), move("first:4", "tray")];
  assert.deepEqual(
    settlement({ seat: 4, lines, transfers }).map((each) => [each.act, each.spot]),
    [
      ["pay", "ante"],
      ["collect", "ante"],
      ["collect", "first"],
    ],
  );
});
