/** A link to the rule behind a line. It opens beside the table. */
import { h } from "../kit/dom.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/**
 * @param {string} clause
 * @param {string} house
 */
export function ruleLink(clause, house) {
  const ruling = /R\d+/.exec(clause)?.[0] ?? "";
  return h("a", {
    class: "result-clause",
    href: `/rules/${encodeURIComponent(house)}${ruling ? `#${ruling}` : ""}`,
    target: "_blank",
    rel: "noopener",
    title: clause,
    "aria-label": say(words.result.rule, { clause }),
    text: "i",
  });
}
