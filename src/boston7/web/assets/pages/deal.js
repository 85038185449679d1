/** The dealer's console: /deal/{table}. */
import { announce } from "../kit/announce.js";
import { get } from "../kit/api.js";
import { load } from "../kit/catalogue.js";
import { loadTerms } from "../kit/denominations.js";
import { $, h, replace } from "../kit/dom.js";
import { keyTarget } from "../kit/key-target.js";
import { dollars } from "../kit/money.js";
import { hasDuty, requireWork, toConsole } from "../kit/session.js";
import { connection } from "../kit/socket.js";
import { say, words } from "../kit/words.js";
import { Dock } from "../dealer/dock.js";
import { EntriesDialog } from "../dealer/entries.js";
import { TypeAhead } from "../dealer/keys.js";
import { layout } from "../dealer/layout.js";
import { lockWhenGone } from "../dealer/lock.js";
import { drawLast, drawPay } from "../dealer/pay.js";
import { Requests } from "../dealer/requests.js";
import { DealerStore } from "../dealer/store.js";
import { SeatsDialog } from "../dealer/seats.js";
import { StaffLine } from "../dealer/staff.js";
import { drawSteps } from "../dealer/steps.js";
import { TroubleDialog } from "../dealer/trouble.js";
import "../felt/felt.js";
import "../kit/shell.js";

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
document.title = `${name ? `${name} · ` : ""}${words.deal.title} · ${words.common.brand}`;

/** @param {Wire.Me} me */
function console_(me) {
  const line = connection();
  const post = new DealerStore(line, name);
  new TypeAhead(post);
  const { root, loading, steps, felt, staffPlace, dockPlace, pay, last, wrong, where, lost } = layout();
  replace($("#main"), loading, lost, root);
  const shell = $("b7-shell");
  $(".shell-info").append(where);
  shell.dataset.table = name;
  felt.facing = "dealer";
  felt.mySeat = null;
  const seats = new SeatsDialog(post);
  const trouble = new TroubleDialog(post);
  const entries = new EntriesDialog(post);
  const requests = new Requests(post, { chips: true });
  const dock = new Dock(post, { onSeats: () => seats.open(), onEntries: (number) => entries.open(number) });
  dockPlace.append(requests.element, dock.element);
  const staff = new StaffLine(post, me.person && hasDuty(me, "deal") ? me.person.name : "", me.console);
  staffPlace.append(staff.element);
  document.body.append(seats.element, trouble.element, entries.element);
  wrong.addEventListener("click", () => trouble.open());
  // After a finger or mouse, Space is for the table, not for the last button.
  root.addEventListener("click", (event) => event.detail && keyTarget(event.target).closest("button")?.blur(), true);
  if (hasDuty(me, "roster"))
    get("/api/people").then(
      ({ people }) => seats.know(people.filter((each) => each.plays).map((each) => each.name)),
      () => {},
    );

  let shown = -1;
  let byResults = -1; // Keyed results take less room than cards.
  post.subscribe(() => {
    const frame = post.frame;
    if (!frame) return;
    const { view } = frame;
    loading.hidden = true;
    root.hidden = false;
    root.dataset.phase = view.phase;
    root.toggleAttribute("data-live", view.live);
    if (["three_card_bonus", "showdown"].includes(view.phase) && post.offers.some((offer) => offer.choices.length))
      byResults = view.round;
    root.toggleAttribute("data-results", byResults === view.round);
    felt.toggleAttribute("best-five", Boolean(frame.best_five));
    shell.dataset.house = view.house.split("@")[0] ?? "";
    if (frame.version !== shown) {
      if (frame.steps.length && shown >= 0) felt.play(frame.steps, view, {});
      else felt.show(view);
      if (shown >= 0 && frame.steps.length) announce(frame.steps.map((step) => step.say).join(" "));
      shown = frame.version;
    }
    where.textContent = say(words.deal.where, {
      name,
      round: view.round,
      tray: view.tray === null ? words.deal.trayOpen : dollars(view.tray),
    });
    felt.free = post.offers.flatMap(({ type, command }) => (type === "sit" && command.seat ? [command.seat] : []));
    drawSteps(steps, post);
    requests.update();
    dock.update();
    staff.update();
    drawPay(pay, post);
    drawLast(last, post);
    seats.update();
    trouble.update();
    entries.update();
  });
  felt.addEventListener("seat", (event) => seats.open(/** @type {CustomEvent} */ (event).detail.seat));
  felt.addEventListener("spot", (event) => dock.choose(/** @type {CustomEvent} */ (event).detail.seat));

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !post.frame) return;
    const target = keyTarget(event.target);
    if (
      document.querySelector("dialog[open]") ||
      target.closest("input, textarea, select, summary, [contenteditable], [popover]")
    )
      return;
    if ((event.key === " " || event.key === "Enter") && target.closest("button, a, [role=button]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const doors = { i: trouble, s: seats, ...(post.view.live ? { x: entries } : {}) };
    const door = /** @type {Record<string, {open: () => void}>} */ (doors)[key];
    const meant = dock.press(key) || (door && (door.open(), true));
    if (meant) event.preventDefault();
  });

  addEventListener("resize", () => post.frame && drawSteps(steps, post));

  const ask = lockWhenGone("deal");
  line.addEventListener("down", () => {
    lost.hidden = false;
    root.toggleAttribute("data-down", true);
    announce(words.deal.lost, { assertive: true });
  });
  line.addEventListener("up", () => {
    lost.hidden = true;
    root.toggleAttribute("data-down", false);
  });
  line.addEventListener("up", ask);
  line.addEventListener("error", (event) => {
    const { code, table } = /** @type {CustomEvent} */ (event).detail;
    if (code === "not_found" && table === name) replace(loading, say(words.deal.noSuchTable, { name }));
  });
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
