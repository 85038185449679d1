// @ts-check
/**
 * What the table looks like after one event: the picture between two frames.
 *
 * The server's view is the truth; this only fills the moments in between, so that many events of one frame can be
 * shown one after the other. It never decides a rule: what an event does is what it says.
 */

/** @typedef {import("./wire.d.ts").TableView} TableView */
/** @typedef {import("./wire.d.ts").SeatView} SeatView */
/** @typedef {import("./wire.d.ts").GameEvent} GameEvent */
/** @typedef {import("./wire.d.ts").Transfer} Transfer */

/** What a frame tells beyond its single events: names of hands by their cards, which player you are, and the stub. */
/** @typedef {{hands: Map<string, string>, you: string | null, stub: number | null}} Hints */

export const BACK = "??";
/** @type {Record<string, "rail" | "ante" | "first" | "second" | "three_card_bonus">} */
const FIELD = { rail: "rail", ante: "ante", first: "first", second: "second", bonus: "three_card_bonus" };
const DEALER_SPOT = 0;

/**
 * The table after `event`.
 * @param {TableView} view
 * @param {GameEvent} event
 * @param {Hints} [hints]
 * @returns {TableView}
 */
export function advance(view, event, hints) {
  const effect = EFFECTS[event.type];
  const after = effect ? effect(view, event, hints) : view;
  if (after === view) return view;
  // A stub that was to be counted and no longer is: how many cards it has, only the frame can say.
  const told = after.stub === null && after.phase !== "dealing_four" ? { ...after, stub: hints?.stub ?? null } : after;
  return named(told, view, hints);
}

/**
 * @param {GameEvent[]} events
 * @param {TableView} view the view these events lead to
 * @returns {Hints}
 */
export function hintsFrom(events, view) {
  /** @type {Map<string, string>} */
  const hands = new Map();
  /** @type {Record<number, string[]>} */
  const shown = {};
  for (const event of events) {
    if (event.type === "cards_exposed") shown[event.seat] = event.cards;
    if (event.type === "hand_turned") hands.set(key(event.five), event.hand);
    if (event.type === "settled" && event.moment === "three_card_bonus" && shown[event.seat] && event.lines[0]?.hand)
      hands.set(key(shown[event.seat]), event.lines[0].hand);
  }
  for (const seat of view.seats) if (seat.hand) hands.set(key(seat.five ?? seat.cards), seat.hand);
  return { hands, you: view.seats.find((seat) => seat.yours)?.player ?? null, stub: view.stub };
}

/** @param {readonly string[]} cards */
const key = (cards) => [...cards].sort().join("");

/** What nobody is told stays untold. @param {number | null} stub @param {number} count */
const fewer = (stub, count) => (stub === null ? null : Math.max(0, stub - count));

/** @param {number} count */
const backs = (count) => Array(Math.max(0, count)).fill(BACK);

/** A hand has a name when its five lie open, or all its three or seven cards are known. @param {SeatView} seat */
const nameable = (seat) =>
  Boolean(seat.five?.length) || ([3, 7].includes(seat.cards.length) && !seat.cards.includes(BACK));

/**
 * @param {TableView} after
 * @param {TableView} before
 * @param {Hints} [hints]
 * @returns {TableView}
 */
function named(after, before, hints) {
  const seats = after.seats.map((seat, at) => {
    if (!nameable(seat)) return seat.hand === null ? seat : { ...seat, hand: null };
    const known = key(seat.five ?? seat.cards);
    const was = before.seats[at];
    const same = nameable(was) && key(was.five ?? was.cards) === known ? was.hand : null;
    const hand = hints?.hands.get(known) ?? same ?? seat.hand;
    return hand === seat.hand ? seat : { ...seat, hand };
  });
  return { ...after, seats };
}

/**
 * @param {TableView} view
 * @param {number} number
 * @param {Partial<SeatView>} fields
 * @returns {TableView}
 */
function change(view, number, fields) {
  return { ...view, seats: view.seats.map((seat) => (seat.number === number ? { ...seat, ...fields } : seat)) };
}

/**
 * @param {TableView} view
 * @param {Transfer[]} transfers
 * @returns {TableView}
 */
function moved(view, transfers) {
  const seats = view.seats.map((seat) => ({ ...seat }));
  let tray = view.tray;
  for (const { from, to, cents } of transfers) {
    for (const [account, amount] of /** @type {[string, number][]} */ ([[from, -cents], [to, cents]])) {
      const [place, number] = account.split(":");
      if (place === "tray") tray = tray === null ? null : tray + amount;
      else if (place in FIELD) seats[Number(number) - 1][FIELD[place]] += amount;
    }
  }
  return { ...view, seats, tray };
}

