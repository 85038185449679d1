/** The shapes of docs/wire.md. Written by `python -m boston7.server.wire_types`; no browser loads this. */

export type Card = string;
/** A document without its defaults, or a merge patch of one. */
export type Document = Record<string, unknown>;
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
export interface PlaceWagers {
  type: "place_wagers"; by?: Actor; seat: number; ante: number; first?: number; three_card_bonus?: number;
  side_bets?: Record<string, number>
}
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
  wager: string; stake: number; result: "lose" | "none" | "push" | "void" | "win"; hand: string | null;
  odds: string | null; paid: number; returned: number; collected: number; trimmed: number; clause: string;
  say: string; award?: true
}
export interface SeatView {
  number: number; player: string | null; yours: boolean; rail: number; ante: number; first: number; second: number;
  three_card_bonus: number; status: "folded" | "in" | "out" | "settled" | "void"; cards: Card[]; face_up: boolean;
  hand: string | null; best: Card[]; bonus: "declined" | "exposed" | "kept_down" | "none" | "open" | "settled";
  decided: boolean; hand_set: boolean; five: Card[] | null; disclosed: boolean; evicted: boolean; lines: WagerLine[];
  net: number; outcome: "" | "even" | "lose" | "push" | "void" | "win"; side_bets: Record<string, number>;
  last: number[]; sitting_out: boolean; keyed: "" | "lose" | "push" | "win"; last_side_bets: Record<string, number>;
  showed: boolean
}
export interface TableView {
  name: string; phase: Phase; live: boolean; round: number; house: string; version: string; seats: SeatView[];
  dealer_cards: Card[]; dealer_face_up: boolean; dealer_five: Card[]; dealer_hand: string | null; tray: number | null;
  stub: number | null; stub_racked: boolean; discard_rack: number; dealer: string; keyer: string; call: string;
  closing: string; void_reason: string; void_clause: string; in_action: boolean; waiting: number[];
  settling: number | null; next_to: number | null; procedure: Record<string, "done" | "next" | "now">;
  step_order: string[]; step_clauses: Record<string, string>; deck_hand: string; layout: SideSpot[]
}
export type Phase =
  "closed" | "opening" | "betting" | "shuffling" | "cutting" | "dealing_three" | "three_card_bonus" | "decision" |
  "dealing_four" | "setting" | "showdown" | "void" | "complete" | "closing";
