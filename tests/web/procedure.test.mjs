// The dealer's procedure: what is done, now and next, and what goes on the large button.
import assert from "node:assert/strict";
import test from "node:test";
import {
  hintOf,
  mainAct,
  mayChoose,
  remember,
  seatActs,
  stepNow,
  steps,
  taken,
  waiting,
} from "../../src/boston7/web/assets/dealer/procedure.js";
import { words } from "../../src/boston7/web/assets/kit/words.js";
import "./tapes.mjs";

const seat = (number, more = {}) => ({ number, player: null, rail: 0, status: "out", cards: [], ...more });
const table = (phase, more = {}) => ({
  phase,
  live: true,
  seats: [1, 2, 3, 4, 5, 6].map((n) => seat(n)),
  waiting: [],
  dealer_cards: [],
  dealer_face_up: false,
  ...more,
});
const offer = (type, more = {}, bounds = {}) => ({
  type,
  command: { type, by: { role: "dealer", name: "" }, ...more },
  minimum: null,
  maximum: null,
  cards: 0,
  reason: false,
  ...bounds,
});

test("the list is the table's own, and the first step that is now is the one to do", () => {
  const view = table("betting", {
    // as patches leave it: in the order in which the steps became known
    procedure: { cut: "now", wagers: "now", deal_three: "next", shuffle: "done" },
    step_order: ["shuffle", "cut", "wagers", "deal_three"],
  });
  assert.deepEqual(
    steps(view).map(({ id, state }) => `${id} ${state}`),
    ["shuffle done", "cut now", "wagers now", "deal_three next"],
  );
  assert.equal(stepNow(view), "cut");
  assert.equal(stepNow(table("betting", { procedure: {}, step_order: [] })), "");
});

test("the large button holds the most pressing act, or nothing", () => {
  assert.equal(mainAct(table("betting"), [offer("no_more_bets"), offer("shuffle")])?.type, "shuffle");
  assert.equal(mainAct(table("betting"), [offer("no_more_bets")])?.type, "no_more_bets");
  assert.equal(
    mainAct(table("showdown"), [offer("turn_over"), offer("settle")])?.type,
    "settle",
    "a keyed hand may still be turned over",
  );
  assert.equal(mainAct(table("decision"), [offer("fold", { seat: 1 })]), null);
  assert.equal(mainAct(table("dealing_four"), [offer("rack_stub"), offer("count_stub")])?.type, "rack_stub");
  assert.equal(mainAct(table("betting"), [offer("go_idle")]), null, "a dead game is nothing to press Space for");
  assert.equal(mainAct(table("closed"), [offer("open_table")]), null, "a table is opened on the floor, with its tray");
});

test("seats that are waited for, in their order, each with its acts in the order of the buttons", () => {
  const offers = [
    offer("fold", { seat: 4 }),
    offer("place_second", { seat: 4 }),
    offer("fold", { seat: 2 }),
    offer("buy_in", { seat: 1 }),
  ];
  const now = waiting(table("decision", { waiting: [2, 4] }), offers);
  assert.deepEqual(
    now.map((each) => [each.seat.number, each.offers.map((one) => one.type)]),
    [
      [2, ["fold"]],
      [4, ["place_second", "fold"]],
    ],
  );
  assert.deepEqual(
    seatActs(table("setting"), [offer("disclose", { seat: 3 })], 3).map((one) => one.type),
    ["disclose"],
  );
  const set = table("setting", { waiting: [2] }); // 1 may set its hand again
  assert.deepEqual(
    waiting(set, [offer("set_hand", { seat: 1 }), offer("set_hand", { seat: 2 })]).map((each) => each.seat.number),
    [2],
  );
  assert.deepEqual(waiting(table("setting", { waiting: [3] }), [offer("disclose", { seat: 3 })]), []);
  const claims = [offer("expose", { seat: 2 }), offer("decline", { seat: 2 }), offer("expose", { seat: 5 })];
  const showing = waiting(table("void", { waiting: [2, 5], settling: 6 }), claims);
  assert.deepEqual(
    showing.map(({ seat }) => seat.number),
    [2, 5],
    "all who may show are asked, whoever is settled first",
  );
  const dealing = table("dealing_four");
  assert.deepEqual(waiting(dealing, claims), [], "while the last four are dealt nobody waits for a claim");
  assert.ok(mayChoose(dealing, claims, 2), "though it may be entered");
  assert.ok(!mayChoose(table("showdown"), [offer("disclose", { seat: 3 })], 3));
});

test("cards that were shown and turned down again stay taken until the table is cleared", () => {
  let seen = new Map();
  seen = remember(seen, { type: "cards_exposed", seat: 2, cards: ["Qs", "Qd", "8c"] });
  seen = remember(seen, { type: "face_up_card_found", card: "2h" });
  const view = table("showdown", { dealer_cards: ["As", "??"] });
  assert.deepEqual([...taken(view, seen, "seat:5")].sort(), ["2h", "8c", "As", "Qd", "Qs"]);
  assert.deepEqual([...taken(view, seen, "seat:2")].sort(), ["2h", "As"]);
  const flashed = remember(seen, { type: "dealer_cards_seen", cards: ["Kc"] });
  assert.ok(taken(table("void", { dealer_cards: ["??", "??", "??"] }), flashed, "seat:5").has("Kc"));
  assert.equal(remember(seen, { type: "table_cleared" }).size, 0);
  assert.equal(remember(seen, { type: "folded", seat: 1 }), seen);
});

test("the documents' own steps are told whole at the console", () => {
  const said = (id) => `${words.deal.steps[id].title} ${words.deal.steps[id].hint}`;
  assert.match(said("deal_three"), /three.*face down.*far left.*clockwise.*yourself last/i);
  assert.match(said("bonus"), /collect the losing wagers first, then pay/i);
  assert.match(said("stub"), /face down, unseen/i);
  assert.match(said("settle"), /right to left.*then the next seat/i);
  assert.match(said("turn_down"), /shown.*face down.*paid/i);
  assert.match(said("take_deck"), /remaining cards.*shuffler.*hand.*2nd Wagers/i);
  assert.match(said("deck_hand"), /either hand.*whole round.*in front of you and over the tray/i);
  assert.match(said("spread_seven"), /seven in a row.*in front of the tray/i);
  assert.match(said("reveal"), /all seven at once.*best five/i);
  assert.match(said("collect_push"), /push.*cards.*wagers stay/i);
  const four = words.deal.steps.deal_four;
  for (const hint of [four.hint, four.unheld]) assert.match(hint, /four consecutive cards.*face down.*yourself last/i);
  assert.match(hintOf(four, [{ id: "deck_hand" }, { id: "deal_four" }]), /same hand throughout, over the tray/);
  assert.doesNotMatch(hintOf(four, [{ id: "deal_four" }]), /hand/, "from a shoe no hand holds the deck");
});
