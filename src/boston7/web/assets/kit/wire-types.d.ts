/** The shapes of docs/wire.md. Written by `python tests/support/wire_types.py`; no browser loads this. */

export type Card = string;
/** A merge patch of a document. */
export type Document = Record<string, unknown>;
/** A table without its defaults. */
export type TableDocument = Partial<Omit<TableView, "seats">> & { seats?: Record<string, SeatDocument> };
export type SeatDocument = Partial<Omit<SeatView, "hand" | "lines">> & { hand?: HandDocument };
export type HandDocument = Partial<Omit<SeatView, "lines">> & { lines?: Partial<WagerLine>[] };
/** Any of several shapes: a field that only others of them have reads as undefined. */
type Keys<U> = U extends unknown ? keyof U : never;
type AnyOf<U, K extends PropertyKey = Keys<U>> =
  U extends unknown ? U & { [F in Exclude<K, keyof U>]?: undefined } : never;

export interface OpenTable {
  type: "open_table"; by?: Actor; name: string; tray?: number; live?: boolean; automation?: Automation[];
  style?: "single" | "stack" | null; device?: "automated_shoe" | "hand" | "manual_shoe" | null; preinspected?: boolean;
  pieces?: Piece[]
}
export interface Actor { role: "auditor" | "dealer" | "platform" | "player" | "spectator" | "supervisor"; name: string }
export type Automation = "opening" | "dealing" | "bonus" | "reveal" | "settlement" | "fills" | "next_round" | "claims";
export interface Piece { value: number; count: number }
export interface CheckOff { type: "check_off"; by?: Actor; step: Step }
export type Step =
  "receive_deck" | "inspect_deck" | "verify_deck" | "spread_deck" | "offer_inspection" | "wash_deck" | "stack_deck" |
  "unlock_tray" | "count_tray" | "dealer_signs" | "supervisor_signs" | "drop_slip";
