/**
 * A connection opened while the page's larger script still loads. It requests one table and buffers messages until the
 * main connection takes over. It is small, so that it loads first.
 */

export class Early {
  /** @param {WebSocket} socket @param {string} table */
  constructor(socket, table) {
    this.socket = socket;
    this.table = table;
    this.asked = false;
    this.lost = false;
    /** Received messages and their times. @type {{message: Wire.Said, at: number}[]} */
    this.heard = [];
    socket.onopen = () => this.ask();
    socket.onmessage = (event) => this.heard.push({ message: JSON.parse(String(event.data)), at: Date.now() });
    socket.onclose = () => (this.lost = true);
  }

  /** Messages sent before the greeting are answered in order. */
  ask() {
    this.asked = true;
    this.socket.send(JSON.stringify({ type: "watch", table: this.table, offers: true }));
  }
}

/** `false` once a connection was opened without it. @type {Early | null | false} */
let line = null;

/** @param {string} table */
export function dial(table) {
  if (line === null) line = new Early(new WebSocket(address()), table);
}

/** Take over the connection, if there is one. Only one caller can. */
export function take() {
  const taken = line || null;
  line = false;
  return taken;
}

export function address() {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;
}
