/** Build elements without innerHTML, so that text stays text. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Piece */
/** @typedef {Piece | readonly Piece[]} Child */
/** @typedef {HTMLElementEventMap & {done: Event}} Events including our own elements */
/** @typedef {{[K in keyof Events]?: (event: Events[K]) => void}} Listeners */
/** @typedef {{on?: Listeners, style?: Record<string, string | number>, [name: string]: unknown}} Props */
/**
 * @template T elements by their tags
 * @template {string} S a tag with its classes, such as "p.dim"
 * @typedef {S extends keyof T ? T[S] : S extends `${infer Tag}.${string}` ? ElementOf<T, Tag> : HTMLElement} ElementOf
 */
/**
 * @template T
 * @typedef {{
 *   <S extends string>(tag: S, ...children: Child[]): ElementOf<T, S>;
 *   <S extends string>(tag: S, props: Props, ...children: Child[]): ElementOf<T, S>;
 * }} Builder
 */

/**
 * Listeners by element. `redraw` moves them from the discarded element to the kept one.
 * @type {WeakMap<Element, Record<string, (event: Event) => unknown>>}
 */
const listeners = new WeakMap();

/** The name by which `redraw` finds an element, if its `key` gives one. @type {WeakMap<Element, string>} */
const keys = new WeakMap();

/**
 * The element on which a press began. The press does what was shown then, even if the page changes before the finger
 * lifts.
 */
let pressed = new Map();

/**
 * An element by its tag, with the classes that never change: "p.dim". `text` sets its words, `on` its listeners,
 * `style` custom properties (the strict policy forbids style attributes), `key` its name for `redraw`; anything else is
 * an attribute: true sets it, false, null and undefined leave it out. Children follow, with or without properties
 * before them. A button sends no form unless it says so.
 */
export const h = /** @type {Builder<HTMLElementTagNameMap>} */ (
  (/** @type {string} */ tag, /** @type {(Props | Child)[]} */ ...given) => {
    const [name, ...classes] = tag.split(".");
    const element = document.createElement(name);
    if (name === "button") element.setAttribute("type", "button");
    if (classes.length) element.className = classes.join(" ");
    return made(element, given);
  }
);

export const svg = /** @type {Builder<SVGElementTagNameMap>} */ (
  (/** @type {string} */ tag, /** @type {(Props | Child)[]} */ ...given) =>
    made(document.createElementNS(SVG, tag), given)
);

/**
 * @template {Element} E
 * @param {E} element
 * @param {(Props | Child)[]} given properties, if any, then children
 */
function made(element, [first, ...rest]) {
  const props = isProps(first) ? first : null;
  dress(element, props);
  element.append(...kept(/** @type {Child[]} */ (props ? rest : [first, ...rest])));
  return element;
}

/** @param {Props | Child} given @returns {given is Props} */
const isProps = (given) => typeof given === "object" && Object.getPrototypeOf(given ?? []) === Object.prototype;

/**
 * @param {Element} element
 * @param {Props | null} props
 */
function dress(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name === "text") element.textContent = String(value);
    else if (name === "key") keys.set(element, String(value));
    else if (name === "on") {
      const on = /** @type {Record<string, (event: Event) => unknown>} */ (value);
      for (const kind of Object.keys(on)) element.addEventListener(kind, dispatch);
      listeners.set(element, on);
    } else if (name === "style") {
      const { style } = /** @type {HTMLElement} */ (element);
      for (const [property, to] of Object.entries(value)) style.setProperty(property, String(to));
    } else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Event} event */
function dispatch(event) {
  const element = /** @type {Element} */ (event.currentTarget);
  const begun = event.type === "click" && pressed.get(element);
  if (begun) pressed.delete(element);
  (begun || listeners.get(element)?.[event.type])?.call(element, event);
}
dispatch.on = true; // For strict.js: minified functions have other names.

/** Where a finger came down. @type {PointerEvent | null} */
let down = null;

/** @param {Event} event */
function press(event) {
  pressed = new Map();
  down = event instanceof PointerEvent ? event : null;
  for (const place of event.composedPath()) {
    const click = place instanceof Element && listeners.get(place)?.click;
    if (click) pressed.set(place, click);
  }
}

/** If the page moved under the finger, the browser sends no click, so dispatch one. */
function release(/** @type {PointerEvent} */ event) {
  if (!down || Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLIP) return;
  const lifted = pressed;
  const [place] = lifted.keys();
  setTimeout(() => lifted === pressed && lifted.has(place) && place.isConnected && place.click(), CLICK_COMES);
}

