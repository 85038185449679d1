// @ts-check
// The dealer's procedure as a list, and what comes next in it. Everything is read off the view and the offers: what
// may be done is the server's to say, the order in which to show it is ours.

/** @typedef {import("./wire.js").TableView} TableView */
/** @typedef {import("./wire.js").SeatView} SeatView */
/** @typedef {import("./wire.js").Offer} Offer */
/** @typedef {import("./wire.js").GameEvent} GameEvent */
/** @typedef {"done" | "now" | "next"} StepState */
/** @typedef {{id: string, state: StepState}} Step */

/** The lists a dealer works through; which one depends on where the table stands. */
export const LISTS = {
  opening: [
    "receive_deck", "inspect_deck", "verify_deck", "spread_deck", "offer_inspection", "wash_deck", "stack_deck",
    "unlock_tray", "count_tray", "dealer_signs", "supervisor_signs", "drop_slip",
  ],
  round: [
    "shuffle", "cut", "wagers", "deal_three", "bonus", "decision", "deal_four", "stub", "setting", "reveal", "settle",
    "finish",
  ],
  void: ["voided", "shown", "returned", "finish"],
  closing: ["closing_count", "closing_close"],
  closed: ["closed"],
};

export const DECK_STEPS = LISTS.opening.slice(0, 7);
export const TRAY_STEPS = LISTS.opening.slice(7);

/**
 * The step a round stands at.
 * @param {TableView} view
 * @param {Offer[]} offers
 * @param {ReadonlySet<string>} [checked] what is known to be done, though the view does not say it
 */
export function stepNow(view, offers, checked = new Set()) {
  switch (view.phase) {
    case "betting":
      if (has(offers, "shuffle")) return "shuffle";
      return has(offers, "cut") ? "cut" : "wagers";
    case "shuffling":
      return "shuffle";
    case "cutting":
      return "cut";
    case "dealing_three":
      return "deal_three";
    case "three_card_bonus":
      return "bonus";
    case "dealing_four":
      return has(offers, "deal") || !has(offers, "rack_stub", "count_stub") ? "deal_four" : "stub";
    case "showdown":
      return view.dealer_face_up ? "settle" : "reveal";
    case "complete":
      return "finish";
    case "void":
      return has(offers, "expose", "decline") ? "shown" : "returned";
    case "closing":
      return has(offers, "count_tray") && !checked.has("closing_count") && typeof view.tray !== "number" ? "closing_count" : "closing_close";
    default:
      return view.phase; // decision, setting, closed
  }
}

/**
 * The list with what is done, what is now and what comes.
 * @param {TableView} view
 * @param {Offer[]} offers
 * @param {ReadonlySet<string>} [checked] steps that are known to be done, though the view does not say it
 * @returns {Step[]}
 */
export function steps(view, offers, checked = new Set()) {
  if (view.phase === "opening") return opening(checked);
  const list = listOf(view.phase);
  const now = stepNow(view, offers, checked);
  const at = list.indexOf(now);
  // Wagers stay open while the deck is made ready, and are closed once bets are: the list says both.
  const open = view.phase === "betting";
  return list.map((id, index) => {
    if (id === now || (open && id === "wagers")) return { id, state: "now" };
    if (id === "wagers" && ["shuffling", "cutting"].includes(view.phase)) return { id, state: "done" };
    return { id, state: index < at ? "done" : "next" };
  });
}

/** @param {string} phase */
function listOf(phase) {
  if (phase === "void" || phase === "closing" || phase === "closed") return LISTS[phase];
  return LISTS.round;
}

/**
 * Deck and tray are two lists that run side by side: the first open step of each is due.
 * @param {ReadonlySet<string>} checked
 * @returns {Step[]}
 */
function opening(checked) {
  const due = [DECK_STEPS, TRAY_STEPS].map((list) => list.find((id) => !checked.has(id)));
  return LISTS.opening.map((id) => ({ id, state: checked.has(id) ? "done" : due.includes(id) ? "now" : "next" }));
}

/**
 * What the whole table waits for, the most pressing first: these go on the large button.
 * @type {Record<string, string[]>}
 */
const TABLE_ACTS = {
  opening: ["check_off", "count_tray"],
  betting: ["shuffle", "cut", "no_more_bets"],
  shuffling: ["shuffle"],
  cutting: ["cut"],
  dealing_three: ["deal"],
  three_card_bonus: ["settle_bonuses"],
  decision: [],
  dealing_four: ["deal", "rack_stub", "count_stub"],
  setting: [],
  showdown: ["reveal", "turn_over", "settle"],
  void: ["settle"],
  complete: ["next_round"],
  closing: ["count_tray", "close_table"],
  closed: ["open_table"],
};

/**
 * What a seat may do in this phase, in the order of its buttons.
 * @type {Record<string, string[]>}
 */
const SEAT_ACTS = {
  betting: ["place_wagers", "withdraw_wagers"],
  three_card_bonus: ["expose", "decline"],
  void: ["expose", "decline"],
  decision: ["place_second", "fold"],
  setting: ["set_hand", "disclose"],
  showdown: ["disclose"],
};

/**
 * The act on the large button, or nothing while single seats have to answer first.
 * @param {TableView} view
 * @param {Offer[]} offers
 * @returns {Offer | null}
 */
