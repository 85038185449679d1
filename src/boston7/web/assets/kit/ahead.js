/** Request a table's data while the page's larger script still loads. */
import { ahead } from "./api.js";
import { dial } from "./early.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
dial(name);
ahead("/api/catalogue");
ahead(`/api/tables/${encodeURIComponent(name)}/house`);
