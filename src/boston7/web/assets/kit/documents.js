/** Documents of the room. Each is read once, and again when the server names it as changed. Nothing is polled. */
import { ApiError } from "./api.js";
import { Store } from "./store.js";

const PATIENCE = 2_000; // How long the first read waits for the connection.
const AGAIN = 5_000; // How long to wait after a failed answer.

export class Documents extends Store {
  /**
   * By path: the function that reads the document and stores it.
   * @param {Pick<import("./socket.js").Connection, "follow">} line
   * @param {Record<string, () => Promise<void>>} readers by path: the function that reads and stores the document
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

  /** Follow the documents. Resolve after the first read, even without a connection. */
  async open() {
    const read = this.next().then(() => true);
    const late = new Promise((resolve) => setTimeout(() => resolve(false), PATIENCE));
    this.line.follow(Object.keys(this.readers), (paths) => this.read(paths));
    if (!(await Promise.race([read, late]))) await this.read();
  }

  /** Read these documents again. Read once more if they change meanwhile. @param {string[]} [paths] */
  read(paths = Object.keys(this.readers)) {
    for (const path of paths) this._stale.add(path);
    return this._read();
  }

  /** A hidden page reads nothing. It catches up when it becomes visible. */
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
