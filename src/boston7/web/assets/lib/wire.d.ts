/** What the pages make of what they are told (the shapes on the wire are written from the Python types), and the few
 * documents whose shape a house file decides. The browser never loads this file. */

import type {
  Accepted, Advice, Ask, CommandSpec, Document, Fairness, GameEvent, Preview, Rejected, Rejection, RoundRow, SideBet,
  Somebody, TableView, ToldStep, WagerForm,
} from "./wire-types.js";

export * from "./wire-types.js";
export type Cents = number;
export type Micros = number;
export type Person = Somebody;
export type Offer = CommandSpec;
export type Would = Preview;
export type Coaching = Advice;
export type RoundSummary = RoundRow;
export type Answer = Accepted | Rejected;
/** What a form asks for; chips that move are asked for by account. */
export type Field = Omit<Ask, "kind"> & { kind: Ask["kind"] | "account" };

/** What a page knows of a table: made by lib/socket.js from the messages. */
export interface Frame {
  table: string; version: number; since: number | null; view: TableView; steps: Step[]; past: ToldStep[];
  due: Micros | null; now: Micros; fairness: Fairness | null; offers: Offer[];
  practice: boolean; play_money: boolean; pause: number;
  automatic: boolean; // the platform deals
  extra: number[]; // seats that have extra time after a lost connection
  best_five?: boolean; // no hand is set: the layout has no spot for discards
  owner?: string; // whose practice table it is
  asking?: string[]; // who asks the owner for a seat
  guests?: string[]; // whom the owner lets sit
}
/** One thing that happened, in its sentence, with the table before and after it. */
export interface Step { event: GameEvent; say: string; clause: string; before: TableView; view: TableView }
export interface House {
  id: string; name: string; document: string; title: string; seats: number; first_wager_required: boolean;
  limits: {
    table_minimum: Cents; table_maximum: Cents; bonus_minimum: Cents | null; bonus_maximum: Cents | null;
    chips: Cents[];
  };
  maximum_payout: { amount: Cents | null; [field: string]: any }; clauses: Record<string, string>; [field: string]: any;
}
/** The rules at a table, with what may lie on each of its spots. */
export interface HouseAtTable extends House {
  wagers: WagerForm; bets: SideBet[]; gives_way: string[]; sets_hands: boolean; royal_asked_from: number
}
