// @ts-check
/** For auditors: the record verified, rounds searched, and any of them seen again as a film. */
import { loadTerms } from "../lib/denominations.js";
import { $, h, replace } from "../lib/dom.js";
import { requireWork } from "../lib/session.js";
import { words } from "../lib/words.js";
import { chainPanel } from "../parts/audit-chain.js";
import { entriesPanel } from "../parts/audit-entries.js";
import { searchPanel } from "../parts/audit-search.js";
import "../parts/shell.js";

const [, , table = "", round = ""] = location.pathname.split("/").map(decodeURIComponent);
document.title = `${table ? `${table} ${round} · ` : ""}${words.audit.title} · ${words.common.brand}`;

if (await requireWork("audit")) {
  await loadTerms();
  if (table) {
    const { filmPage } = await import("../parts/audit-film.js"); // the felt is only needed for a film
    replace($("#main"), await filmPage(table, Number(round)));
    // what grows comes last
  } else replace($("#main"), h("h1", { text: words.audit.title }), chainPanel(), entriesPanel(), searchPanel());
}
