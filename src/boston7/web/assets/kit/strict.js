/** In development and in the tests of the pages: throw if code uses an element that `redraw` discarded. */

{
  const USED = ["value", "checked", "textContent", "hidden", "disabled", "className", "classList", "dataset", "open"];
  const CALLED = [
  "addEventListener", "append", "focus", "prepend", "querySelector", "querySelectorAll", "remove", "removeAttribute",
  "replaceChildren", "setAttribute", "showModal", "toggleAttribute",
]; // biome-ignore format: a list

  /** Elements with listeners that were not given as `on`: `redraw` would lose them. @type {WeakSet<EventTarget>} */
  const foreign = new WeakSet();
  const add = EventTarget.prototype.addEventListener;

  /** @this {EventTarget} @param {string} type @param {EventListenerOrEventListenerObject | null} listener */
  EventTarget.prototype.addEventListener = function (type, listener, /** @type {AddEventListenerOptions} */ how) {
    if (this instanceof Element && !(listener && "on" in listener)) foreign.add(this);
    return add.call(this, type, listener, how);
  };

  globalThis.strictPages = {
    /** @param {Element} element */
    discarded(element) {
      if (foreign.has(element) && !element.localName.includes("-"))
        throw new Error(`redraw: ${element.outerHTML.slice(0, 120)} has a listener besides "on".`);
      const misused = () => {
        throw new Error(
          `redraw: somebody kept a reference to ${element.localName}.${element.className}, which was discarded.`,
        );
      };
      for (const name of [...USED, ...CALLED]) Object.defineProperty(element, name, { get: misused, set: misused });
    },
  };
}
