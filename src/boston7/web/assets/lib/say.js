// @ts-check
/**
 * A template with its {names} filled in.
 * @param {string} template
 * @param {Record<string, string | number>} [values]
 */
export function say(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * The rule a refusal rests on, for people: nothing where no document speaks and no ruling of ours does.
 * @param {string} clause
 */
export const ruleOf = (clause) => (clause === "ours" ? "" : clause);
