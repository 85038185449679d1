import assert from "node:assert/strict";
import { test } from "node:test";
import { PlayerStore } from "../../src/boston7/web/assets/table/store.js";
import { ruleOf } from "../../src/boston7/web/assets/kit/say.js";
import { houses } from "./tapes.mjs";

const house = houses.nhcg;
const seat = (more = {}) => ({
  number: 3,
  player: "Ann",
  yours: true,
  rail: 20_000,
  wagers: {},
  last: {},
  status: "out",
  cards: [],
  best: [],
  hand_set: false,
  lines: [],
  ...more,
});
const placing = {
  type: "place_wagers",
  command: { type: "place_wagers", seat: 3, wagers: { ante: 500, first: 500 } },
};
const frame = (version, phase, mine, offers) => ({
  version,
  since: null,
  view: {
    phase,
    seats: [mine],
    waiting: mine.hand_set ? [] : [mine.number],
    in_action: !["betting", "complete"].includes(phase),
    closing: "",
  },
  offers,
  events: [],
});

/** A line whose answers the test gives. */
function sit() {
  const sent = [];
  const answers = [];
  const line = { act: (_table, command) => (sent.push(command), new Promise((resolve) => answers.push(resolve))) };
  const sitting = new PlayerStore("main", line);
  sitting.useHouse(house);
  sitting.setLine(true);
  const show = (told) => {
    sitting.hear(told);
    sitting.show(told);
  };
  return { sitting, sent, answers, show };
}

test("chips are placed, taken back one by one, and sent whole", async () => {
  const { sitting, sent, answers, show } = sit();
  show(frame(1, "betting", seat(), [placing]));
  sitting.put("ante", 500);
  sitting.put("ante", 500);
  sitting.put("three_card_bonus", 500);
  sitting.takeBack();
  assert.deepEqual(sitting.pending, { ante: 1000, first: 1000 });
  const dealt = sitting.deal();
  assert.ok(sitting.busy);
  assert.deepEqual(sent, [{ type: "place_wagers", seat: 3, wagers: { ante: 1000, first: 1000 } }]);
  answers[0]({ type: "accepted", version: 2, events: [] });
  await dealt;
  show(frame(2, "betting", seat({ rail: 18_000, wagers: { ante: 1000, first: 1000 } }), [placing]));
  assert.equal(sitting.pending, null);
});

test("a refusal that no rule speaks of is told without one", async () => {
  const { sitting, answers, show } = sit();
  show(frame(1, "betting", seat(), [placing]));
  sitting.put("ante", 500);
  const dealt = sitting.deal();
  answers[0]({ type: "refused", code: "not_enough_chips", reason: "There is $5 on the rail.", clause: "ours" });
  await dealt;
  assert.deepEqual(sitting.refusal, { reason: "There is $5 on the rail.", clause: "" });
});

test("a refusal is kept to be read, and the chips stay where they are", async () => {
  const { sitting, answers, show } = sit();
  show(frame(1, "betting", seat(), [placing]));
  sitting.put("ante", 500);
  const dealt = sitting.deal();
  answers[0]({ type: "refused", code: "wrong_phase", reason: "Bets are closed.", clause: "002-P2" });
  await dealt;
  assert.deepEqual(sitting.refusal, { reason: "Bets are closed.", clause: "002-P2" });
  assert.deepEqual(sitting.pending, { ante: 500, first: 500 });
  assert.equal(sitting.busy, false);
});

test("a rule is told to people as the document's clause or our ruling, never as ours", () => {
  const told = ["001-P5 (R5)", "ours (R12, R19)", "ours", ""].map(ruleOf);
  assert.deepEqual(told, ["001-P5 (R5)", "R12, R19", "", ""]);
});

test("no more bets: chips not sent go back to the rail", () => {
  const { sitting, show } = sit();
  show(frame(1, "betting", seat(), [placing]));
  sitting.put("ante", 500);
  show(frame(2, "dealing_three", seat(), []));
  assert.equal(sitting.pending, null);
  assert.equal(sitting.put("ante", 500), false);
});

