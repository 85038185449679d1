/** The shapes of docs/wire.md, for the type checker: the browser never loads this file. */

export type Cents = number;
export type Card = string;
export type Micros = number;

export interface Person { id: string; name: string; role: string; guest: boolean }
export interface Limit { amount: number; next: { amount: number | null; effective: number } | null }
export interface Me {
  person: Person | null;
  actor: Actor;
  balance: Cents;
  limits: Record<string, Limit>;
  excluded_until: number;
  second_factor?: boolean;
}
export interface Head { journal: string; seal: number; digest: string }
export interface Actor { role: string; name: string }

export interface Listing {
  name: string; phase: string; house: string; house_name: string; version: string; live: boolean; play_money: boolean;
  practice: boolean; yours: boolean; players: (string | null)[]; spectators: number;
  minimum: Cents; maximum: Cents; maximum_payout: Cents | null; round: number;
}

export type Wager = "ante" | "first" | "second" | "three_card_bonus";
export interface WagerLine {
  wager: Wager; stake: Cents; result: "win" | "lose" | "push" | "void" | "none"; hand: string | null; odds: string | null;
  paid: Cents; returned: Cents; collected: Cents; trimmed: Cents; clause: string;
  say: string; // "1st wins $10"
}
export interface SeatView {
  number: number; player: string | null; yours: boolean; rail: Cents;
  ante: Cents; first: Cents; second: Cents; three_card_bonus: Cents;
  status: "out" | "in" | "folded" | "settled" | "void";
  cards: Card[]; face_up: boolean; hand: string | null; best: Card[];
  bonus: "none" | "open" | "exposed" | "declined" | "settled" | "kept_down";
  decided: boolean; hand_set: boolean; five: Card[] | null; disclosed: boolean; evicted: boolean;
  lines: WagerLine[]; net: Cents;
}
export interface TableView {
  name: string; phase: string; live: boolean; round: number; house: string; version: string; seats: SeatView[];
  dealer_cards: Card[]; dealer_face_up: boolean; dealer_five: Card[]; dealer_hand: string | null;
  tray: Cents | null; stub: number | null; // not told while its count is open
  stub_racked: boolean; discard_rack: number; closing: string; void_reason: string;
  waiting: number[]; next_to: number | null; procedure: Record<string, "done" | "now" | "next">;
}
export interface Transfer { from: string; to: string; cents: Cents }

/** The game's own tagged unions: `type` says which, the rest depends on it. */
export interface GameEvent { type: string; [field: string]: any }
export interface Command { type: string; by?: Actor; [field: string]: any }

export interface Offer {
  type: string; command: Command; minimum: Cents | null; maximum: Cents | null; cards: number; reason: boolean;
  bonus_minimum: Cents | null; bonus_maximum: Cents | null;
  pays: Cents | null; // what showing three cards wins, where that is known
  typed: string[]; // fields of the command that are to be typed: it has no value for them
}
/** One command as it declares itself: GET /api/catalogue. */
export interface Kind {
  type: string; place: "opening" | "procedure" | "seat" | "rail" | "irregularity" | "floor" | "clock"; label: string;
  note: string; outcome: string; key: string; tone: "go" | "plain" | "stop"; optional: boolean; by: string[]; when: string[];
  topic: string; ruling: string; asks: Ask[];
}
/** What a person enters for it; "account" is a page's own, a part of "transfers". */
export interface Ask {
  field: string; question: string; least: number; most: number; whole: boolean; at: "" | "live" | "virtual";
  kind: "seat" | "count" | "amount" | "cards" | "choice" | "check" | "name" | "reason" | "transfers" | "account";
  choices: string[]; when: string; outcome: string;
}
export interface Fairness {
  round: number; commitment: string; closed: boolean; fixed: boolean; used: number[]; missing: number[];
  contributions: { seat: number; player: string; commitment: string; text: string }[]; // until the deck is fixed
  revealed: { table: string; round: number; seed: string; salt: string } | null;
}
/** What a page knows of a table: made by lib/socket.js from the messages below. */
export interface Frame {
  table: string; version: number; since: number | null; view: TableView; steps: Step[]; past: ToldStep[];
  due: Micros | null; now: Micros; fairness: Fairness | null; offers: Offer[];
  practice: boolean; play_money: boolean; pause: number;
  automatic: boolean; // the platform deals
  extra: number[]; // seats that have extra time after a lost connection
}
/** One thing that happened, in its sentence, with the table before and after it. */
export interface Step { event: GameEvent; say: string; clause: string; before: TableView; view: TableView }
export interface ToldStep { event: GameEvent; patch: Record<string, any>; say: string; clause?: string }
export interface ViewMessage {
  type: "view"; table: string; version: number; now: Micros; view: Record<string, any>;
  surroundings: Record<string, any>; offers: Record<string, Offer>; past?: ToldStep[];
}
export interface StepsMessage {
  type: "steps"; table: string; version: number; now: Micros; steps?: ToldStep[];
  surroundings?: Record<string, any>; offers?: Record<string, any>; fresh?: boolean;
}
export interface House {
  id: string; name: string; document: string; title: string; seats: number; first_wager_required: boolean;
  limits: { table_minimum: Cents; table_maximum: Cents; bonus_minimum: Cents | null; bonus_maximum: Cents | null };
  maximum_payout: { amount: Cents | null; [field: string]: any }; clauses: Record<string, string>; [field: string]: any;
}
/** A finished round: each view is a document for `viewOf`. */
export interface Replay {
  replay: true; table: string; round: number; status: string; house: string; version: string;
  steps: {
    version: number; time: Micros; actor: string; words: string; clauses: string[]; event: GameEvent;
    view: Record<string, any>;
  }[];
}
export interface Choice { command: Command; label: string; expected: number; cost: number }
export interface Coaching { phase: string; choices: Choice[]; best: any }
export interface RoundSummary {
  round: number; ended: number; status: string; dealer: Card[] | string; dealer_hand: string | null;
  seats: { seat: number; player: string; net: Cents }[];
}
export interface Refusal { source?: string; code: string; reason: string; clause: string }
export interface Accepted { type: "accepted"; id: string; table: string; version: number }
export interface Refused extends Refusal { type: "refused"; id: string; table: string }
export type Answer = Accepted | Refused;
export interface Would {
  type: "would"; id: string; table: string; refusal: Refusal | null; phase: string; moves: Transfer[]; clauses: string[];
  settled?: { seat: number; moment: string; lines: WagerLine[] }[];
}
