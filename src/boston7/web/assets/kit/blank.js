// Written by `python tests/support/wire_types.py`: an empty table and an empty seat, as the game has
// them; bounds, and what is called out.

/** @type {Wire.TableView} */
export const BLANK_TABLE = {
  name: "",
  phase: "closed",
  live: false,
  round: 0,
  house: "",
  version: "",
  seats: [],
  dealer_cards: [],
  dealer_face_up: false,
  dealer_five: [],
  dealer_hand: null,
  tray: null,
  stub: null,
  stub_racked: false,
  discard_rack: 0,
  dealer: "",
  keyer: "",
  call: "",
  closing: "",
  void_reason: "",
  void_clause: "",
  in_action: false,
  waiting: [],
  settling: null,
  next_to: null,
  procedure: {},
  step_order: [],
  step_clauses: {},
  deck_hand: "",
  layout: {},
};

/** @type {Wire.SeatView} */
export const BLANK_SEAT = {
  number: 0,
  player: null,
  yours: false,
  rail: 0,
  wagers: {},
  status: "out",
  cards: [],
  face_up: false,
  hand: null,
  best: [],
  bonus: "none",
  decided: false,
  hand_set: false,
  five: null,
  disclosed: false,
  evicted: false,
  lines: [],
  net: 0,
  outcome: "",
  last: {},
  sitting_out: false,
  keyed: "",
  showed: false,
};

/** Defaults that a wager's line omits. */
export const BLANK_LINE = {
  odds: null,
  paid: 0,
  returned: 0,
  collected: 0,
  trimmed: 0,
};

/** Defaults that an offer omits. */
export const BLANK_OFFER = {
  minimum: null,
  maximum: null,
  cards: 0,
  reason: false,
  spots: {},
  pays: null,
  typed: [],
  choices: [],
  loses: null,
  instead: null,
  lacks: 0,
  about: "",
  seats: [],
  request: null,
};

/** Limits of typed texts, of counts in forms, and of waiting times. */
export const BOUNDS = {
  shortestText: 16,
  longestText: 64,
  shortestPin: 4,
  longestPin: 12,
  shortestPassword: 8,
  name: 40,
  mark: 32,
  player: 60,
  reason: 500,
  line: 240,
  description: 500,
  pieces: 1000000,
  cents: 10000000,
  past: 100,
  limitHours: 24,
};

/** Events called out across the felt. @type {ReadonlySet<string>} */
export const ALOUD = new Set([
  "bets_closed",
  "royal_disclosed",
  "royal_waived",
  "dealer_cards_seen",
  "face_up_card_found",
  "card_drawn_in_error",
  "hand_miscounted",
  "hand_voided",
  "dealer_miscounted",
  "shuffler_stopped",
  "cards_returned",
  "player_evicted",
]);
