/** A fast dealer's hand is ahead of the line. Keys pressed while an act is under way are meant for the table as it will
 * be then: they wait for it and are pressed in their order. A refusal ends that, for it has to be read first. */

import { keyTarget } from "../kit/key-target.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

const HELD = ["Enter", "Backspace", "ArrowUp", "ArrowDown"]; // and whatever writes a character

export class TypeAhead {
  /** @param {DealerStore} post */
  constructor(post) {
    this.post = post;
    /** @type {string[]} */
    this.keys = [];
    this._pressing = false;
    this._due = false;
    // Before anybody else on the page hears of it.
    addEventListener("keydown", (event) => this._hold(event), true);
    post.subscribe(() => {
      if (post.refusal) this.keys = [];
      this._soon();
    });
  }

  /** @param {KeyboardEvent} event */
  _hold(event) {
    if (this._pressing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length > 1 && !HELD.includes(event.key)) return;
    if (!this.post.busy && !this.keys.length) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // A second press while several acts run is no answer to what comes after them.
    if (event.key === " " && this.post.running) return;
    // While the page says that the line is lost, nothing is taken on.
    if (!event.repeat && this.post.line.up) this.keys.push(event.key);
  }

  /** Once whoever waited for the act has dealt with its answer. */
  _soon() {
    if (this._due || !this.keys.length || this.post.busy) return;
    this._due = true;
    setTimeout(() => {
      this._due = false;
      const key = this.post.busy ? undefined : this.keys.shift();
      if (key === undefined) return;
      this._pressing = true;
      press(key);
      this._pressing = false;
      this._soon();
    });
  }
}

/**
 * What a key does that somebody presses, the browser's own part in it included.
 * @param {string} key
 */
function press(key) {
  const at = keyTarget(document.activeElement);
  if (!at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))) return;
  if (at.matches("button, a") && (key === " " || key === "Enter")) return at.click();
  if (!(at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement)) return;
  if (key === "Enter") return at.form?.requestSubmit();
  if (key.startsWith("Arrow")) return;
  const end = at.selectionEnd ?? at.value.length;
  const start = at.selectionStart ?? end;
  if (key === "Backspace") at.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
  else at.setRangeText(key, start, end, "end");
  at.dispatchEvent(new Event("input", { bubbles: true }));
}
