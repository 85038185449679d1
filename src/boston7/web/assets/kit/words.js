/** Every English word on the pages, in a section for each page. The table imports only its own, to load faster. */
import { say } from "./say.js";
import { account } from "./words/account.js";
import { audit } from "./words/audit.js";
import { common } from "./words/common.js";
import { deal } from "./words/deal.js";
import { felt } from "./words/felt.js";
import { floor } from "./words/floor.js";
import { lobby } from "./words/lobby.js";
import { odds } from "./words/odds.js";
import { rules } from "./words/rules.js";
import { setup } from "./words/setup.js";
import { shift } from "./words/shift.js";
import { table } from "./words/table.js";

export { say };
export const words = { common, table, lobby, rules, odds, deal, floor, shift, audit, account, felt, setup };
