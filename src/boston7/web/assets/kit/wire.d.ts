/** What the pages make of what they are told: the shapes on the wire are written from the Python types, and so is the table
 * of paths. The browser never loads this file. */

import type {
  Accepted, Act, Advice, Ask, AskMessage, Commit, CommandSpec, Fairness, GameEvent, HouseAtTable, Paths, Preview, Rejected, RevealMessage, PlayedRound,
  Somebody, TableView, ToldStep,
} from "./wire-types.js";

export * from "./wire-types.js";
export as namespace Wire; // for the types of every script
export type Cents = number;
export type Micros = number;
export type Person = Somebody;
export type Offer = CommandSpec;
export type Would = Preview;
export type Coaching = Advice;
export type RoundSummary = PlayedRound;
export type Answer = Accepted | Rejected;
/** A message before it has its `id`. */
export type Asking = Omit<Act, "id"> | Omit<AskMessage, "id"> | Omit<Commit, "id"> | Omit<RevealMessage, "id">;
/** What a form asks for; chips that move are asked for by account. */
export type Field = Omit<Ask, "kind"> & { kind: Ask["kind"] | "account" };

declare global {
  /** In development: lib/strict.js. */
  var strictPages: { discarded(element: Element): void } | undefined;
}

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
export type House = HouseAtTable;

/** A path of a method, with or without a query. */
export type PathOf<M extends keyof Paths> = Paths[M][number][0] | `${Paths[M][number][0]}?${string}`;
/** The first row that fits a path, whatever its query. */
type RowFor<P extends string, Rows> =
  P extends `${infer Path}?${string}` ? RowFor<Path, Rows> :
  Rows extends [infer First extends [string, unknown, unknown], ...infer Rest] ?
  P extends First[0] ? First : RowFor<P, Rest> : never;
export type AnswerTo<M extends keyof Paths, P extends string> = RowFor<P, Paths[M]>[1];
type BodyTo<Body> = [Body] extends [undefined] ? [] : undefined extends Body ? [body?: Body] : [body: Body];
export type Get = <P extends PathOf<"GET">>(path: P) => Promise<AnswerTo<"GET", P>>;
export type Send<M extends "POST" | "PUT"> =
  <P extends PathOf<M>>(path: P, ...body: BodyTo<RowFor<P, Paths[M]>[2]>) => Promise<AnswerTo<M, P>>;