test("what is offered but not yet shown, and what was shown but is no longer offered, cannot be pressed", () => {
  const { sitting, show } = sit();
  show(frame(1, "betting", seat(), [placing]));
  const later = frame(2, "decision", seat({ status: "in", wagers: { first: 500 } }), [
    { type: "fold", command: { type: "fold", seat: 3 } },
  ]);
  sitting.hear(later);
  assert.deepEqual(sitting.offers, []);
  sitting.show(later);
  assert.deepEqual(
    sitting.acts.map((act) => act.name),
    ["fold"],
  );
  sitting.setLine(false);
  assert.deepEqual(sitting.acts, [], "nothing can be done over a dead line");
});

test("the best five are chosen at first, and any other five can be", () => {
  const { sitting, show } = sit();
  const cards = ["As", "Ad", "Ac", "Kh", "Ks", "2d", "3c"];
  const best = cards.slice(0, 5);
  show(
    frame(1, "setting", seat({ status: "in", cards, best }), [
      { type: "set_hand", command: { type: "set_hand", seat: 3, cards: best } },
    ]),
  );
  assert.ok(sitting.choosing && !sitting.choseOther);
  sitting.toggle("Ks");
  sitting.toggle("2d");
  assert.ok(sitting.choseOther);
  assert.deepEqual([...sitting.five].sort(), ["2d", "Ac", "Ad", "As", "Kh"]);
  show(frame(2, "setting", seat({ status: "in", cards, best, hand_set: true }), []));
  assert.ok(!sitting.choosing);
});

test("wagers that leave too little for the 2nd come with a warning", () => {
  const { sitting, show } = sit();
  show(frame(1, "betting", seat({ rail: 1200 }), [placing]));
  sitting.put("ante", 500);
  assert.match(sitting.caution, /you have \$2 for a 2nd Wager of \$5/);
});

test("a table waits for a choice, or for wagers that do not lie there yet", () => {
  const { sitting, show } = sit();
  show(frame(1, "betting", seat(), [placing]));
  assert.ok(sitting.waitedFor);
  show(frame(2, "betting", seat({ rail: 19_000, wagers: { ante: 500, first: 500 } }), [placing]));
  assert.ok(!sitting.waitedFor);
  show(
    frame(3, "decision", seat({ status: "in", wagers: { first: 500 } }), [
      { type: "fold", command: { type: "fold", seat: 3 } },
    ]),
  );
  assert.ok(sitting.waitedFor);
});

test("who cannot pay the 2nd Wager is told so beside the fold", () => {
  const { sitting, show } = sit();
  const fold = { type: "fold", command: { type: "fold", seat: 3 } };
  const instead = { reason: "The 2nd Wager is $5; seat 3 has $2 on the rail.", clause: "001-P5 (R5)" };
  show(
    frame(1, "decision", seat({ status: "in", wagers: { first: 500 }, rail: 200 }), [{ ...fold, instead, lacks: 300 }]),
  );
  assert.match(sitting.onlyFold.reason, /2nd Wager is \$5; seat 3 has \$2/);
  show(
    frame(2, "decision", seat({ status: "in", wagers: { first: 500 } }), [
      fold,
      { type: "place_second", command: { type: "place_second", seat: 3 }, spots: { second: [500, 500] } },
    ]),
  );
  assert.equal(sitting.onlyFold, null);
});

test("an answer that comes after its frame does not leave the buttons dead", async () => {
  const { sitting, answers, show } = sit();
  show(
    frame(1, "decision", seat({ status: "in", wagers: { first: 500 } }), [
      { type: "fold", command: { type: "fold", seat: 3 } },
    ]),
  );
  const folding = sitting.act({ type: "fold", seat: 3 });
  show(frame(2, "decision", seat({ status: "folded" }), []));
  answers[0]({ type: "accepted", version: 2, events: [] });
  await folding;
  assert.equal(sitting.busy, false);
});

test("a newcomer can be dealt in at once with the least the house takes, and only a newcomer", async () => {
  const { sitting, sent, answers, show } = sit();
  show(frame(1, "betting", seat(), [placing]));
  assert.deepEqual(sitting.opener, { ante: 500, first: 500 });
  sitting.put("ante", 500);
  assert.equal(sitting.opener, null);
  sitting.takeBack();
  sitting.dealOpener();
  assert.deepEqual(sent, [{ type: "place_wagers", seat: 3, wagers: { ante: 500, first: 500 } }]);
  answers[0]({ type: "accepted", version: 2, events: [] });
  show(frame(2, "betting", seat({ rail: 19_000, wagers: { ante: 500, first: 500 } }), [placing]));
  assert.equal(sitting.opener, null);
  const poor = sit();
  poor.show(frame(1, "betting", seat({ rail: 900 }), [placing]));
  assert.equal(poor.sitting.opener, null);
});