export interface CountTray { type: "count_tray"; by?: Actor; amount?: number; pieces?: Piece[] }
export interface ReplaceDeck { type: "replace_deck"; by?: Actor; reason?: string }
export interface OrderRecut { type: "order_recut"; by?: Actor }
export interface GoIdle { type: "go_idle"; by?: Actor }
export interface Shuffle { type: "shuffle"; by?: Actor; deck?: Card[] }
export interface Cut { type: "cut"; by?: Actor; at?: number }
export interface NoMoreBets { type: "no_more_bets"; by?: Actor }
export interface SettleBonuses { type: "settle_bonuses"; by?: Actor }
export interface HoldDeck { type: "hold_deck"; by?: Actor; hand?: "left" | "right" }
export interface Deal { type: "deal"; by?: Actor; one?: boolean }
export interface RackStub { type: "rack_stub"; by?: Actor }
export interface CountStub { type: "count_stub"; by?: Actor; count?: number }
export interface Reveal { type: "reveal"; by?: Actor; cards?: Card[] }
export interface RevealApart { type: "reveal_apart"; by?: Actor; three: Card[]; four: Card[] }
export interface Settle { type: "settle"; by?: Actor }
export interface KeyHand {
  type: "key_hand"; by?: Actor; seat: number;
  award?: "flush" | "four_of_a_kind" | "full_house" | "none" | "royal_flush" | "straight" | "straight_flush" | "three_of_a_kind";
  result?: "lose" | "push" | "win"
}
export interface TurnOver { type: "turn_over"; by?: Actor; seat: number; five: Card[]; discards: Card[] }
export interface NextRound { type: "next_round"; by?: Actor }
export interface FillTray { type: "fill_tray"; by?: Actor; amount?: number; slip?: string }
export interface CreditTray { type: "credit_tray"; by?: Actor; amount?: number; slip?: string }
export interface VoidRound { type: "void_round"; by?: Actor; reason?: string }
export interface VoidHand { type: "void_hand"; by?: Actor; seat: number; reason?: string }
export interface CorrectPayout { type: "correct_payout"; by?: Actor; transfers?: Transfer[]; reason?: string }
export interface Transfer { from: string; to: string; cents: number }
export interface RefusePrizeCheck {
  type: "refuse_prize_check"; by?: Actor; payee?: string; amount?: number; reason?: string;
  ground?: "picture_suspected" | "picture_taken"
}
export interface Evict {
  type: "evict"; by?: Actor; seat: number; reason?: string; void?: boolean;
  ground?: "charity" | "employees" | "other" | "participants"
}
export interface BeginClosing {
  type: "begin_closing"; by?: Actor; reason?: string;
  ground?: "scheduled" | "charity" | "employees" | "other" | "participants"
}
export interface EndPlay { type: "end_play"; by?: Actor }
export interface CloseTable { type: "close_table"; by?: Actor }
export interface DealerCardExposed { type: "dealer_card_exposed"; by?: Actor; cards?: Card[] }
export interface FaceUpCard { type: "face_up_card"; by?: Actor; card?: Card; packet?: number | null }
export interface DrawnInError { type: "drawn_in_error"; by?: Actor }
export interface WrongCount { type: "wrong_count"; by?: Actor; seat: number; count?: number }
export interface DealerMiscount { type: "dealer_miscount"; by?: Actor; count?: number }
export interface ShufflerFailed {
  type: "shuffler_failed"; by?: Actor; while: "dealing" | "shuffling"; none_dealt_three?: boolean
}
export interface ApproveRequest { type: "approve_request"; by?: Actor; number: number }
export interface DeclineRequest { type: "decline_request"; by?: Actor; number: number; reason?: string }
export interface WithdrawRequest { type: "withdraw_request"; by?: Actor; number: number }
export interface CallFloor {
  type: "call_floor"; by?: Actor; what?: "deck" | "dispute" | "fill" | "large payout" | "other" | "player"
}
export interface AnswerCall { type: "answer_call"; by?: Actor }
export interface SignOn { type: "sign_on"; by?: Actor }
export interface SignOnBeside { type: "sign_on_beside"; by?: Actor }
export interface SignOff { type: "sign_off"; by?: Actor }
export interface TimeOut { type: "time_out"; by?: Actor; seat?: number | null }
export interface Sit { type: "sit"; by?: Actor; seat: number; player?: string; person?: string }
export interface SeatWalkUp { type: "seat_walk_up"; by?: Actor; seat: number; nickname?: string; person?: string }
export interface BuyIn { type: "buy_in"; by?: Actor; seat: number; amount?: number }
export interface ChipsIn { type: "chips_in"; by?: Actor; seat: number; amount?: number }
export interface BuyInCash { type: "buy_in_cash"; by?: Actor; seat: number; amount?: number }
export interface CashOut { type: "cash_out"; by?: Actor; seat: number; amount?: number }
export interface ChipsOut { type: "chips_out"; by?: Actor; seat: number; amount?: number }
export interface MoveSeat { type: "move_seat"; by?: Actor; seat: number; to?: number }
export interface Leave { type: "leave"; by?: Actor; seat: number }
export interface UndoLeave { type: "undo_leave"; by?: Actor; seat: number }
export interface SitOut { type: "sit_out"; by?: Actor; seat: number }
export interface PlaceWagers { type: "place_wagers"; by?: Actor; seat: number; wagers: Record<string, number> }
export interface WithdrawWagers { type: "withdraw_wagers"; by?: Actor; seat: number }
export interface KeyRank {
  type: "key_rank"; by?: Actor; seat: number;
  rank?: "flush" | "pair" | "royal_flush" | "straight" | "straight_flush" | "three_of_a_kind"
}
export interface Expose { type: "expose"; by?: Actor; seat: number; cards?: Card[] }
export interface Decline { type: "decline"; by?: Actor; seat: number }
export interface PlaceSecond { type: "place_second"; by?: Actor; seat: number }
export interface Fold { type: "fold"; by?: Actor; seat: number }
export interface SetHand { type: "set_hand"; by?: Actor; seat: number; cards?: Card[] }
export interface ChangeHand { type: "change_hand"; by?: Actor; seat: number; cards: Card[] }
export interface Disclose { type: "disclose"; by?: Actor; seat: number }
export interface WaiveRoyal { type: "waive_royal"; by?: Actor; seat: number }
export interface Amend { type: "amend"; by?: Actor; entry: number; now?: Command; reason?: string }
export interface TableOpened {
  type: "table_opened"; seat?: number; name: string; live: boolean; automation: Automation[]; style: "single" | "stack";
  device: "automated_shoe" | "hand" | "manual_shoe"; checklist: Step[]
}
export interface CheckedOff { type: "checked_off"; seat?: number; step: Step }
export interface TrayCounted { type: "tray_counted"; seat?: number; counted: number; expected: number }
export interface DeckReplaced { type: "deck_replaced"; seat?: number; reason: string }
export interface WentIdle { type: "went_idle"; seat?: number }
export interface PhaseEntered { type: "phase_entered"; seat?: number }
export interface PlayerSat { type: "player_sat"; seat: number; player: string }
export interface SeatChanged { type: "seat_changed"; seat: number; to: number; player: string }
export interface PlayerLeft { type: "player_left"; seat: number; player: string }
export interface LeavingUndone { type: "leaving_undone"; seat: number; player: string }
export interface ChipsMoved {
  type: "chips_moved"; seat?: number;
  what: "buy_in" | "cash_buy_in" | "cash_out" | "chips_in" | "chips_out" | "credit" | "fill"; slip: string
}
export interface RoundBegun { type: "round_begun"; seat?: number; round: number; steps: ([string, string])[] }
export interface WagersPlaced { type: "wagers_placed"; seat: number }
export interface WagersWithdrawn { type: "wagers_withdrawn"; seat: number }
export interface SatOut { type: "sat_out"; seat: number }
export interface BetsClosed { type: "bets_closed"; seat?: number }
export interface DeckShuffled { type: "deck_shuffled"; seat?: number }
export interface DeckCut { type: "deck_cut"; seat?: number; at: number }
export interface RecutOrdered { type: "recut_ordered"; seat?: number }
export interface DeckHeld { type: "deck_held"; seat?: number }
export interface CardsDealt { type: "cards_dealt"; seat?: number; to: number }
export interface StubCounted { type: "stub_counted"; seat?: number; count: number; expected: number }
export interface StubRacked { type: "stub_racked"; seat?: number; count: number }
export interface CardsExposed { type: "cards_exposed"; seat: number; cards: Card[]; rank: string; timed_out?: true }
export interface BonusDeclined { type: "bonus_declined"; seat: number; timed_out?: true }
export interface SecondPlaced { type: "second_placed"; seat: number; timed_out?: true }
export interface Folded { type: "folded"; seat: number; timed_out?: true }
export interface HandSet { type: "hand_set"; seat: number; timed_out?: true }
export interface RoyalDisclosed { type: "royal_disclosed"; seat: number; timed_out?: true }
export interface RoyalWaived { type: "royal_waived"; seat: number; timed_out?: true }
export interface DealerRevealed { type: "dealer_revealed"; seat?: number; cards: Card[] }
export interface HandTurned { type: "hand_turned"; seat: number; cards: Card[] }
export interface HandKeyed { type: "hand_keyed"; seat: number; result: "lose" | "push" | "win"; award: string }
export interface Settled {
  type: "settled"; seat: number; moment: "fold" | "showdown" | "three_card_bonus" | "void";
  landed: number; award_first?: true
}
export interface RoundCompleted { type: "round_completed"; seat?: number; round: number; void: boolean }
export interface TableCleared { type: "table_cleared"; seat?: number }
export interface DealerCardsSeen { type: "dealer_cards_seen"; seat?: number; cards: Card[] }
export interface FaceUpCardFound { type: "face_up_card_found"; seat?: number; card: Card; packet: number | null }
export interface CardDrawnInError { type: "card_drawn_in_error"; seat?: number }
export interface HandMiscounted { type: "hand_miscounted"; seat: number; count: number }
export interface FoldTakenBack { type: "fold_taken_back"; seat: number; undone: number; clause: string }
export interface HandVoided { type: "hand_voided"; seat: number; reason: string; clause: string }
export interface DealerMiscounted { type: "dealer_miscounted"; seat?: number; count: number }
export interface ShufflerStopped {
  type: "shuffler_stopped"; seat?: number; while: "dealing" | "shuffling"; clause: string
}
export interface CardsReturned { type: "cards_returned"; seat?: number; reason: string; clause: string }
export interface RoundVoided {
  type: "round_voided"; seat?: number; reason: string; clause: string;
  cause: "dealer_exposed" | "dealer_misdeal" | "face_up_cards" | "floor" | "shuffler_stopped" | "wrong_count" | "";
  keeps_awards: boolean
}
export interface PlayerEvicted {
  type: "player_evicted"; seat: number; player: string; reason: string; clause: string; ground: string
}
export interface PrizeCheckRefused {
  type: "prize_check_refused"; seat?: number; payee: string; amount: number; reason: string; clause: string;
  ground: string
}
export interface PayoutCorrected { type: "payout_corrected"; seat?: number; reason: string; moves: Transfer[] }
export interface Corrected { type: "corrected"; seat?: number; reason: string; moves: Transfer[] }
export interface ApprovalAsked { type: "approval_asked"; seat?: number }
export interface RequestAnswered {
  type: "request_answered"; seat?: number; number: number; verdict: "approved" | "declined" | "lapsed" | "withdrawn";
  reason: string
}
export interface ClosingAnnounced {
  type: "closing_announced"; seat?: number; reason: string; clause: string; ground: string; last_round: number
}
export interface TableClosed { type: "table_closed"; seat?: number }
export interface DealerSignedOn {
  type: "dealer_signed_on"; seat?: number; name: string; relieved: string; beside: boolean
}
export interface DealerSignedOff { type: "dealer_signed_off"; seat?: number; name: string }
export interface FloorCalled { type: "floor_called"; seat?: number; what: string }
export interface FloorAnswered { type: "floor_answered"; seat?: number }
export interface Rejection {
  source: "accounts" | "game" | "lobby" | "record" | "request" | "server" | "shift"; code: string; reason: string;
  clause: string
}
export interface WagerLine {
  wager: string; stake: number; result: "lose" | "none" | "push" | "void" | "win"; hand: [string, string] | null;
  odds: number | null; paid: number; returned: number; collected: number; trimmed: number; clause: string; award?: true
}
export interface SeatView {
  number: number; player: string | null; yours: boolean; rail: number; wagers: Record<string, number>;
  status: "folded" | "in" | "out" | "settled" | "void"; cards: Card[]; face_up: boolean; hand: [string, string] | null;
  best: Card[]; bonus: "declined" | "exposed" | "kept_down" | "none" | "open" | "settled"; decided: boolean;
  hand_set: boolean; five: Card[] | null; disclosed: boolean; evicted: boolean; lines: WagerLine[]; net: number;
  outcome: "" | "even" | "lose" | "push" | "void" | "win"; last: Record<string, number>; sitting_out: boolean;
  keyed: "" | "lose" | "push" | "win"; showed: boolean
}
export interface TableView {
  name: string; phase: Phase; live: boolean; round: number; house: string; version: string; seats: SeatView[];
  dealer_cards: Card[]; dealer_face_up: boolean; dealer_five: Card[]; dealer_hand: [string, string] | null;
  tray: number | null; stub: number | null; stub_racked: boolean; discard_rack: number; dealer: string; keyer: string;
  call: string; closing: string; void_reason: string; void_clause: string; in_action: boolean; waiting: number[];
  settling: number | null; next_to: number | null; procedure: Record<string, "done" | "next" | "now">;
  step_order: string[]; step_clauses: Record<string, string>; deck_hand: string; layout: Record<string, string>
}
export type Phase =
  "closed" | "opening" | "betting" | "shuffling" | "cutting" | "dealing_three" | "three_card_bonus" | "decision" |
  "dealing_four" | "setting" | "showdown" | "void" | "complete" | "closing";