/**
 * @param {number} number
 * @param {Partial<SeatView>} [kept]
 * @returns {SeatView}
 */
function freshSeat(number, kept = {}) {
  return {
    number, player: null, yours: false, rail: 0, ante: 0, first: 0, second: 0, three_card_bonus: 0, status: "out",
    cards: [], face_up: false, hand: null, best: [], bonus: "none", decided: false, hand_set: false, five: null,
    disclosed: false, evicted: false, lines: [], net: 0, ...kept,
  };
}

/**
 * Every card away; chips stay where they are.
 * @param {TableView} view
 * @returns {TableView}
 */
function cleared(view) {
  const seats = view.seats.map(({ number, player, yours, rail, ante, first, second, three_card_bonus, evicted }) =>
    freshSeat(number, { player, yours, rail, ante, first, second, three_card_bonus, evicted }));
  return {
    ...view, seats, phase: "betting", house: "", version: "", stub: 0, stub_racked: false, discard_rack: 0,
    dealer_cards: [], dealer_face_up: false, dealer_five: [], dealer_hand: null, void_reason: "",
  };
}

/**
 * A hand once it is known which three cards came first.
 * @param {string[]} cards
 * @param {string[]} three
 */
function shownFirst(cards, three) {
  const others = cards.filter((card) => !three.includes(card));
  return [...three, ...others.slice(others.length - (cards.length - 3))];
}

/**
 * @param {TableView} view
 * @param {GameEvent} event
 * @returns {TableView}
 */
function dealt(view, event) {
  const stub = fewer(view.stub, event.cards.length);
  if (event.to === DEALER_SPOT) return { ...view, stub, dealer_cards: [...view.dealer_cards, ...event.cards] };
  return change({ ...view, stub }, event.to, { cards: [...seatOf(view, event.to).cards, ...event.cards] });
}

/**
 * @param {TableView} view
 * @param {GameEvent} event
 * @returns {TableView}
 */
function settled(view, event) {
  const seat = seatOf(view, event.seat);
  const lines = [...seat.lines, ...event.lines];
  const net = lines.reduce((sum, line) => sum + line.paid - line.collected, 0);
  const after = moved(view, event.transfers);
  if (event.moment === "three_card_bonus") {
    const cards = seat.yours ? seat.cards : backs(seat.cards.length);
    return change(after, event.seat, { lines, net, bonus: "settled", face_up: false, cards });
  }
  const rack = after.discard_rack + seat.cards.length;
  /** @type {Partial<SeatView>} */
  let fields;
  if (event.moment === "showdown") fields = { status: "settled", face_up: seat.cards.length > 0 };
  else if (event.moment === "fold") fields = { status: "folded", cards: [], face_up: false, five: null };
  else {
    const shown = seat.face_up ? seat.cards.slice(0, 3) : [];
    fields = { status: "void", cards: shown, face_up: shown.length > 0, five: null };
  }
  return change({ ...after, discard_rack: rack }, event.seat, { lines, net, ...fields });
}

/**
 * @param {TableView} view
 * @param {GameEvent} event
 * @returns {TableView}
 */
function miscounted(view, event) {
  const seat = seatOf(view, event.seat);
  const extra = event.cards.length - seat.cards.length;
  const cards = extra > 0 ? [...seat.cards, ...backs(extra)] : seat.cards.slice(0, event.cards.length);
  return change({ ...view, stub: fewer(view.stub, extra) }, event.seat, { cards });
}

/** @param {TableView} view @param {number} number */
const seatOf = (view, number) => view.seats[number - 1];

/** @type {(view: TableView, event: GameEvent) => TableView} */
const chips = (view, event) => moved(view, event.transfers);

/** @type {(view: TableView, event: GameEvent) => TableView} */
const deckAway = (view, event) => ({ ...cleared(view), phase: "opening" });