test("chips that came too late are told so, until bets open again", () => {
  const { sitting, show } = sit();
  show(frame(1, "betting", seat(), [placing]));
  sitting.put("ante", 500);
  show(frame(2, "dealing_three", seat(), []));
  assert.match(sitting.refusal.reason, /not down in time/);
  show(frame(3, "betting", seat(), [placing]));
  assert.equal(sitting.refusal, null);
  sitting.put("ante", 500);
  show(frame(4, "dealing_three", seat({ wagers: { ante: 500, first: 500 }, status: "in" }), []));
  assert.equal(sitting.refusal, null, "these were down: the bets closed with them");
});

const sitting5 = { type: "sit", command: { type: "sit", seat: 5, player: "Ann" } };

test("whoever may take no part now is offered nothing that is refused them, and reads why; the rest stays", () => {
  const { sitting, show } = sit();
  const commands = ["sit", "buy_in", "place_wagers"];
  sitting.me = { kept_out: { reason: "Ann is barred from this room.", clause: "", commands } };
  const others = ["buy_in", "leave"].map((type) => ({ type, command: { type, seat: 3 } }));
  show(frame(1, "betting", seat(), [placing, ...others]));
  assert.deepEqual(
    sitting.offers.map(({ type }) => type),
    ["leave"],
  );
  assert.equal(sitting.bounds, null);
  assert.equal(sitting.put("ante", 500), false);
  assert.match(sitting.refusal.reason, /barred/);
  sitting.me = { kept_out: null };
  assert.notEqual(sitting.bounds, null);
});

test("what the server has of my wagers is known before it is shown", () => {
  const { sitting, show } = sit();
  show(frame(1, "betting", seat(), [placing]));
  assert.equal(sitting.time.down, 0);
  sitting.hear(frame(2, "betting", seat({ rail: 19_000, wagers: { ante: 500, first: 500 } }), []));
  assert.equal(sitting.seat.wagers.ante, undefined, "the chips are still on their way over the felt");
  assert.equal(sitting.time.down, 1000);
});

test("who has other money than is played for here, and staff who have none, watch and are offered nothing", () => {
  const { sitting, show } = sit();
  const person = { name: "Ann" };
  sitting.me = { person, play_money: false };
  assert.equal(sitting.watches, false, "not known yet");
  show({ ...frame(1, "betting", seat({ player: null, yours: false }), [sitting5]), play_money: true });
  for (const [play_money, free] of [
    [false, []],
    [null, []],
    [true, [5]],
  ]) {
    sitting.me = { person, play_money };
    assert.equal(sitting.watches, !free.length);
    assert.deepEqual(sitting.freeSeats, free);
  }
});

test("whoever has not come in yet is shown the seats that this house has", () => {
  const { sitting, show } = sit();
  const seats = [1, 2, 3, 4, 5, 6].map((number) => ({ ...seat(), number, player: number === 2 ? "Ben" : null }));
  sitting.me = { person: null, play_money: true };
  sitting.house = { ...house, seats: 5 };
  show({ ...frame(1, "betting", seat(), []), view: { phase: "betting", seats } });
  assert.deepEqual(sitting.freeSeats, [1, 3, 4, 5]);
  sitting.newest.play_money = false;
  assert.deepEqual(sitting.freeSeats, [], "a guest has no chips of the cage");
});

test("who is short of chips at the decision can buy in what lacks and place the 2nd in one press", async () => {
  const { sitting, sent, answers, show } = sit();
  const short = seat({ status: "in", rail: 1000, wagers: { ante: 5000, first: 5000 }, cards: ["As", "Ad", "2c"] });
  const fold = { type: "fold", command: { type: "fold", seat: 3 }, lacks: 4000 };
  const buying = { type: "buy_in", command: { type: "buy_in", seat: 3, amount: 1 } };
  show(frame(1, "decision", short, [fold, buying]));
  sitting.me = { balance: 3000, person: { name: "Ann", role: "player" } };
  assert.equal(sitting.lacking, 0, "the cage does not hold enough");
  sitting.me = { balance: 89_000, person: { name: "Ann", role: "player" } };
  assert.equal(sitting.lacking, 4000);
  show(frame(2, "decision", short, [fold]));
  assert.equal(sitting.lacking, 0, "nobody sells chips now");
  show(frame(3, "decision", short, [fold, buying]));
  const done = sitting.buySecond();
  answers[0]({ type: "accepted", version: 4, events: [] });
  await new Promise((resolve) => setImmediate(resolve));
  answers[1]({ type: "accepted", version: 5, events: [] });
  await done;
  assert.deepEqual(sent, [
    { type: "buy_in", seat: 3, amount: 4000 },
    { type: "place_second", seat: 3 },
  ]);
});