export function mainAct(view, offers) {
  for (const type of TABLE_ACTS[view.phase] ?? []) {
    const found = offers.find((offer) => offer.type === type);
    if (found) return found;
  }
  return null;
}

/**
 * The commands whose refusal explains why there is nothing on the large button.
 * @param {TableView} view
 */
export function blocked(view) {
  const last = (TABLE_ACTS[view.phase] ?? []).slice(-1);
  if (view.phase === "showdown") return view.dealer_face_up ? ["settle"] : ["reveal"];
  return ["opening", "closing", "closed"].includes(view.phase) ? [] : last;
}

/**
 * Each seat that is being waited for with what it may do.
 * @param {TableView} view
 * @param {Offer[]} offers
 * @returns {{seat: SeatView, offers: Offer[]}[]}
 */
export function waiting(view, offers) {
  const kinds = (SEAT_ACTS[view.phase] ?? []).filter((kind) => !["withdraw_wagers", "disclose"].includes(kind));
  return view.seats
    .filter((seat) => view.phase !== "setting" || !seat.hand_set) // set once is enough, though it may be set again
    .filter((seat) => offers.some((offer) => kinds.includes(offer.type) && offer.command.seat === seat.number))
    .map((seat) => ({ seat, offers: seatActs(view, offers, seat.number) }));
}

/**
 * @param {TableView} view
 * @param {Offer[]} offers
 * @param {number} seat
 */
export function seatActs(view, offers, seat) {
  const kinds = SEAT_ACTS[view.phase] ?? [];
  return offers
    .filter((offer) => kinds.includes(offer.type) && offer.command.seat === seat)
    .sort((a, b) => kinds.indexOf(a.type) - kinds.indexOf(b.type));
}

/**
 * Who gets the next cards, as far as the counts tell: a seat, 0 for the dealer, null when they do not tell.
 * @param {TableView} view
 * @returns {number | null}
 */
export function receiver(view) {
  const target = view.phase === "dealing_three" ? 3 : 7;
  const hands = view.seats.filter((seat) => seat.status === "in").map((seat) => ({ to: seat.number, have: seat.cards.length }));
  hands.push({ to: 0, have: view.dealer_cards.length });
  const open = hands.filter((hand) => hand.have < target);
  if (!open.length || new Set(open.map((hand) => hand.have)).size > 1) return null;
  return open[0].to;
}

/**
 * How to take back what was just done, where an offer allows it.
 * @param {GameEvent} event
 * @param {Offer[]} offers
 * @returns {import("./wire.js").Command | null}
 */
export function undo(event, offers) {
  /** @param {string} type @param {number} seat */
  const offer = (type, seat) => offers.find((each) => each.type === type && each.command.seat === seat);
  if (event.type === "wagers_placed") return offer("withdraw_wagers", event.seat)?.command ?? null;
  if (event.type === "player_sat") return offer("leave", event.seat)?.command ?? null;
  if (event.type === "chips_moved" && event.what === "buy_in") {
    const { to, cents } = event.transfers[0];
    const back = offer("cash_out", Number(to.split(":")[1]));
    return back && cents <= (back.maximum ?? 0) ? { ...back.command, amount: cents } : null;
  }
  return null;
}

/**
 * What was settled last in this round, in the order in which it was done: bonuses go for several seats at once.
 * @param {readonly {event: GameEvent}[]} told the latest first
 */
export function settledLast(told) {
  const events = told.map((each) => each.event);
  const begun = events.findIndex((event) => event.type === "round_begun");
  const round = begun < 0 ? events : events.slice(0, begun); // what lies before it is another round's
  const at = round.findIndex((event) => event.type === "settled");
  if (at < 0) return [];
  const rest = round.slice(at).findIndex((event) => event.type !== "settled");
  return round.slice(at, rest < 0 ? undefined : at + rest).reverse();
}

/**
 * The cards somebody has seen in this round, by where they lie: the pad shows them as taken. The view forgets those
 * that were turned down again; we do not.
 * @param {Map<string, string[]>} seen
 * @param {GameEvent} event
 * @returns {Map<string, string[]>}
 */
export function remember(seen, event) {
  const next = new Map(seen);
  switch (event.type) {
    case "cards_exposed":
    case "hand_turned":
      return next.set(`seat:${event.seat}`, event.cards);
    case "dealer_revealed":
      return next.set("dealer", event.cards);
    case "face_up_card_found":
      return next.set("rack", [...(seen.get("rack") ?? []), event.card]);
    case "cards_returned":
    case "table_cleared":
      return new Map();
    default:
      return seen;
  }
}

/**
 * Every card the pad should refuse, but for those of one place.
 * @param {TableView} view
 * @param {Map<string, string[]>} seen
 * @param {string} except where the cards to be entered lie: "seat:3", "dealer"
 * @returns {Set<string>}
 */
export function taken(view, seen, except) {
  const lying = new Map(seen);
  for (const seat of view.seats) if (seat.cards.some(known)) lying.set(`seat:${seat.number}`, seat.cards);
  if (view.dealer_cards.some(known)) lying.set("dealer", view.dealer_cards);
  return new Set([...lying].filter(([where]) => where !== except).flatMap(([, cards]) => cards.filter(known)));
}

/** @param {string} card */
const known = (card) => card !== "??";

/**
 * @param {Offer[]} offers
 * @param {...string} types
 */
function has(offers, ...types) {
  return offers.some((offer) => types.includes(offer.type));
}
