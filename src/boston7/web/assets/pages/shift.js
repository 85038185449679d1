/** The money of a shift: slips for everybody who signs them, the day's report for those who answer for it. */
import "../kit/shell.js";
import { get } from "../kit/api.js";
import { setZone } from "../kit/clock.js";
import { $, failed, h, redraw, replace } from "../kit/dom.js";
import { hasDuty, requireWork } from "../kit/session.js";
import { button, fault, messageOf, panel } from "../kit/parts.js";
import { words } from "../kit/words.js";
import { checkSection } from "../shift/checks.js";
import { bankSection } from "../shift/bank.js";
import { barSection } from "../shift/bars.js";
import { cageSection } from "../shift/cage.js";
import { counterSection } from "../shift/counter.js";
import { reportSections, reportSigns } from "../shift/report.js";
import { requestSlip, slipTable } from "../shift/slips.js";

const w = words.shift;
const EVERY = 5_000;

/** @param {Wire.Me} me */
async function page(me) {
  const [handlesSlips, readsReport] = [hasDuty(me, "slips"), hasDuty(me, "shift")];
  const setting = await get("/api/shift/setting");
  setZone(setting.terms.zone);
  const problem = fault();
  const list = h("div");
  const report = h("div", { class: "shift-report" });
  const pick = h("select", { id: "day" });
  const csv = h("a", { class: "button small", text: w.csv, download: true, href: "/api/shift/export" });
  const heading = h("h1", { class: "print-only" });
  let day = setting.today;

  async function slips() {
    if (!handlesSlips) return;
    const found = await get("/api/slips");
    redraw(list, slipTable(found.slips, load));
  }
  async function whole() {
    if (!readsReport) return;
    const query = `day=${encodeURIComponent(day)}`;
    const [found, cage, bars, checks, players] = await Promise.all([
      get(`/api/shift?${query}`),
      get(`/api/cage/cash?${query}`),
      get("/api/bars"),
      get("/api/checks"),
      hasDuty(me, "cage") || hasDuty(me, "floor") ? counterSection(me, day, load) : null,
    ]);
    redraw(pick, ...found.days.map((each) => h("option", { value: each, text: each, selected: each === day })));
    heading.textContent = `${w.paper.day} · ${day}`;
    csv.setAttribute("href", `/api/shift/export?day=${encodeURIComponent(day)}`);
    const sections = reportSections(found, { me, setting, reload: load });
    const counter = [
      players,
      cageSection(cage, load),
      bankSection(found.bank, setting.terms.bills, setting.today, load),
      checkSection(checks, setting.today, me, load),
    ];
    const ordered = hasDuty(me, "cage") ? [...counter, ...sections] : [...sections, ...counter]; // their own work first
    redraw(report, ...ordered, barSection(bars, me, load), reportSigns());
  }
  async function load() {
    try {
      await Promise.all([slips(), whole()]);
      problem.textContent = "";
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  }
  pick.addEventListener("change", () => {
    day = pick.value;
    void load();
  });
  await load(); // first, so that nothing moves under a finger
  replace(
    $("#main"),
    h(
      "div",
      { class: "spread shift-head" },
      h("h1", { class: "no-print", text: w.title }),
      heading,
      readsReport
        ? h(
            "div",
            { class: "row no-print" },
            h("label", { class: "row", for: "day" }, h("span", { text: w.day }), pick),
            csv,
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
  setInterval(() => {
    if (!document.hidden && !document.querySelector("dialog[open]")) void load();
  }, EVERY);
}

try {
  const here = await requireWork("shift");
  if (here) await page(here);
} catch (error) {
  failed(error);
}
