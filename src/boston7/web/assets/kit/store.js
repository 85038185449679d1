/** State that a page draws. Only its own methods change it. */

export class Store {
  constructor() {
    /** @type {Set<(store: this) => void>} */
    this._subscribers = new Set();
    this._due = false;
  }

  /**
   * Call `onChange` with this store once for each turn of the event loop in which something changed.
   * @param {(store: this) => void} onChange
   * @returns {() => void} ends the subscription
   */
  subscribe(onChange) {
    this._subscribers.add(onChange);
    return () => void this._subscribers.delete(onChange);
  }

  /** Resolve after the next notification. @returns {Promise<void>} */
  next() {
    return new Promise((resolve) => {
      const stop = this.subscribe(() => (stop(), resolve()));
    });
  }

  changed() {
    if (this._due) return;
    this._due = true;
    queueMicrotask(() => {
      this._due = false;
      for (const notify of [...this._subscribers]) notify(this);
    });
  }
}
