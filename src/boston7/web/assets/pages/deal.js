/** The dealer's console: /deal/{table}. */
import { announce } from "../kit/announce.js";
import { get } from "../kit/api.js";
import { load } from "../kit/catalogue.js";
import { loadTerms } from "../kit/denominations.js";
import { $, h, replace } from "../kit/dom.js";
import { Heads } from "../kit/heads.js";
import { keyTarget } from "../kit/key-target.js";
import { hasDuty, requireWork, toConsole } from "../kit/session.js";
import { connection } from "../kit/socket.js";
import { say, words } from "../kit/words.js";
import { drawBar } from "../dealer/bar.js";
import { Dock } from "../dealer/dock.js";
import { EntriesPanel } from "../dealer/entries.js";
import { TypeAhead } from "../dealer/keys.js";
import { lockWhenGone } from "../dealer/lock.js";
import { drawLast } from "../dealer/pay.js";
import { RequestsPanel } from "../dealer/requests-panel.js";
import { Screen } from "../dealer/screen.js";
import { SeatsPanel } from "../dealer/seats-panel.js";
import { StaffPanel } from "../dealer/staff.js";
import { DealerStore } from "../dealer/store.js";
import { TroublePanel } from "../dealer/trouble-panel.js";
import "../felt/felt.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
document.title = `${name ? `${name} · ` : ""}${words.deal.title} · ${words.common.brand}`;

/** @typedef {"" | import("../dealer/bar.js").Tool} Tool */