export interface CommandSpec {
  type: string; command: Command; minimum: number | null; maximum: number | null; cards: number; reason: boolean;
  spots: Record<string, [number, number]>; pays: number | null; typed: string[]; choices: KeyChoice[];
  loses: number | null; instead: Rejection | null; lacks: number; about: string; seats: number[];
  request: Request | null
}
export interface KeyChoice {
  label: string; key: string; fields: Record<string, string>; pays: Record<string, number>; takes: number;
  trimmed: number; rate: string
}
export interface Request {
  number: number; by: Actor; command: Command; what: string; reason: string; clause: string; transfers: Transfer[];
  hands: HandShown[]; of_round: boolean
}
export interface HandShown { seat: number; cards: Card[]; lines: WagerLine[] }
export interface Fairness {
  round: number; commitment: string; contributions: SeatText[]; closed: boolean; fixed: boolean; used: number[];
  missing: number[]; revealed: SeedRevealed | null
}
export interface SeatText { seat: number; player: string; commitment: string; text: string }
export interface SeedRevealed { table: string; round: number; seed: string; salt: string }
export interface Surroundings {
  due: number | null; fairness: Fairness | null; practice: boolean; play_money: boolean; pause: number;
  automatic: boolean; extra: number[]; layout: Record<string, string> | null; best_five: boolean | null;
  owner: string | null; asking: string[] | null; guests: string[] | null
}
export interface ToldStep { event: GameEvent; patch: Document; say: string; clause?: string }
export interface Hello { type: "hello"; me: Me; now: number; build: string; head: Head | null }
export interface Me {
  person: Somebody | null; actor: Actor; balance: number; limits: Partial<Record<"loss" | "time" | "wager", OwnLimit>>;
  excluded_until: number; breaks: (number | null)[];
  duties: ("audit" | "cage" | "deal" | "floor" | "people" | "play" | "roster" | "shift" | "slips" | "tables" | "terms")[];
  play_money: boolean | null; home: string; kept_out: KeptOut | null; second_factor: boolean; temporary: boolean;
  console: string
}
export interface Somebody {
  id: string; name: string; role: "admin" | "auditor" | "cashier" | "dealer" | "player" | "runner" | "supervisor";
  guest: boolean
}
export interface OwnLimit { amount: number | null; next: NextLimit | null }
export interface NextLimit { amount: number | null; effective: number }
export interface KeptOut { reason: string; clause: string; commands: string[] }
export interface Head { type: "head"; record: string; seal: number; digest: string }
export interface ViewMessage {
  type: "view"; table: string; version: number; now: number; view: TableDocument; surroundings: Partial<Surroundings>;
  offers: Record<string, Partial<CommandSpec>>; past: ToldStep[]
}
export interface StepsMessage {
  type: "steps"; table: string; version: number; now?: number | null; steps?: ToldStep[];
  surroundings?: Document | null; offers?: Document | null; fresh?: boolean
}
export interface LobbyTables { type: "lobby"; tables: Listing[] }
export interface Listing {
  name: string; phase: Phase; house: string; house_name: string; version: string; live: boolean; play_money: boolean;
  practice: boolean; yours: boolean; players: (string | null)[]; spectators: number; minimum: number; maximum: number;
  maximum_payout: number | null; round: number; notices: string[]
}
export interface Changed { type: "changed"; paths: string[] }
export interface Accepted { type: "accepted"; id: string; table: string; version: number }
export interface Rejected {
  type: "refused"; id: string; table: string;
  source: "accounts" | "game" | "lobby" | "record" | "request" | "server" | "shift"; code: string; reason: string;
  clause: string
}
export interface Preview {
  type: "would"; id: string; table: string; refusal: Rejection | null; phase: Phase | null; moves: Transfer[];
  clauses: string[]; settled: { seat: number; moment: string; lines: WagerLine[] }[]; voids: Voiding | null;
  approval: string
}
export interface Voiding { shows: number[]; returns: ([number, number])[] }
export interface Pong { type: "pong"; id: string | null; now: number }
export interface ErrorMessage { type: "error"; code: string; reason: string; id: string | null; table: string | null }
export interface Bye { type: "bye"; reason: string }
export interface Share { own: string }
export interface BankDay {
  open: boolean; uncounted: boolean; counts: BankLine[]; may: ("closing" | "interim" | "opening")[]
}
export interface BankLine {
  number: number; kind: "closing" | "interim" | "opening"; time: number; counted: number; counter: Signature;
  signer: Signature | null; expected: number | null; over_short: number | null; replaced: boolean; may: "sign"[]
}
export interface Signature { person: string; name: string; role: string }
export interface CageDay {
  day: string; receipts: ReceiptLine[]; waiting: ReceiptLine[]; outstanding: number; done: Transaction | null
}
export interface ReceiptLine {
  number: number; time: number; what: string; words: string; name: string; cents: number; table: string; by: string;
  second: string; void: string; day_total: number; consent: "" | "pin" | "slip" | "due"; may: ("sign" | "void")[]
}
export interface Transaction { receipt: ReceiptLine | null; waiting: boolean; prompt: string }
export interface DayReport {
  day: string; days: string[]; charity: CharityResult; sessions: SessionLine[]; total: Summed; shifts: Summed[];
  tables: Summed[]; dealers: DealerLine[]; people: PersonDay[]; incidents: Incident[]; bank: BankDay
}
export interface CharityResult {
  charity: string; day: string; proceeds: number; to_charity: number; to_state: number; to_operator: number;
  charity_share: number; state_share: number; operator_share: number
}
export interface SessionLine {
  table: string; session: number; shift: string; opened: number; closed: number | null; live: boolean;
  counting: boolean; opener: Counted | null; closer: Counted | null; signed_by: string; closed_by: string;
  cash: number | null; cash_corrected: number | null; drop_entered: number | null; drop_counted_by: Signature | null;
  drop_signed_by: Signature | null; result: Result | null; theoretical: number; handle: number; hands: number;
  hands_an_hour: number | null; hold: number | null; voids: number; corrections: number; evictions: number;
  seats: SeatWin[]; dealers: DealerLine[]; may: ("count_drop" | "sign_drop")[]
}
export interface Counted { cents: number; expected: number; by: string; pieces: Piece[] }
export interface Result {
  opener: number; closer: number | null; fills: number; credits: number; drop: number | null; win: number | null;
  recorded: number | null; over_short: number; where: Off[]; papers: Off[]
}
export interface Off { what: string; found: number; expected: number; cents: number }
export interface SeatWin { seat: number; player: string; won: number; corrected: number }
export interface DealerLine { dealer: string; hands: number; handle: number; won: number }
export interface Summed {
  name: string; totals: Totals; hold: number | null; hands_an_hour: number | null; theoretical: number
}
export interface Totals {
  sessions: number; open: number; drop: number; win: number; recorded: number; over_short: number; fills: number;
  credits: number; handle: number; hands: number; voids: number; corrections: number; evictions: number; seconds: number
}
export interface PersonDay {
  person: string; name: string; paid_in: number; paid_out: number; prompt: string; checks: number
}
export interface Incident {
  number: number; code: string; text: string; day: string; table: string; by: Signature; time: number
}
export interface Row {
  id: string; name: string; role: "admin" | "auditor" | "cashier" | "dealer" | "player" | "runner" | "supervisor";
  guest: boolean; bot: boolean; disabled: string; balance: number; second_factor: boolean; waiting: boolean;
  pin: boolean; done: Transaction | null; plays: boolean;
  may: ("deposit" | "disable" | "password" | "pin" | "role" | "second_factor" | "withdraw")[]
}
export interface Console { table: string; dealers: string[]; supervisors: string[] }
export interface EntryChoices { version: number; entry: RoundEntry; instead: CommandSpec[] }
export interface RoundEntry {
  number: number; time: number; by: string; seat: number; keyed: string; command: Command; undo: boolean;
  correct: boolean; approval: boolean; why: string
}
export interface Replay {
  replay: boolean; table: string; round: number; status: string; house: string; version: string; steps: ReplayStep[]
}
export interface ReplayStep {
  version: number; time: number; actor: string; words: string; clauses: string[]; event: GameEvent; view: TableDocument
}
export interface DropAnswer { counted: number; signed: boolean }
export interface Printed { prints: number }
export interface BarLine {
  number: number; name: string; person: string; ground: string; reason: string; clause: string; table: string;
  by: string; at: number; lifted_by: string; lifted_reason: string; lifted_at: number; words: string
}
export interface CheckLine {
  number: number; serial: string; payee: string; source: "chips" | "front_money" | "round"; round: number; seat: number;
  cents: number; day: string; table: string; by: string; state: string; closed_by: string; words: string;
  reason: string; clause: string; waiting: boolean; done: Transaction | null; may: ("cash" | "refuse" | "void")[]
}
export interface FoldCost { cost: number | null }
export interface Distribution { ante: number; three_card_bonus: number; deals: number; outcomes: Outcome[] }
export interface Outcome { net: number; probability: number; times: number }
export interface StakeList { stakes: EdgeAtAnte[] }
export interface EdgeAtAnte { ante: number; house_edge: number; element_of_risk: number }
export interface StartList { ante: number; starts: StartWorth[] }
export interface StartWorth { cards: string; hand: string; ways: number; play: number; fold: number }
export interface SlipLine {
  number: number; serial: string; kind: "credit" | "fill"; table: string; pieces: Piece[]; cents: number; time: number;
  asked: Signature; signed: Record<string, Signature>; steps: ("cage" | "dealer" | "floor" | "received" | "runner")[];
  next: "cage" | "dealer" | "floor" | "received" | "runner" | null; void: string; may: ("sign" | "void")[]
}
export interface Arrivals { players: Arrival[] }
export interface Arrival { id: string; name: string; walk_up: boolean; carried: number; seat: number }
export interface RoundEntries { version: number; round: number; entries: RoundEntry[] }
export interface SeatRequests { asking: string[]; guests: string[] }
export interface HouseAtTable {
  id: string; name: string; document: string; title: string; inherits: string; seats: number;
  first_wager_required: boolean; limits: Limits; side_bets: SideBet[]; ante_bonus: Record<string, number>;
  fixed_awards: Record<string, number>; maximum_payout: MaximumPayout; delivery: Delivery; claims: Claims;
  rights: Rights; approvals: Approvals; timers: Timers; notices: string[]; clauses: Record<string, string>;
  version: string; voids: Voids; playing_five: PlayingFive; showdown: Showdown; entry: Entry; seats_per_player: number;
  filing: Filing; wagers: WagerForm; gives_way: string[]; sets_hands: boolean; royal_asked_from: number
}
export interface Limits { table_minimum: number; table_maximum: number; chips: number[] }
export interface SideBet {
  id: string; label: string; minimum: number | null; maximum: number | null; needs: ("ante" | "first")[];
  judged_on: "best_five" | "first_three" | "six_cards"; expose: boolean; capped: boolean; pays: Record<string, number>;
  clauses: Record<string, string>
}
export interface MaximumPayout {
  amount: number | null; scope: ("ante" | "first" | "second")[]; trim: ("ante" | "first" | "second")[]
}
export interface Delivery {
  styles: ("single" | "stack")[]; devices: ("automated_shoe" | "hand" | "manual_shoe")[]; cut_at_least: number;
  count_stub_every: number
}
export interface Claims { disclose_long_royal: boolean; bonus_until: "last_four" | "settled" }
export interface Rights { close_table: boolean; evict: boolean; refuse_prize_check: boolean }
export interface Approvals { payout_above: number | null; fill_above: number | null }
export interface Timers { betting: number; three_card_bonus: number; decision: number; setting: number }
export interface Voids {
  keep_awards: ("dealer_exposed" | "dealer_misdeal" | "face_up_cards" | "floor" | "shuffler_stopped" | "wrong_count")[]
}
export interface PlayingFive { compared: "best" | "set"; ante_bonus: "best" | "set" }
export interface Showdown { beaten_bonus: "award_then_collect" | "collect_then_award" }
export interface Entry { hands: "cards" | "results"; three_cards: "cards" | "ranks"; cards_above: number | null }
export interface Filing {
  operator: string; number: string; approved: string | null; effective: string | null; edition: string
}
export interface WagerForm {
  spots: WagerTerms[]; short: Rejection; unknown: Rejection; later: WagerTerms[]; chip: number;
  sums: Record<string, number>; least: number
}
export interface WagerTerms {
  id: string; label: string; minimum: number; maximum: number; required: boolean; needs: string[]; equals: string;
  refusals: Partial<Record<"chips" | "high" | "later" | "low" | "missing" | "needs" | "unequal", Rejection>>
}
export interface RoundRows { rounds: PlayedRound[] }
export interface PlayedRound {
  table: string; round: number; position: number; ended: number; status: string; house: string; version: string;
  dealer: Card[]; dealer_hand: [string, string] | null; seats: SeatResult[]; live: boolean
}
export interface SeatResult { seat: number; player: string; net: number; hand: [string, string] | null }
export interface FairRound {
  table: string; round: number; finished: boolean; commitment: string; contributions: Contribution[];
  missing: SeatText[]; closed: boolean; record: OnRecord[]; seed: string; salt: string; decks: Card[][]; dealt: number;
  deals: Dealt[]; faults: string[]; fair: boolean | null
}
export interface Contribution { player: string; text: string }
export interface OnRecord {
  type: string; position: number; time: number; commitment?: string; seat?: number; player?: string; text?: string;
  contributions?: number; left?: number[]; missing?: number[]
}
export interface Dealt { shuffle: number; to: number; cards: Card[] }
export interface FoundRows { entries: Found[] }
export interface Found {
  position: number; time: number; book: string; table: string; what: string; by: string; cents: number | null;
  text: string
}
export interface RecordHead { record: string; seal: number; digest: string }
export interface Verified {
  ok: boolean; entries: number; streams: number; seal: number; digest: string; fault: FirstBad | null; keyed: number;
  unchecked: number
}
export interface FirstBad { stream: string; version: number; reason: string }
export interface Patrons { players: PatronLine[] }
export interface PatronLine {
  id: string; name: string; walk_up: boolean; front_money: number; carried: number; seats: string[]; paid_in: number;
  paid_out: number; barred: string; pin: boolean;
  may: ("deposit" | "draw" | "hand_over" | "keep" | "merge" | "redeem" | "sell" | "withdraw")[]
}
export interface Stamp { pages: string }
export interface HouseDifferences { a: HouseName; b: HouseName; differences: DifferenceRow[] }
export interface HouseName { id: string; name: string; document: string; version: string }
export interface DifferenceRow { path: string; a: Side; b: Side }
export interface Side { value: boolean | number | string | string[] | null; words: string; clause: string }
export interface GuestLink { link: string; expires: number }
export interface OwnRounds { rounds: OwnRound[] }
export interface OwnRound {
  table: string; round: number; ended: number; status: string; live: boolean; dealer_hand: [string, string] | null;
  hand: [string, string] | null; net: number
}
export interface FactorBegun { secret: string; address: string }
export interface Sessions { sessions: SessionRow[] }
export interface SessionRow { opened: number; seen: number; here: boolean }
export interface NewStake { may: boolean }
export interface TakenIn { people: Given[] }
export interface Given {
  name: string; role: "admin" | "auditor" | "cashier" | "dealer" | "player" | "runner" | "supervisor"; password: string;
  pin: string
}
export interface Logged { number: number }
export interface Setting { today: string; terms: Terms; codes: Record<string, string>; tables: string[] }
export interface Terms {
  zone: string; day_starts: number; shifts: number[]; charity_share: number; state_share: number; log_cash_from: number;
  report_cash_over: number; second_signature_from: number; cashier_signature_from: number; chips: number[];
  bills: number[]
}
export interface Advice { phase: string; choices: Choice[]; best: string | null }
export interface Choice { command: Command; label: string; expected: number; cost: number }
export interface OddsDocument {
  house_edge: Figure; edge_per_initial_wager: Figure; element_of_risk: Figure; return_to_player: Figure;
  expected_value: Figure; variance: Figure; standard_deviation: Rounded; skewness: Rounded; volatility_index: Rounded;
  n0: Figure | null; initial_wager: number; average_wager: Figure; play_frequency: Figure; win: Figure; tie: Figure;
  lose: Figure; ahead: Figure; even: Figure; behind: Figure; ante_bonus_hit_frequency: Figure;
  ante_bonus: Record<string, AwardFigures>; distribution: ResultFigures[]; house: string; name: string; version: string;
  counts_version: string; prices_version: string; ante: number; ante_is_table_minimum: boolean; note: string;
  strategy: "ante_only" | "custom" | "optimal" | "play_all"; play_all: RoundFigures; ante_only: AnteOnlyFigures;
  three_card_bonus: BonusFigures; cost_per_hour: HourlyCost; stake: StakeFigures; strategy_in_words: string[];
  with_three_card_bonus?: WithBonusFigures | null; side_bets?: Record<string, SideBetFigures>;
  with_side_bets?: WithSideBets | null; dead?: string; warnings?: string[]
}
export interface Figure { exact: string; value: number }
export interface Rounded { value: number }
export interface AwardFigures { probability: Figure; contribution: Figure }
export interface ResultFigures { net: number; deals: number; exact: string; value: number }
export interface RoundFigures {
  house_edge: Figure; edge_per_initial_wager: Figure; element_of_risk: Figure; return_to_player: Figure;
  expected_value: Figure; variance: Figure; standard_deviation: Rounded; skewness: Rounded; volatility_index: Rounded;
  n0: Figure | null; initial_wager: number; average_wager: Figure; play_frequency: Figure; win: Figure; tie: Figure;
  lose: Figure; ahead: Figure; even: Figure; behind: Figure; ante_bonus_hit_frequency: Figure;
  ante_bonus: Record<string, AwardFigures>; distribution: ResultFigures[]
}
export interface AnteOnlyFigures {
  house_edge: Figure; edge_per_initial_wager: Figure; element_of_risk: Figure; return_to_player: Figure;
  expected_value: Figure; variance: Figure; standard_deviation: Rounded; skewness: Rounded; volatility_index: Rounded;
  n0: Figure | null; initial_wager: number; average_wager: Figure; play_frequency: Figure; win: Figure; tie: Figure;
  lose: Figure; ahead: Figure; even: Figure; behind: Figure; ante_bonus_hit_frequency: Figure;
  ante_bonus: Record<string, AwardFigures>; distribution: ResultFigures[]; available: boolean
}
export interface BonusFigures {
  house_edge: Figure; return_to_player: Figure; hit_frequency: Figure; standard_deviation: Rounded;
  awards: Record<string, BonusAward>
}
export interface BonusAward { pays: number; deals: number; probability: Figure; contribution: Figure }
export interface HourlyCost { exact: string; value: number; rounds: number }
export interface StakeFigures {
  maximum_payout: number | null; maximum_payout_adds: Figure; fixed_awards_take_off: Figure;
  undisclosed_long_royals_cost: Figure; bites: CapFigures[]; fixed_awards: FixedFigures[]
}
export interface CapFigures { award: string; won_from: number | null; otherwise_from: number | null; cost: Figure }
export interface FixedFigures { award: string; amount: number; counts_up_to: number }
export interface WithBonusFigures {
  house_edge: Figure; edge_per_initial_wager: Figure; element_of_risk: Figure; return_to_player: Figure;
  expected_value: Figure; variance: Figure; standard_deviation: Rounded; skewness: Rounded; volatility_index: Rounded;
  n0: Figure | null; initial_wager: number; average_wager: Figure; play_frequency: Figure; win: Figure; tie: Figure;
  lose: Figure; ahead: Figure; even: Figure; behind: Figure; ante_bonus_hit_frequency: Figure;
  ante_bonus: Record<string, AwardFigures>; distribution: ResultFigures[]; wager: number
}
export interface SideBetFigures {
  house_edge: Figure; return_to_player: Figure; hit_frequency: Figure; standard_deviation: Rounded;
  awards: Record<string, BonusAward>; label: string; judged_on: string; wager: number
}
export interface WithSideBets {
  expected_value: Figure; house_edge: Figure; element_of_risk: Figure; average_wager: Figure; play_frequency: Figure;
  folds_changed: number; note: string; round: RoundFigures | null
}
export interface BarList {
  bars: BarLine[]; grounds: Partial<Record<"charity" | "employees" | "other" | "participants", string>>
}
export interface Catalogue {
  commands: Kind[]; awaited: Record<string, string>; words: Record<string, string>; hands: Record<string, string[]>
}
export interface Kind {
  type: string;
  place: "approval" | "clock" | "floor" | "irregularity" | "opening" | "procedure" | "rail" | "seat" | "staff";
  label: string; entry: string; note: string; outcome: string; key: string; tone: "go" | "plain" | "stop";
  optional: boolean; by: string[]; when: Phase[]; topic: string; also: string[]; ruling: string; asks: Ask[]
}
export interface Ask {
  field: string;
  kind: "amount" | "cards" | "check" | "choice" | "count" | "name" | "packet" | "reason" | "seat" | "transfers" | "wagers";
  question: string; least: number; most: number; at: "" | "live" | "virtual"; choices: string[]; when: string;
  outcome: string
}
export interface CheckList {
  checks: CheckLine[]; grounds: Partial<Record<"picture_suspected" | "picture_taken", string>>; tables: string[]
}
export interface Consoles { consoles: Screens[] }
export interface Screens { table: string; screens: number }
export interface DevRoom { people: DevPerson[]; tables: DevTable[] }
export interface DevPerson { name: string; role: string; home: string }
export interface DevTable { name: string; about: string; live: boolean }
export interface Floor { tables: FloorTable[] }
export interface FloorTable {
  name: string; phase: Phase; house: string; house_name: string; version: string; live: boolean; play_money: boolean;
  practice: boolean; yours: boolean; players: (string | null)[]; spectators: number; minimum: number; maximum: number;
  maximum_payout: number | null; round: number; notices: string[]; tray: number | null; low: boolean; layout: number;
  rails: number; rounds: number; drop: number; dealer: string; call: string; called: number | null; waiting: Waiting[];
  prompts: string[]; actual: Actual; theoretical: Theoretical
}
export interface Waiting { what: string; by: string }
export interface Actual { wagered: number; won: number }
export interface Theoretical { won: number; low: number; high: number }
export interface Nickname { name: string }
export interface HouseList { houses: HouseSummary[]; first: string; examples: string[] }
export interface HouseSummary {
  id: string; name: string; document: string; version: string; title: string; side_bets: SideBet[];
  ante_bonus: Record<string, number>; fixed_awards: Record<string, number>; maximum_payout: number | null;
  table_minimum: number; table_maximum: number; first_wager_required: boolean; seats: number
}
export interface Lobby { tables: Listing[] }
export interface Everybody { people: Row[] }
export interface PracticeTable { table: string; seat: number }
export interface Rulings { rulings: Ruling[]; grounds: Record<string, string[]> }
export interface Ruling { id: string; title: string; text: string; where: string[] }
export interface SetUp { awaited: boolean }
export interface Slips { slips: SlipLine[] }
export interface VoidReason { reason: string }
export interface Charity { charity: string }
export interface Code { code: string }
export interface DropSignature { table: string; session: number }
export interface Lift { reason: string }
export interface ChipsOver { id: string; what: "draw" | "keep" | "redeem" | "sell"; cents: number; pin?: string }
export interface CounterSlip { id: string; cents: number }
export interface FrontMoneyOut { id: string; cents: number; pin?: string }
export interface TurnDown { ground: "picture_suspected" | "picture_taken"; reason: string }
export interface Closing { reason: string }
export interface PasswordChoice { password: string }
export interface PinChoice { pin: string }
export interface RoleChoice { role: "admin" | "auditor" | "cashier" | "dealer" | "player" | "runner" | "supervisor" }
export interface SlipSignature { step: "cage" | "dealer" | "floor" | "received" | "runner" }
export interface Why { reason: string }
export interface SeatAnswer { name: string; may_sit: boolean }
export interface HouseChoice { house: string; entry?: Entry | null }
export interface BankTyped { kind: "closing" | "interim" | "opening"; pieces: Piece[] }
export interface HandOver { giver: string; taker: string; cents: number; reason: string }
export interface Merge { other: string; kept: string; reason: string }
export interface NewWalkUp { mark: string }
export interface SafeMove { way: "in" | "out"; cents: number }
export interface PinApproval { id: string; number: number; name: string; pin: string }
export interface SignOnByPin { name: string; pin: string }
export interface Wanted { name: string }
export interface UsedLink { link: string }
export interface OwnPin { password: string; pin: string; code?: string }
export interface OwnPassword { password: string }
export interface PeopleFile { csv: string }
export interface DropCount { table: string; session: number; pieces: Piece[] }
export interface NewIncident { code: string; text: string; table?: string }
export interface LimitWish { amount: number | null }
export interface NewBar { name: string; ground: "charity" | "employees" | "other" | "participants"; reason: string }
export interface NewCheck {
  source: "chips" | "front_money" | "round"; cents: number; table: string; person?: string; round?: number;
  seat?: number
}
export interface Exclusion { days: number | null }
export interface Credentials { name: string; password: string; code?: string }
export interface NewPassword { old: string; new: string; code?: string }
export interface NewPerson {
  name: string; role: "admin" | "auditor" | "cashier" | "dealer" | "player" | "runner" | "supervisor"; password: string;
  play_money?: boolean
}
export interface PracticeWish {
  house?: string; bots?: ("cautious" | "optimal" | "reckless")[]; seat?: number | null; buy_in?: number | null;
  hurry?: boolean; clock?: boolean
}
export interface FirstAdmin { token: string; name: string; password: string }
export interface SlipRequest { kind: "credit" | "fill"; table: string; pieces: Piece[] }
export interface NewTable {
  name: string; house: string; tray?: number | null; live?: boolean; automation?: Automation[] | null;
  play_money?: boolean; pause?: number; hurry?: boolean; grace?: number; entry?: Entry | null
}
export interface Watch { type: "watch"; table: string; after?: number | null; offers?: boolean; past?: number }
export interface Unwatch { type: "unwatch"; table: string }
export interface LobbyMessage { type: "lobby"; on: boolean }
export interface Follow { type: "follow"; paths: string[] }
export interface Act { type: "act"; table: string; id: string; command: Command }
export interface AskMessage { type: "ask"; table: string; id: string; command: Command }
export interface Commit { type: "commit"; table: string; id: string; round: number; commitment: string }
export interface RevealMessage { type: "reveal"; table: string; id: string; round: number; text: string }
export interface Ping { type: "ping"; id?: string | null }

