// Evenings as they were told over the socket, written by tests/support/tapes.py before these tests run. Whoever imports
// this knows the catalogue as a page does.
import { readFileSync } from "node:fs";
import { learn } from "../../src/boston7/web/assets/kit/catalogue.js";
import { merge, viewOf } from "../../src/boston7/web/assets/kit/merge.js";

const written = JSON.parse(readFileSync(new URL("./tapes.json", import.meta.url), "utf8"));
learn(written.catalogue);

/** Houses as a table tells them, by name. @type {Record<string, any>} */
export const houses = written.houses;

/** Wagers, and what the table says of each. @type {{form: any, cases: [any, [string, string] | null][]}[]} */
export const judged = written.judged;

/** @type {{name: string, viewer: string, start: any, frames: {version: number, steps: any[], views: any[]}[]}[]} */
export const tapes = written.tapes;

/** Every kind of event there is. @type {string[]} */
export const kinds = written.kinds;

/** Every step of a tape, with the table before and after it as a page makes it. @param {(typeof tapes)[0]} tape */
export function stepsOf({ start, frames }) {
  let document = start;
  let before = viewOf(document);
  return frames.flatMap((frame) =>
    frame.steps.map(({ event, patch, say, clause = "" }) => {
      document = merge(document, patch);
      const step = { event, say, clause, before, view: viewOf(document) };
      before = step.view;
      return step;
    }),
  );
}

/** Those of the evenings at random tables. */
export const steps = tapes.filter(({ name }) => name.startsWith("evening")).flatMap(stepsOf);