test("chips that could not be bought place no 2nd Wager", async () => {
  const { sitting, sent, answers, show } = sit();
  const short = seat({ status: "in", rail: 1000, wagers: { ante: 5000, first: 5000 } });
  show(
    frame(
      1,
      "decision",
      short,
      ["fold", "buy_in"].map((type) => ({ type, command: { type, seat: 3 }, lacks: 4000 })),
    ),
  );
  sitting.me = { balance: 89_000, person: { name: "Ann", role: "player" } };
  const done = sitting.buySecond();
  answers[0]({ type: "refused", code: "limit", reason: "Your limit for today is reached.", clause: "" });
  await done;
  assert.equal(sent.length, 1);
  assert.equal(sitting.refusal.reason, "Your limit for today is reached.");
});

test("the wagers of the last round are the seat's, as the table has them", () => {
  const { sitting, show } = sit();
  show(frame(1, "betting", seat({ rail: 19_000, wagers: { ante: 500, first: 500 } }), [placing]));
  show(frame(2, "betting", seat(), [placing]));
  assert.equal(sitting.last, null, "placed and withdrawn: they were in no round");
  show(frame(3, "betting", seat({ last: { ante: 1000, pair: 100 } }), [placing]));
  assert.deepEqual(sitting.last, { ante: 1000, pair: 100 });
  show(frame(4, "betting", seat({ player: "Ben", last: {} }), [placing]));
  assert.equal(sitting.last, null, "another person in the same browser has none of them");
});

test("wagers that the rail no longer holds are not placed again; the least the house takes still can be", () => {
  const { sitting, show } = sit();
  const last = { ante: 5000, first: 5000 };
  show(frame(1, "betting", seat({ rail: 10_000, last }), [placing]));
  assert.equal(sitting.noRebet, null);
  assert.equal(sitting.opener, null, "one button is enough");
  show(frame(2, "betting", seat({ rail: 1000, last }), [placing]));
  assert.match(sitting.noRebet.reason, /total \$100; seat 3 has \$10/);
  sitting.rebet();
  assert.equal(sitting.pending, null);
  assert.deepEqual(sitting.opener, { ante: 500, first: 500 });
});

test("rebet places last round's wagers and sends them; twice as much only within the bounds", () => {
  const { sitting, sent, show } = sit();
  show(frame(1, "betting", seat({ last: { ante: 2500, first: 2500, three_card_bonus: 100 } }), [placing]));
  assert.deepEqual(sitting.doubled, { ante: 5000, first: 5000, three_card_bonus: 200 });
  sitting.rebet();
  assert.deepEqual(sent, [
    { type: "place_wagers", seat: 3, wagers: { ante: 2500, first: 2500, three_card_bonus: 100 } },
  ]);
  show(frame(2, "betting", seat({ last: { ante: 3000, first: 3000 } }), [placing]));
  assert.equal(sitting.doubled, null, "the house takes no ante of $60");
});

test("the same wagers can be asked for while the last round is still shown, and are placed when bets open", () => {
  const { sitting, sent, show } = sit();
  const last = { ante: 500, first: 500 };
  show(frame(1, "betting", seat({ rail: 19_000, wagers: { ante: 500, first: 500 } }), [placing]));
  show(
    frame(2, "setting", seat({ last, rail: 18_500, wagers: { ante: 500, first: 500, second: 500 }, status: "in" }), []),
  );
  assert.equal(sitting.mayAskEarly, false);
  sitting.hear(frame(3, "complete", seat({ last, rail: 21_000, status: "settled" }), []));
  assert.equal(sitting.mayAskEarly, false, "my hand is not settled on the felt yet");
  sitting.view = { phase: "showdown", in_action: true, seats: [seat({ last, rail: 21_000, status: "settled" })] };
  assert.equal(sitting.mayAskEarly, true);
  sitting.newest.view.closing = "End of shift.";
  assert.equal(sitting.mayAskEarly, false, "there is no next round");
  sitting.newest.view.closing = "";
  assert.equal(sitting.askEarly(1), true);
  assert.equal(sitting.askEarly(1), false, "asked twice: not");
  assert.equal(sitting.askEarly(2), true);
  sitting.catchUp();
  assert.deepEqual(sent, []);
  show(frame(4, "betting", seat({ last, rail: 21_000 }), [placing]));
  sitting.catchUp();
  sitting.catchUp();
  assert.deepEqual(sent, [{ type: "place_wagers", seat: 3, wagers: { ante: 1000, first: 1000 } }]);
});