/** @param {Wire.Me} me */
function console_(me) {
  const line = connection();
  const post = new DealerStore(line, name);
  new TypeAhead(post);
  const screen = new Screen();
  const { root, loading, felt } = screen;
  replace($("#main"), loading, root);
  /** @type {Tool} */
  let open = "";
  const close = () => {
    open = "";
    post.dismiss();
  };
  const doors = { close, update: () => post.frame && draw() };
  const dock = new Dock(post, {
    onEntry: (number) => show("entries", () => entries.open(number)),
    onSeat: (seat) => show("seats", () => seats.open(seat)),
    update: () => post.frame && draw(),
  });
  const entries = new EntriesPanel(post, doors);
  const seats = new SeatsPanel(post, doors);
  const trouble = new TroublePanel(post, doors);
  const requests = new RequestsPanel(post, doors);
  const staff = new StaffPanel(post, me.person && hasDuty(me, "deal") ? me.person.name : "", me.console ?? "", doors);
  if (hasDuty(me, "roster"))
    get("/api/people").then(
      ({ people }) => seats.know(people.filter((each) => each.plays).map((each) => each.name)),
      () => {},
    );

  /** @param {Tool} tool @param {() => unknown} begin */
  function show(tool, begin) {
    open = tool;
    post.dismiss();
    void begin();
    draw();
  }

  /** @param {import("../dealer/bar.js").Tool} tool */
  function press(tool) {
    if (open === tool) return close();
    if (tool === "trouble") show(tool, () => trouble.open());
    else if (tool === "floor") show(tool, () => trouble.open("call_floor"));
    else if (tool === "seats") show(tool, () => seats.open());
    else if (tool === "staff") show(tool, () => staff.open());
    else show(tool, () => entries.open());
  }

  const panels = { staff, entries, seats, trouble, floor: trouble };
  /** The panel that has the dock: one that was opened, what waits for a second person, or else the round. */
  const panel = () => (open ? panels[open] : requests.due ? requests : null);

  let lost = "";
  let alarm = "";
  function draw() {
    const { view } = post;
    drawBar(screen, post, { open, press });
    screen.show(panel()?.face() ?? dock.face(), post.refusal, () => post.dismiss(), lost || alarm);
    screen.dock.toggleAttribute("data-busy", post.busy);
    root.dataset.phase = view.phase;
    root.dataset.panel = open || (requests.due ? "requests" : "");
  }

  let shown = -1;
  post.subscribe(() => {
    const frame = post.frame;
    if (!frame) return;
    const { view } = frame;
    loading.hidden = true;
    root.hidden = false;
    root.toggleAttribute("data-live", view.live);
    felt.toggleAttribute("best-five", Boolean(frame.best_five));
    if (frame.version !== shown) {
      if (frame.steps.length && shown >= 0) felt.play(frame.steps, view, {});
      else felt.show(view);
      if (shown >= 0 && frame.steps.length) announce(frame.steps.map((step) => step.say).join(" "));
      shown = frame.version;
      requests.update();
      if (open === "entries") entries.update();
      if (open === "seats") seats.update();
      if (open === "trouble" || open === "floor") trouble.update();
      drawLast(screen.last, post);
    }
    draw();
  });
  felt.addEventListener("seat", (event) => {
    const { seat } = /** @type {CustomEvent} */ (event).detail;
    const now = panel();
    if (now === trouble) trouble.pick(seat);
    else if (now === entries) entries.pick(seat);
    else if (now === seats) seats.pick(seat);
    else if (!now) dock.pick(seat, true);
  });

  // After a tap the next Space is for the table, not for the same button again.
  root.addEventListener(
    "click",
    (event) =>
      event.detail &&
      /** @type {HTMLElement | null} */ (keyTarget(event.target).closest("button, [role=button]"))?.blur(),
    true,
  );
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !post.frame) return;
    const target = keyTarget(event.target);
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "Escape" && (post.refusal || open || requests.signing || requests.declining)) {
      event.preventDefault();
      if (post.refusal) post.dismiss();
      else (panel() ?? { back: close }).back();
      return;
    }
    if (target.closest("input, textarea, select, summary, [contenteditable]")) return;
    if ((event.key === " " || event.key === "Enter") && target.closest("button, a, [role=button]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (meant(key)) event.preventDefault();
  });

  const TOOLS = /** @type {Record<string, import("../dealer/bar.js").Tool>} */ ({
    i: "trouble",
    z: "seats",
    x: "entries",
    o: "floor",
  });

  /** @param {string} key @returns {boolean} whether it meant something */
  function meant(key) {
    const tool = TOOLS[key];
    if (tool) {
      press(tool);
      return true;
    }
    const now = panel();
    if (!now) return dock.press(key);
    if (now === requests && requests.press(key)) return true;
    if (key === " " || key === "Enter") return dock.pressMain();
    const seat = /^[1-6]$/.test(key) ? Number(key) : 0;
    if (seat && now === trouble && trouble.pick(seat, true)) return true;
    if (now === seats && seats.step(key)) return true;
    if (seat && now === seats) return seats.pick(seat);
    const turn = { ArrowUp: "newer", ArrowDown: "older" }[key];
    const wanted = turn ? `[data-turn="${turn}"]` : `[data-key="${CSS.escape(key)}"]`;
    const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`#dock ${wanted}:not([disabled])`));
    button?.click();
    return button !== null;
  }

  const ask = lockWhenGone("deal");
  line.addEventListener("down", () => {
    lost = words.deal.lost;
    root.toggleAttribute("data-down", true);
    announce(lost, { assertive: true });
    if (post.frame) draw();
  });
  line.addEventListener("up", () => {
    lost = "";
    root.toggleAttribute("data-down", false);
    if (post.frame) draw();
    void ask();
  });
  line.addEventListener("error", (event) => {
    const { code, table } = /** @type {CustomEvent} */ (event).detail;
    if (code === "not_found" && table === name) replace(loading, say(words.deal.noSuchTable, { name }));
  });
  const heads = new Heads((finding) => {
    alarm = words.common.record[finding];
    if (post.frame) draw();
  });
  line.addEventListener("up", () => heads.again());
  line.addEventListener("head", (event) => heads.told(/** @type {CustomEvent} */ (event).detail));
  /** @type {Wire.Rejection | null} */
  let refusal = null;
  post.subscribe(() => {
    if (refusal === post.refusal) return;
    refusal = post.refusal;
    if (["wrong_role", "no_session", "not_your_duty", "disabled"].includes(refusal?.code ?? "")) ask();
  });
  line.connect();
  post.watch();
}

/** Without a table in the address, list the tables. */
function choose() {
  const list = h("ul.table-choice");
  $("#main").before(h("b7-shell", { "data-page": "deal" }));
  void import("../kit/shell.js"); // a dealing tablet has no links to other pages
  replace($("#main"), h("section.panel.narrow", h("h1", { text: words.deal.choose }), list));
  connection().lobby((/** @type {Wire.Listing[]} */ tables) =>
    replace(
      list,
      ...(tables.length
        ? tables.map((table) =>
            h(
              "li",
              h(
                "a",
                { class: "button", href: `/deal/${encodeURIComponent(table.name)}` },
                h("strong", { text: table.name }),
                h("span", { class: "note", text: `${table.house_name} · ${words.floor.phase[table.phase]}` }),
              ),
            ),
          )
        : [h("li", { class: "dim", text: words.deal.noTables })]),
    ),
  );
  connection().connect();
}

await toConsole(name);
const [me] = await Promise.all([requireWork("deal"), load(), loadTerms()]);
if (me && name) console_(me);
else if (me) choose();
