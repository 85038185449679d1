/**
 * A line to the room that is dialled while the page's larger script is still on its way. It asks for one table and
 * keeps what it hears for the connection, which takes it over. Small, so that it comes first.
 */

export class Early {
  /** @param {WebSocket} socket @param {string} table */
  constructor(socket, table) {
    this.socket = socket;
    this.table = table;
    this.asked = false;
    this.lost = false;
    /** What came, and when. @type {{message: Wire.Said, at: number}[]} */
    this.heard = [];
    socket.onopen = () => this.ask();
    socket.onmessage = (event) => this.heard.push({ message: JSON.parse(String(event.data)), at: Date.now() });
    socket.onclose = () => (this.lost = true);
  }

  /** Before the room has greeted us: it answers in the order in which it is asked. */
  ask() {
    this.asked = true;
    this.socket.send(JSON.stringify({ type: "watch", table: this.table, offers: true }));
  }
}

/** `false` once a connection has come without it. @type {Early | null | false} */
let line = null;

/** @param {string} table */
export function dial(table) {
  if (line === null) line = new Early(new WebSocket(address()), table);
}

/** The line, if there is one; whoever takes it has it alone. */
export function take() {
  const taken = line || null;
  line = false;
  return taken;
}

export function address() {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;
}
