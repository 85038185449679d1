// @ts-check
/** Every English word on the pages, in one place: a section for each page. */
import { account } from "./words/account.js";
import { audit } from "./words/audit.js";
import { common } from "./words/common.js";
import { deal } from "./words/deal.js";
import { felt } from "./words/felt.js";
import { floor } from "./words/floor.js";
import { lobby } from "./words/lobby.js";
import { odds } from "./words/odds.js";
import { rules } from "./words/rules.js";
import { shift } from "./words/shift.js";
import { table } from "./words/table.js";

export const words = { common, table, lobby, rules, odds, deal, floor, shift, audit, account, felt };

/**
 * A template with its {names} filled in.
 * @param {string} template
 * @param {Record<string, string | number>} [values]
 */
export function say(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