test("what was asked for early is forgotten when the table goes on without me, or the chips do not do", () => {
  const { sitting, sent, show } = sit();
  const last = { ante: 500, first: 500 };
  show(frame(1, "betting", seat({ rail: 19_000, wagers: { ante: 500, first: 500 } }), [placing]));
  show(frame(2, "complete", seat({ last, rail: 900, status: "settled" }), []));
  assert.equal(sitting.askEarly(1), false);
  show(frame(2, "complete", seat({ last, rail: 19_000, status: "settled" }), []));
  assert.equal(sitting.askEarly(1), true);
  show(frame(3, "shuffling", seat({ last, rail: 19_000 }), []));
  show(frame(4, "betting", seat({ last, rail: 19_000 }), [placing]));
  sitting.catchUp();
  assert.deepEqual(sent, []);
});

test("what did not go in one round is old news in the next, so that nothing waits for it to be read", async () => {
  const { sitting, answers, show } = sit();
  show(frame(1, "complete", seat({ status: "settled" }), []));
  const again = sitting.act({ type: "set_hand", seat: 3 });
  answers[0]({ type: "refused", code: "wrong_phase", reason: "Not now: the round is complete.", clause: "" });
  await again;
  assert.equal(sitting.refusal?.reason, "Not now: the round is complete.");
  show(frame(2, "betting", seat(), [placing]));
  assert.equal(sitting.refusal, null);
  sitting.refuse({ reason: "This table takes $5 to $50.", clause: "" });
  show(frame(3, "betting", seat(), [placing]));
  assert.equal(sitting.refusal?.reason, "This table takes $5 to $50.");
});

test("how a round ended for me is kept until the next one ends", () => {
  const { sitting, show } = sit();
  const told = (version, phase, mine) => {
    const next = frame(version, phase, mine, []);
    Object.assign(next.view, { dealer_hand: ["pair", "K"], dealer_five: null, void_reason: "" });
    show(next);
  };
  const line = { wager: "ante", paid: 500, collected: 0, result: "win" };
  told(1, "showdown", seat({ status: "in", net: 500, outcome: "win", lines: [line] }));
  assert.equal(sitting.outcome, null, "not before it is over");
  told(2, "complete", seat({ status: "in", net: 500, outcome: "win", lines: [line], hand: ["pair", "A"] }));
  assert.equal(sitting.outcome.net, 500);
  assert.equal(sitting.outcome.hands.length, 2);
  told(3, "betting", seat());
  assert.equal(sitting.outcome.net, 500);
  told(
    4,
    "decision",
    seat({ status: "folded", net: -500, outcome: "lose", lines: [{ ...line, paid: 0, collected: 500 }] }),
  );
  assert.equal(sitting.outcome.net, -500);
  assert.equal(sitting.outcome.hands.length, 1, "a fold has a reason instead of hands");
});

test("a rebet respects the choice of the ante only, both ways, and keeps it", () => {
  const { sitting, sent, show } = sit();
  const last = { ante: 500, first: 500, three_card_bonus: 500 };
  show(frame(1, "betting", seat({ last }), [placing]));
  sitting.setAlone(true);
  assert.deepEqual(sitting.last, { ante: 500 });
  sitting.rebet();
  assert.deepEqual(sent.at(-1).wagers, { ante: 500 });
  const other = sit();
  other.show(frame(1, "betting", seat({ last: { ante: 500 } }), [placing]));
  assert.deepEqual(other.sitting.last, { ante: 500 }, "untouched, it repeats the last round");
  other.sitting.setAlone(true);
  other.sitting.setAlone(false);
  assert.deepEqual(other.sitting.last, { ante: 500, first: 500 });
});
