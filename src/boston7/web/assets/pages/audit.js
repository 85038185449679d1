/** The auditor's page: verify the record, search rounds, and replay any of them. */
import { loadTerms } from "../kit/denominations.js";
import { $, h, replace } from "../kit/dom.js";
import { requireWork } from "../kit/session.js";
import { words } from "../kit/words.js";
import { chainPanel } from "../audit/chain.js";
import { entriesPanel } from "../audit/entries.js";
import { searchPanel } from "../audit/search.js";
import "../kit/shell.js";

const [, , table = "", round = ""] = location.pathname.split("/").map(decodeURIComponent);
document.title = `${table ? `${table} ${round} · ` : ""}${words.audit.title} · ${words.common.brand}`;

if (await requireWork("audit")) {
  await loadTerms();
  if (table) {
    const { filmPage } = await import("../audit/film.js"); // The felt is loaded only for a replay.
    replace($("#main"), await filmPage(table, Number(round)));
    // The growing list comes last.
  } else replace($("#main"), h("h1", { text: words.audit.title }), chainPanel(), entriesPanel(), searchPanel());
}
