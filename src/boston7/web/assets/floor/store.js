/** The tables of the floor, as they are now. */
import { get } from "../kit/api.js";
import { Documents } from "../kit/documents.js";

export class FloorStore extends Documents {
  /** @param {import("../kit/socket.js").Connection} line */
  constructor(line) {
    super(line, { "/api/floor": async () => void (this.tables = (await get("/api/floor")).tables) });
    /** @type {Wire.FloorTable[] | null} */
    this.tables = null;
  }
}