export type Command = AnyOf<
  OpenTable | CheckOff | CountTray | ReplaceDeck | OrderRecut | GoIdle | Shuffle | Cut | NoMoreBets | SettleBonuses |
  HoldDeck | Deal | RackStub | CountStub | Reveal | RevealApart | Settle | KeyHand | TurnOver | NextRound | FillTray |
  CreditTray | VoidRound | VoidHand | CorrectPayout | RefusePrizeCheck | Evict | BeginClosing | EndPlay | CloseTable |
  DealerCardExposed | FaceUpCard | DrawnInError | WrongCount | DealerMiscount | ShufflerFailed | ApproveRequest |
  DeclineRequest | WithdrawRequest | CallFloor | AnswerCall | SignOn | SignOnBeside | SignOff | TimeOut | Sit |
  SeatWalkUp | BuyIn | ChipsIn | BuyInCash | CashOut | ChipsOut | MoveSeat | Leave | UndoLeave | SitOut | PlaceWagers |
  WithdrawWagers | KeyRank | Expose | Decline | PlaceSecond | Fold | SetHand | ChangeHand | Disclose | WaiveRoyal |
  Amend>;
export type GameEvent = AnyOf<
  TableOpened | CheckedOff | TrayCounted | DeckReplaced | WentIdle | PhaseEntered | PlayerSat | SeatChanged |
  PlayerLeft | LeavingUndone | ChipsMoved | RoundBegun | WagersPlaced | WagersWithdrawn | SatOut | BetsClosed |
  DeckShuffled | DeckCut | RecutOrdered | DeckHeld | CardsDealt | StubCounted | StubRacked | CardsExposed |
  BonusDeclined | SecondPlaced | Folded | HandSet | RoyalDisclosed | RoyalWaived | DealerRevealed | HandTurned |
  HandKeyed | Settled | RoundCompleted | TableCleared | DealerCardsSeen | FaceUpCardFound | CardDrawnInError |
  HandMiscounted | FoldTakenBack | HandVoided | DealerMiscounted | ShufflerStopped | CardsReturned | RoundVoided |
  PlayerEvicted | PrizeCheckRefused | PayoutCorrected | Corrected | ApprovalAsked | RequestAnswered | ClosingAnnounced |
  TableClosed | DealerSignedOn | DealerSignedOff | FloorCalled | FloorAnswered>;