/** @type {Record<string, (view: TableView, event: GameEvent, hints?: Hints) => TableView>} */
const EFFECTS = {
  table_opened: (view, event) => moved({
    ...cleared(view), name: event.name, live: event.live, phase: "opening", tray: event.live ? null : 0, closing: "",
    seats: view.seats.map(({ number }) => freshSeat(number)),
  }, event.transfers),
  deck_replaced: deckAway,
  went_idle: deckAway,
  tray_counted: (view, event) => ({ ...view, tray: event.expected ?? view.tray }),
  phase_entered: (view, event) => ({ ...view, phase: event.phase, stub: view.live && event.phase === "dealing_four" ? null : view.stub }),
  player_sat: (view, event, hints) =>
    change(view, event.seat, { player: event.player, yours: event.player === hints?.you }),
  player_left: (view, event) => {
    const after = moved(view, event.transfers);
    const seats = after.seats.map((seat) =>
      seat.number === event.seat ? freshSeat(seat.number, { rail: seat.rail }) : seat);
    return { ...after, seats };
  },
  chips_moved: chips,
  round_begun: (view, event) => ({ ...view, round: event.round, house: event.house, version: event.version }),
  wagers_placed: chips,
  wagers_withdrawn: chips,
  bets_closed: (view) => ({
    ...view,
    seats: view.seats.map((seat) => seat.ante > 0
      ? { ...seat, status: "in", bonus: seat.three_card_bonus ? "open" : "none", decided: !seat.first }
      : seat),
  }),
  deck_shuffled: (view) => ({ ...view, stub: 52 }),
  recut_ordered: (view) => (view.phase === "dealing_three" ? { ...view, phase: "cutting" } : view),
  cards_dealt: dealt,
  stub_counted: (view, event) => ({ ...view, stub: event.expected ?? view.stub }),
  stub_racked: (view, event) => ({ ...view, stub_racked: true, stub: event.count ?? view.stub }),
  cards_exposed: (view, event) => change(view, event.seat, {
    cards: shownFirst(seatOf(view, event.seat).cards, event.cards), face_up: true, bonus: "exposed",
  }),
  bonus_declined: (view, event) => change(view, event.seat, { bonus: "declined" }),
  second_placed: (view, event) => change(moved(view, event.transfers), event.seat, { decided: true }),
  folded: (view, event) => change(view, event.seat, { decided: true }),
  hand_set: (view, event) => change(view, event.seat, { hand_set: true, five: event.five }),
  royal_disclosed: (view, event) => change(view, event.seat, { disclosed: true }),
  dealer_revealed: (view, event) => ({
    ...view, dealer_cards: event.cards, dealer_face_up: true, dealer_five: event.five, dealer_hand: event.hand,
  }),
  hand_turned: (view, event) =>
    change(view, event.seat, { cards: event.cards, five: event.five, face_up: true, hand: event.hand }),
  settled,
  round_completed: (view) => ({ ...view, phase: "complete" }),
  table_cleared: cleared,
  face_up_card_found: (view) => ({ ...view, stub: fewer(view.stub, 1), discard_rack: view.discard_rack + 1 }),
  hand_miscounted: miscounted,
  dealer_miscounted: (view, event) => {
    const extra = event.count - view.dealer_cards.length;
    return { ...view, dealer_cards: backs(event.count), stub: fewer(view.stub, extra) };
  },
  cards_returned: (view) => ({
    ...view,
    seats: view.seats.map((seat) => (seat.status === "in" || seat.status === "out"
      ? { ...seat, cards: [], face_up: false } : seat)),
    dealer_cards: [], discard_rack: 0, stub: 0, phase: view.phase === "betting" ? "betting" : "shuffling",
  }),
  round_voided: (view, event) => ({
    ...view, phase: "void", void_reason: event.reason,
    seats: view.seats.map((seat) => (seat.bonus === "declined" ? { ...seat, bonus: "open" } : seat)),
  }),
  player_evicted: (view, event) => change(view, event.seat, { evicted: true }),
  corrected: chips,
  closing_announced: (view, event) => ({ ...view, closing: event.reason, tray: view.live ? null : view.tray }),
  table_closed: (view, event) => {
    const after = moved(view, event.transfers);
    return {
      ...cleared(after), phase: "closed", live: false, closing: "",
      seats: after.seats.map(({ number }) => freshSeat(number)),
    };
  },
};

/**
 * The seats the table waits for now.
 * @param {TableView} view
 * @returns {number[]}
 */
export function waitingFor(view) {
  const playing = view.seats.filter((seat) => seat.status === "in");
  const numbers = (/** @type {(seat: SeatView) => boolean} */ test) => playing.filter(test).map((seat) => seat.number);
  switch (view.phase) {
    case "three_card_bonus": return numbers((seat) => seat.bonus === "open");
    case "decision": return numbers((seat) => !seat.decided);
    case "setting": return numbers((seat) => !seat.hand_set);
    case "void":
    case "showdown": return view.phase === "showdown" && !view.dealer_face_up ? [] : numbers(() => true).slice(-1);
    default: return [];
  }
}
