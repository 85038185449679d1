/**
 * Fill in the {names} of a template.
 * @param {string} template
 * @param {Record<string, string | number>} [values]
 */
export function say(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The clause or ruling behind something, in words, or nothing if there is neither. @param {string} clause */
export const ruleOf = (clause) => clause.replace(/^ours(?: \((.*)\))?$/, "$1");

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
