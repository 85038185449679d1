// @ts-check
/** A refusal names the clause it rests on. Where the platform itself refuses, that is no rule to be read anywhere. */
const PLATFORM = new Set(["accounts", "journal", "lobby", "server"]);

/**
 * The clause of a rule; empty where there is none.
 * @param {string | null | undefined} clause
 */
export const ruleOf = (clause) => (clause && !PLATFORM.has(clause) ? clause : "");