export interface SideSpot {
  id: string; label: string; judged_on: "best_five" | "first_three" | "six_cards"; claimed: boolean
}
export interface CommandSpec {
  type: string; command: Command; minimum: number | null; maximum: number | null; cards: number; reason: boolean;
  bonus_minimum: number | null; bonus_maximum: number | null; pays: number | null; typed: string[];
  choices: KeyChoice[]; side_bets: SideOffer[]; loses: number | null; instead: Rejection | null; lacks: number;
  about: string; seats: number[]; request: Request | null
}
export interface KeyChoice { label: string; key: string; fields: Record<string, string> }
export interface SideOffer { id: string; label: string; minimum: number; maximum: number | null }
export interface Request {
  number: number; by: Actor; command: Command; what: string; reason: string; clause: string; transfers: Transfer[];
  hands: HandShown[]; of_round: boolean
}
export interface HandShown { seat: number; cards: Card[]; lines: WagerLine[] }
export interface Ask {
  field: string;
  kind: "amount" | "cards" | "check" | "choice" | "count" | "name" | "packet" | "reason" | "seat" | "transfers";
  question: string; least: number; most: number; at: "" | "live" | "virtual"; choices: string[]; when: string;
  outcome: string
}
export interface Kind {
  type: string;
  place: "approval" | "clock" | "floor" | "irregularity" | "opening" | "procedure" | "rail" | "seat" | "staff";
  label: string; entry: string; note: string; outcome: string; key: string; tone: "go" | "plain" | "stop";
  optional: boolean; by: string[]; when: Phase[]; topic: string; also: string[]; ruling: string; asks: Ask[]
}
export interface Fairness {
  round: number; commitment: string; contributions: SeatText[]; closed: boolean; fixed: boolean; used: number[];
  missing: number[]; revealed: SeedRevealed | null
}
export interface SeatText { seat: number; player: string; commitment: string; text: string }
export interface SeedRevealed { table: string; round: number; seed: string; salt: string }
export interface Surroundings {
  due: number | null; fairness: Fairness | null; practice: boolean; play_money: boolean; pause: number;
  automatic: boolean; extra: number[]; layout: SideSpot[] | null; best_five: boolean | null; owner: string | null;
  asking: string[] | null; guests: string[] | null
}
export interface Me {
  person: Somebody | null; actor: Actor; balance: number; limits: Record<string, OwnLimit>; excluded_until: number;
  breaks: (number | null)[];
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
export interface Listing {
  name: string; phase: Phase; house: string; house_name: string; version: string; live: boolean; play_money: boolean;
  practice: boolean; yours: boolean; players: (string | null)[]; spectators: number; minimum: number; maximum: number;
  maximum_payout: number | null; round: number; notices: string[]
}
export interface RoundRow {
  round: number; ended: number; status: string; dealer: Card[]; dealer_hand: string | null; seats: SeatResult[]
}
export interface SeatResult { seat: number; player: string; net: number; hand: string | null }
export interface Replay {
  replay: boolean; table: string; round: number; status: string; house: string; version: string; steps: ReplayStep[]
}
export interface ReplayStep {
  version: number; time: number; actor: string; words: string; clauses: string[]; event: GameEvent; view: Document
}
export interface Advice { phase: string; choices: Choice[]; best: string | null }
export interface Choice { command: Command; label: string; expected: number; cost: number }
export interface ToldStep { event: GameEvent; patch: Document; say: string; clause?: string }
export interface WagerForm {
  spots: WagerTerms[]; short: Rejection; unknown: Rejection; later: WagerTerms[]; chip: number;
  sums: Record<string, number>; least: number
}
export interface WagerTerms {
  id: string; label: string; minimum: number; maximum: number; required: boolean; needs: string[]; equals: string;
  refusals: Record<string, Rejection>
}
export interface SideBet {
  id: string; label: string; minimum: number | null; maximum: number | null; needs: ("ante" | "first")[];
  judged_on: "best_five" | "first_three" | "six_cards"; expose: boolean; capped: boolean; pays: Record<string, number>;
  clauses: Record<string, string>
}
export interface RoundEntries { version: number; round: number; entries: RoundEntry[] }
export interface RoundEntry {
  number: number; time: number; by: string; seat: number; keyed: string; command: Command; undo: boolean;
  correct: boolean; approval: boolean; why: string
}
export interface EntryChoices { version: number; entry: RoundEntry; instead: CommandSpec[] }
export interface Watch { type: "watch"; table: string; after: number | null; offers: boolean; past: number }
export interface Unwatch { type: "unwatch"; table: string }
export interface LobbyMessage { type: "lobby"; on: boolean }
export interface Act { type: "act"; table: string; id: string; command: Command }
export interface AskMessage { type: "ask"; table: string; id: string; command: Command }
export interface Commit { type: "commit"; table: string; id: string; round: number; commitment: string }
export interface RevealMessage { type: "reveal"; table: string; id: string; round: number; text: string }
export interface Ping { type: "ping"; id: string | null }
export interface Hello { type: "hello"; me: Me; now: number; build: string; head: Head | null }
export interface Head { type: "head"; record: string; seal: number; digest: string }
export interface ViewMessage {
  type: "view"; table: string; version: number; now: number; view: Document; surroundings: Document;
  offers: Record<string, CommandSpec>; past: ToldStep[]
}
export interface StepsMessage {
  type: "steps"; table: string; version: number; now?: number | null; steps?: ToldStep[];
  surroundings?: Document | null; offers?: Document | null; fresh?: boolean
}
export interface LobbyTables { type: "lobby"; tables: Listing[] }
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
export type Heard = AnyOf<Watch | Unwatch | LobbyMessage | Act | AskMessage | Commit | RevealMessage | Ping>;
export type Said = AnyOf<
  Hello | Head | ViewMessage | StepsMessage | LobbyTables | Accepted | Rejected | Preview | Pong | ErrorMessage | Bye>;
