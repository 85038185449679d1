/** The money of a shift: slips for their signers, the day's report for those in charge. */
import "../kit/shell.js";
import { get } from "../kit/api.js";
import { setZone } from "../kit/clock.js";
import { $, failed, h, redraw, replace } from "../kit/dom.js";
import { hasDuty, requireWork } from "../kit/session.js";
import { button, fault, panel } from "../kit/parts.js";
import { connection } from "../kit/socket.js";
import { words } from "../kit/words.js";
import { lockWhenGone } from "../dealer/lock.js";
import { checkSection } from "../shift/checks.js";
import { bankSection } from "../shift/bank.js";
import { barSection } from "../shift/bars.js";
import { cageSection } from "../shift/cage.js";
import { counterSection } from "../shift/counter.js";
import { reportSections, reportSigns } from "../shift/report.js";
import { requestSlip, slipTable } from "../shift/slips.js";
import { ShiftStore } from "../shift/store.js";

const w = words.shift;

/** @param {Wire.Me} me */
async function page(me) {
  const [handlesSlips, readsReport] = [hasDuty(me, "slips"), hasDuty(me, "shift")];
  const setting = await get("/api/shift/setting");
  setZone(setting.terms.zone);
  const problem = fault();
  const list = h("div");
  const report = h("div.shift-report");
  const pick = h("select", { id: "day" });
  const pdf = h("a", { class: "button small", text: w.paper.pdf, href: "/api/papers/days/" });
  const csv = h("a", { class: "button small", text: w.csv, download: true, href: "/api/shift/export" });
  const heading = h("h1.print-only");
  const store = new ShiftStore(connection(), me, setting);
  const load = () => void store.read();
  const players = hasDuty(me, "cage", "floor") ? counterSection(store, load) : null;

  function draw() {
    const { day, slips, report: found, cash, bars, checks } = store;
    problem.textContent = store.fault;
    redraw(list, slipTable(slips, load));
    if (!found || !cash || !bars || !checks) return;
    redraw(pick, ...found.days.map((each) => h("option", { value: each, text: each, selected: each === day })));
    heading.textContent = `${w.paper.day} · ${day}`;
    csv.setAttribute("href", `/api/shift/export?day=${encodeURIComponent(day)}`);
    pdf.setAttribute("href", `/api/papers/days/${encodeURIComponent(day)}`);
    const sections = reportSections(found, { me, setting, reload: load });
    const counter = [
      players,
      cageSection(cash, load),
      bankSection(found.bank, setting.terms.bills, setting.today, load),
      checkSection(checks, setting.today, me, load),
    ];
    const ordered = hasDuty(me, "cage") ? [...counter, ...sections] : [...sections, ...counter];
    redraw(report, ...ordered, barSection(bars, me, load), reportSigns());
  }
  pick.addEventListener("change", () => void store.choose(pick.value));
  store.subscribe(draw);
  lockWhenGone("shift");
  connection().connect();
  await store.open(); // Insert it first, so that nothing moves under a finger.
  replace(
    $("#main"),
    h(
      "div.spread.shift-head",
      h("h1", { class: "no-print", text: w.title }),
      heading,
      readsReport
        ? h(
            "div.row.no-print",
            h("label", { class: "row", for: "day" }, h("span", { text: w.day }), pick),
            csv,
            pdf,
            button(w.print, () => window.print(), "small"),
          )
        : null,
    ),
    problem,
    handlesSlips
      ? panel(
          {
            name: "slips",
            title: w.slips,
            look: "no-print",
            acts:
              hasDuty(me, "floor") && setting.tables.length
                ? [button(w.request, () => requestSlip(setting, load), "small go", { id: "request-slip" })]
                : [],
          },
          list,
        )
      : null,
    report,
  );
}

try {
  const here = await requireWork("shift");
  if (here) await page(here);
} catch (error) {
  failed(error);
}