const SLIP = 10; // pixels
const CLICK_COMES = 120; // Milliseconds after the finger lifts, on a touch screen.

for (const kind of ["pointerdown", "keydown"]) globalThis.document?.addEventListener(kind, press, true);
globalThis.document?.addEventListener("pointerup", release, true);

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
 * Return the first match, which must exist.
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
 * Replace the content of an element. Children that stay are not moved.
 * @param {Element} element
 * @param {...Child} children
 */
export function replace(element, ...children) {
  patch(element, kept(children), false);
}

/** Elements identified by their text if nothing else names them. */
const CONTROLS = new Set(["a", "button", "summary", "label"]);

/** Attributes that only the user changes, and the style, which the policy forbids to set. */
const UNTOUCHED = new Set(["open", "style"]);

/**
 * Patch the content of an element. A press, the focus, typed text, an open disclosure and the scroll position survive.
 * Build children with `on` and keep no reference to them: `redraw` may discard them and keep the element already on the
 * page.
 * @param {Element} root
 * @param {...Child} children
 */
export function redraw(root, ...children) {
  const active = document.activeElement;
  const within = active !== root && root.contains(active) ? /** @type {HTMLElement} */ (active) : null;
  patch(root, kept(children), true);
  if (!within || within.isConnected) return;
  // The focused element is gone: the next Tab continues from here.
  const place = /** @type {HTMLElement} */ (root);
  if (place.tabIndex < 0) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}

/**
 * @param {Element} root
 * @param {(Node | string)[]} wanted
 * @param {boolean} merging whether an existing element replaces a new one with the same name
 */
function patch(root, wanted, merging) {
  /** @type {Set<Node>} */
  const left = new Set(root.childNodes);
  const nodes = wanted.map((piece) => (typeof piece === "string" ? document.createTextNode(piece) : piece));
  const staying = new Set(nodes.filter((node) => left.has(node)));
  for (const node of staying) left.delete(node);
  const placed = nodes.map((node) => {
    if (staying.has(node) || !merging) return node;
    const name = nameOf(node);
    for (const old of left)
      if (nameOf(old) === name) {
        left.delete(old);
        merge(old, node);
        return old;
      }
    return node;
  });
  for (const old of left) /** @type {ChildNode} */ (old).remove();
  let at = root.firstChild;
  for (const node of placed)
    if (node === at) at = at.nextSibling;
    else root.insertBefore(node, at);
}

/**
 * The name by which a node is found again: its key, id, name or data. A control without one is named by its text.
 * @param {Node} node
 */
function nameOf(node) {
  if (!(node instanceof Element)) return node.nodeName;
  const { localName } = node;
  const own = keys.get(node) ?? (node.id || node.getAttribute("name") || dataOf(node));
  if (own) return `${localName} ${own}`;
  return CONTROLS.has(localName) ? `${localName} ${node.textContent}` : localName;
}

/** @param {Element} element */
function dataOf(element) {
  const name = element.getAttributeNames().find((each) => each.startsWith("data-") && element.getAttribute(each));
  return name && `${name} ${element.getAttribute(name)}`;
}

/** @param {Node} old @param {Node} made */
function merge(old, made) {
  if (!(old instanceof Element && made instanceof Element)) {
    if (old.nodeValue !== made.nodeValue) old.nodeValue = made.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes])
    if (!made.hasAttribute(name) && !UNTOUCHED.has(name)) old.removeAttribute(name);
  for (const { name, value } of made.attributes)
    if (old.getAttribute(name) !== value && !UNTOUCHED.has(name)) old.setAttribute(name, value);
  const [was, now] = [/** @type {HTMLElement} */ (old).style, /** @type {HTMLElement} */ (made).style];
  if (was.cssText !== now.cssText) was.cssText = now.cssText;
  const on = listeners.get(made) ?? {};
  for (const kind of Object.keys(on)) old.addEventListener(kind, dispatch); // The same listener is added once.
  listeners.set(old, on);
  if (!old.localName.includes("-")) patch(old, [...made.childNodes], true); // Custom elements draw themselves.
  globalThis.strictPages?.discarded(made); // In development: strict.js.
}

/** Show the error of a page that could not be built. @param {unknown} error */
export const failed = (error) =>
  replace(
    $("#main"),
    h("section.panel.narrow", h("p", { class: "fault", role: "alert", text: /** @type {Error} */ (error).message })),
  );
