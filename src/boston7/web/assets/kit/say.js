/**
 * A template with its {names} filled in.
 * @param {string} template
 * @param {Record<string, string | number>} [values]
 */
export function say(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * The rule something rests on, for people: our rulings where no document speaks, and nothing where neither does.
 * @param {string} clause
 */
export const ruleOf = (clause) => clause.replace(/^ours(?: \((.*)\))?$/, "$1");

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
