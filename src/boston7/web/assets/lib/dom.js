// @ts-check
/** Building elements without innerHTML: text stays text, whoever wrote it. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Piece */
/** @typedef {Piece | readonly Piece[]} Child */
/** @typedef {Record<string, any>} Props */
/**
 * @typedef {{
 *   <K extends keyof HTMLElementTagNameMap>(tag: K, props?: Props | null, ...children: Child[]):
 * HTMLElementTagNameMap[K];
 *   (tag: string, props?: Props | null, ...children: Child[]): HTMLElement;
 * }} Builder
 */

/**
 * An element. `text` sets its words, `on` its listeners, `style` custom properties (the strict policy forbids style
 * attributes); anything else is an attribute: true sets it, false, null and undefined leave it out. A button sends no
 * form unless it says so.
 */
export const h = /** @type {Builder} */ (
  (/** @type {string} */ tag, /** @type {Props | null} */ props = null, /** @type {Child[]} */ ...children) => {
    const element = document.createElement(tag);
    if (tag === "button") element.setAttribute("type", "button");
    dress(element, props);
    element.append(...kept(children));
    return element;
  }
);

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, attributes = null, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  element.append(...kept(children));
  return element;
}

/**
 * @param {Element} element
 * @param {Props | null} props
 */
function dress(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "text") element.textContent = String(value);
    else if (name === "on") for (const kind of Object.keys(value)) element.addEventListener(kind, value[kind]);
    else if (name === "style") {
      const { style } = /** @type {HTMLElement} */ (element);
      for (const property of Object.keys(value)) style.setProperty(property, String(value[property]));
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function kept(children) {
  /** @type {(Node | string)[]} */
  const out = [];
  for (const child of /** @type {Piece[]} */ (children.flat())) {
    if (child === null || child === undefined || child === false) continue;
    out.push(typeof child === "number" ? String(child) : child);
  }
  return out;
}

/**
 * The first match, which must be there.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export function $(selector, root = document) {
  const found = root.querySelector(selector);
  if (!found) throw new Error(`Nothing on this page matches ${selector}.`);
  return /** @type {HTMLElement} */ (found);
}

/** @param {Element} element */
export function clear(element) {
  element.replaceChildren();
}

/**
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  element.replaceChildren(...kept(children));
}

/** A page that could not be made says why. @param {unknown} error */
export const failed = (error) =>
  replace(
    $("#main"),
    h(
      "section",
      { class: "panel narrow" },
      h("p", { class: "fault", role: "alert", text: /** @type {Error} */ (error).message }),
    ),
  );