export type Heard = AnyOf<Watch | Unwatch | LobbyMessage | Follow | Act | AskMessage | Commit | RevealMessage | Ping>;
export type Said = AnyOf<
  Hello | Head | ViewMessage | StepsMessage | LobbyTables | Changed | Accepted | Rejected | Preview | Pong |
  ErrorMessage | Bye>;

export interface Paths {
  GET: [
    [`/api/tables/${string}/rounds/${number}/share`, Share, undefined],
    [`/api/tables/${string}/entries/${number}`, EntryChoices, undefined],
    [`/api/tables/${string}/rounds/${number}`, Replay, undefined],
    [`/api/coach/${string}/fold`, FoldCost, undefined],
    [`/api/odds/${string}/distribution`, Distribution, undefined],
    [`/api/odds/${string}/stakes`, StakeList, undefined],
    [`/api/odds/${string}/starts`, StartList, undefined],
    [`/api/tables/${string}/arrivals`, Arrivals, undefined],
    [`/api/tables/${string}/entries`, RoundEntries, undefined],
    [`/api/tables/${string}/house`, HouseAtTable, undefined],
    [`/api/tables/${string}/rounds`, RoundRows, undefined],
    [`/api/fair/${string}/${number}`, FairRound, undefined],
    [`/api/audit/entries`, FoundRows, undefined],
    [`/api/audit/head`, RecordHead, undefined],
    [`/api/audit/rounds`, RoundRows, undefined],
    [`/api/audit/verify`, Verified, undefined],
    [`/api/cage/cash`, CageDay, undefined],
    [`/api/cage/players`, Patrons, undefined],
    [`/api/dev/changes`, Stamp, undefined],
    [`/api/houses/diff`, HouseDifferences, undefined],
    [`/api/me/rounds`, OwnRounds, undefined],
    [`/api/me/sessions`, Sessions, undefined],
    [`/api/me/stake`, NewStake, undefined],
    [`/api/shift/setting`, Setting, undefined],
    [`/api/coach/${string}`, Advice, undefined],
    [`/api/head/${number}`, RecordHead, undefined],
    [`/api/houses/${string}`, HouseAtTable, undefined],
    [`/api/odds/${string}`, OddsDocument, undefined],
    [`/api/bars`, BarList, undefined],
    [`/api/catalogue`, Catalogue, undefined],
    [`/api/checks`, CheckList, undefined],
    [`/api/console`, Console, undefined],
    [`/api/consoles`, Consoles, undefined],
    [`/api/dev`, DevRoom, undefined],
    [`/api/floor`, Floor, undefined],
    [`/api/guest`, Nickname, undefined],
    [`/api/head`, RecordHead, undefined],
    [`/api/houses`, HouseList, undefined],
    [`/api/lobby`, Lobby, undefined],
    [`/api/me`, Me, undefined],
    [`/api/people`, Everybody, undefined],
    [`/api/rulings`, Rulings, undefined],
    [`/api/setup`, SetUp, undefined],
    [`/api/shift`, DayReport, undefined],
    [`/api/slips`, Slips, undefined],
  ];
  POST: [
    [`/api/cage/bank/${number}/sign`, BankDay, undefined],
    [`/api/cage/payouts/${number}/sign`, CageDay, undefined],
    [`/api/cage/receipts/${number}/void`, CageDay, VoidReason],
    [`/api/people/${string}/second-factor/reset`, Row, undefined],
    [`/api/tables/${string}/console/remove`, Console, undefined],
    [`/api/me/link/cancel`, Me, undefined],
    [`/api/me/second-factor/remove`, Me, Code],
    [`/api/shift/drops/sign`, DropAnswer, DropSignature],
    [`/api/papers/slips/${string}`, Printed, undefined],
    [`/api/bars/${number}/lift`, BarLine, Lift],
    [`/api/cage/${string}/chips`, CageDay, ChipsOver],
    [`/api/cage/${string}/deposit`, Row, CounterSlip],
    [`/api/cage/${string}/withdraw`, Row, FrontMoneyOut],
    [`/api/checks/${number}/cash`, CheckLine, undefined],
    [`/api/checks/${number}/refuse`, CheckLine, TurnDown],
    [`/api/checks/${number}/void`, CheckLine, VoidReason],
    [`/api/people/${string}/disable`, Row, Closing],
    [`/api/slips/${number}/sign`, SlipLine, SlipSignature],
    [`/api/slips/${number}/void`, SlipLine, Why],
    [`/api/tables/${string}/console`, Console, undefined],
    [`/api/tables/${string}/guests`, SeatRequests, SeatAnswer],
    [`/api/tables/${string}/seat-requests`, SeatRequests, undefined],
    [`/api/cage/bank`, BankDay, BankTyped],
    [`/api/cage/hand-over`, Patrons, HandOver],
    [`/api/cage/merge`, Patrons, Merge],
    [`/api/cage/players`, PatronLine, NewWalkUp],
    [`/api/cage/safe`, Transaction, SafeMove],
    [`/api/console/approve`, Console, PinApproval],
    [`/api/console/sign-on`, Me, SignOnByPin],
    [`/api/dev/login`, Me, Wanted],
    [`/api/guest/link`, Me, UsedLink],
    [`/api/me/link`, GuestLink, undefined],
    [`/api/me/logout-everywhere`, Me, undefined],
    [`/api/me/second-factor`, FactorBegun, OwnPassword],
    [`/api/me/stake`, Me, undefined],
    [`/api/people/import`, TakenIn, PeopleFile],
    [`/api/shift/drops`, DropAnswer, DropCount],
    [`/api/shift/incidents`, Logged, NewIncident],
    [`/api/bars`, BarLine, NewBar],
    [`/api/checks`, CheckLine, NewCheck],
    [`/api/exclude`, Me, Exclusion],
    [`/api/guest`, Me, Nickname | undefined],
    [`/api/login`, Me, Credentials],
    [`/api/logout`, Me, undefined],
    [`/api/password`, Me, NewPassword],
    [`/api/people`, Row, NewPerson],
    [`/api/practice`, PracticeTable, PracticeWish],
    [`/api/setup`, Me, FirstAdmin],
    [`/api/slips`, SlipLine, SlipRequest],
    [`/api/tables`, Listing, NewTable],
  ];
  PUT: [
    [`/api/shift/days/${string}/charity`, DayReport, Charity],
    [`/api/people/${string}/password`, Row, PasswordChoice],
    [`/api/people/${string}/pin`, Row, PinChoice],
    [`/api/people/${string}/role`, Row, RoleChoice],
    [`/api/tables/${string}/house`, Listing, HouseChoice],
    [`/api/me/name`, Me, Nickname],
    [`/api/me/pin`, Me, OwnPin],
    [`/api/me/second-factor`, Me, Code],
    [`/api/shift/terms`, Setting, Terms],
    [`/api/limits/${string}`, Me, LimitWish],
  ];
}
