// @ts-check
/** The rule behind a line, one press away; it opens beside the table. */
import { h } from "../lib/dom.js";
import { say } from "../lib/say.js";
import { table as words } from "../lib/words/table.js";

/**
 * @param {string} clause
 * @param {string} house
 */
export function ruleLink(clause, house) {
  const rule = /R\d+/.exec(clause)?.[0] ?? /\d+-\w+/.exec(clause)?.[0] ?? ""; // a ruling tells more than its clause
  return h("a", {
    class: "result-clause",
    href: `/rules/${encodeURIComponent(house)}${rule ? `#${rule}` : ""}`,
    target: "_blank",
    rel: "noopener",
    title: clause,
    "aria-label": say(words.result.rule, { clause }),
    text: "i",
  });
}
