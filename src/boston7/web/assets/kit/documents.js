/** Documents of the room, read once and again when the server names them as changed. Nothing is polled. */
import { ApiError } from "./api.js";
import { Store } from "./store.js";

const PATIENCE = 2_000; // how long the first sight waits for the line
const AGAIN = 5_000; // after an answer that failed

export class Documents extends Store {
  /**
   * @param {Pick<import("./socket.js").Connection, "follow">} line
   * @param {Record<string, () => Promise<void>>} readers by path: each reads its document and keeps it
   */
  constructor(line, readers) {
    super();
    this.line = line;
    this.readers = readers;
    this.fault = "";
    /** @type {Set<string>} */
    this._stale = new Set();
    /** @type {Promise<void> | null} */
    this._reading = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this._again = undefined;
    if (typeof window !== "undefined") document.addEventListener("visibilitychange", () => this._read());
  }

  /** Follow the documents. Resolve when they were read, if need be without the line. */
  async open() {
    const read = this.next().then(() => true);
    const late = new Promise((resolve) => setTimeout(() => resolve(false), PATIENCE));
    this.line.follow(Object.keys(this.readers), (paths) => this.read(paths));
    if (!(await Promise.race([read, late]))) await this.read();
  }

  /** Read these again. What changes meanwhile is read once more. @param {string[]} [paths] */
  read(paths = Object.keys(this.readers)) {
    for (const path of paths) this._stale.add(path);
    return this._read();
  }

  /** Nobody looks at a hidden page: it catches up when it is shown. */
  _read() {
    if (globalThis.document?.hidden) return Promise.resolve();
    this._reading ??= this._readAll().finally(() => (this._reading = null));
    return this._reading;
  }

  async _readAll() {
    clearTimeout(this._again);
    while (this._stale.size) {
      const paths = [...this._stale];
      this._stale.clear();
      try {
        await Promise.all(paths.map((path) => this.readers[path]()));
        this.fault = "";
      } catch (error) {
        this.fault = /** @type {Error} */ (error).message;
        const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
        if (!refused) this._again = setTimeout(() => this.read(paths), AGAIN);
      }
      this.changed();
    }
  }
}
