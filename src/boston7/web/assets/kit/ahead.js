/** What a table needs of the room is asked for while the page's larger script is still on its way. */
import { ahead } from "./api.js";
import { dial } from "./early.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
dial(name);
ahead("/api/catalogue");
ahead(`/api/tables/${encodeURIComponent(name)}/house`);
