/** The lobby: play with one click, the room's tables, and a practice table. */
import "../kit/shell.js";
import { announce } from "../kit/announce.js";
import { get, post } from "../kit/api.js";
import { $, h, redraw, replace } from "../kit/dom.js";
import { ensureGuest, hasDuty, me } from "../kit/session.js";
import { connection } from "../kit/socket.js";
import { say, words } from "../kit/words.js";
import { FIRST_COMPANY, practiceForm } from "../lobby/practice.js";
import { tableRow } from "../lobby/tables.js";
import { nicknameField } from "../kit/nickname.js";
import { vignette } from "../lobby/vignette.js";

const told = words.lobby;

/** @param {string} table @param {boolean} [sit] */
const enter = (table, sit = false) => location.assign(`/table/${encodeURIComponent(table)}${sit ? "?sit" : ""}`);

const problem = h("p", { class: "problem", role: "alert" });
const playNow = h("button", { class: "button go big", id: "play-now", text: told.playNow });
const invitation = h("div.hero-acts", playNow, h("p", { class: "hero-note", text: told.playNowNote }));
const nickname = h("div.hero-name");
const named = nicknameField();
const count = h("span.count.dim");
const list = h("ul.tables", h("li", { class: "empty panel", text: told.loading }));
const own = h("div.own-place");

/** Players at their own practice table return to it. */
let mine = "";
playNow.addEventListener("click", async () => {
  if (mine) return enter(mine);
  problem.textContent = "";
  playNow.disabled = true;
  playNow.textContent = told.playNowWait;
  try {
    await ensureGuest(named.input.value);
    const opened = await post("/api/practice", { bots: FIRST_COMPANY });
    enter(opened.table);
  } catch (error) {
    problem.textContent = /** @type {Error} */ (error).message;
    playNow.disabled = false;
    playNow.textContent = told.playNow;
  }
});

replace(
  $("#main"),
  h(
    "section.hero",
    h(
      "div.hero-words",
      h("h1", { text: told.hero }),
      h("p", { class: "hero-text", text: told.heroText }),
      nickname,
      invitation,
      problem,
      h("ul.hero-points", ...told.heroPoints.map(([what, how]) => h("li", h("b", { text: what }), ` ${how}`))),
    ),
    h("div.hero-picture", vignette()),
  ),
  h(
    "section",
    { class: "room", "aria-labelledby": "tables-title" },
    h("div.section-head", h("h2", { id: "tables-title", text: told.tables }), count),
    list,
  ),
  h(
    "section",
    { class: "own", id: "practice", "aria-labelledby": "own-title", hidden: true },
    h("div.section-head", h("h2", { id: "own-title", text: told.own })),
    h("p", { class: "dim own-text", text: told.ownText }),
    own,
  ),
);

/** @type {Wire.Me | null} */
let person = null;
/** @type {Wire.Listing[] | null} */
let tables = null;

/** @param {Wire.Listing} table @param {HTMLElement} control */
async function sit(table, control) {
  control.setAttribute("disabled", "");
  try {
    if (table.play_money) await ensureGuest(named.input.value);
    else if (!(await me()).person)
      return location.assign(`/login?next=${encodeURIComponent(`/table/${encodeURIComponent(table.name)}?sit`)}`);
    enter(table.name, true);
  } catch (error) {
    announce(/** @type {Error} */ (error).message, { assertive: true });
    control.removeAttribute("disabled");
  }
}

/** Draw this after the tables above it, so that nothing moves under a finger. */
function offer() {
  const guest = !person || (person.play_money && !person.kept_out); // Practice is for guests' play money.
  $("#practice").hidden = !tables || !own.childElementCount || !guest;
}

function draw() {
  if (!tables) return;
  offer();
  if (person) invite(person);
  const yoursFirst = [...tables].sort((a, b) => Number(b.yours) - Number(a.yours));
  const open = tables.filter(({ phase }) => phase !== "closed").length;
  count.textContent = open ? say(told.tablesOpen, { count: open }) : "";
  mine = tables.find((table) => table.practice && table.players.includes(person?.person?.name ?? ""))?.name ?? "";
  if (!playNow.disabled) playNow.textContent = mine ? told.backToTable : told.playNow;
  redraw(
    list,
    ...(tables.length
      ? yoursFirst.map((table) => tableRow(table, person, sit))
      : [
          h(
            "li.empty.panel",
            h("p", { class: "empty-title", text: told.noTables }),
            h("p", { class: "dim", text: told.noTablesText }),
          ),
        ]),
  );
}

/** Staff do not play. Link to their work instead. @param {Wire.Me} here */
function welcome(here) {
  person = here;
  invite(here);
  offer();
  draw();
}

/**
 * An account plays with chips of the cage, so its way in is a seat at a table that takes them.
 * @param {Wire.Me} here
 */
function seatFor(here) {
  if (!tables) return [h("p", { class: "hero-note", text: told.loading })];
  const name = here.person?.name ?? "";
  const money = tables.filter((table) => table.play_money === here.play_money && table.phase !== "closed");
  const seated = money.find((table) => table.players.includes(name));
  const free = money.find((table) => table.players.some((player) => !player));
  if (seated)
    return [
      h("a", {
        class: "button go big",
        id: "take-seat",
        href: `/table/${encodeURIComponent(seated.name)}`,
        text: told.backToTable,
      }),
    ];
  if (here.kept_out) return [h("p", { class: "hero-note", text: here.kept_out.reason })];
  if (!free) return [h("p.hero-note", h("b", { text: told.noMoneyTable }), ` ${told.noMoneyTableNote}`)];
  return [
    h("a", {
      class: "button go big",
      id: "take-seat",
      href: `/table/${encodeURIComponent(free.name)}?sit`,
      text: say(told.takeSeat, { table: free.name }),
    }),
    h("p", { class: "hero-note", text: told.takeSeatNote }),
  ];
}

/** A guest's name, suggested or chosen. @param {Wire.Me} here */
function greet({ person: someone }) {
  const w = words.account.nickname;
  if (!someone) {
    if (nickname.contains(named.element)) return;
    replace(nickname, named.element);
    return void named.suggest();
  }
  const [before, after] = w.playing.split("{name}");
  const link = h("a", { href: "/me", text: w.change });
  replace(nickname, ...(someone.guest ? [h("span", before, h("b", { text: someone.name }), after), " ", link] : []));
}

/** The destination of the large button, by who is here. @param {Wire.Me} here */
function invite(here) {
  greet(here);
  if (hasDuty(here, "deal")) replace(invitation, h("p", { class: "hero-note", text: told.staffDealer }));
  else if (!hasDuty(here, "play"))
    replace(
      invitation,
      h("a", { class: "button go big", href: here.home, text: told.toWork[here.home] }),
      h("p", { class: "hero-note", text: told.staffOther }),
    );
  else if (!here.play_money || here.kept_out) {
    if (invitation.contains(playNow)) replace(invitation);
    redraw(invitation, ...seatFor(here));
  } else if (
    !invitation.contains(playNow) ||
    Boolean(here.person) === Boolean(invitation.querySelector("[href='/login']"))
  )
    replace(
      invitation,
      playNow,
      h(
        "p.hero-note",
        told.playNowNote,
        ...(here.person ? [] : [" ", h("a", { href: "/login", text: told.signInStaff })]),
      ),
    );
}

const line = connection();
line.addEventListener("me", (event) => welcome(/** @type {CustomEvent} */ (event).detail));
line.addEventListener("down", () => {
  if (!tables) replace(list, h("li", { class: "empty panel", text: told.lost }));
});
line.lobby((now) => {
  tables = now;
  draw();
});
line.connect();

try {
  const [here, { houses, first }] = await Promise.all([me(), get("/api/houses")]);
  replace(
    own,
    practiceForm(
      houses,
      houses.find(({ id }) => id === first) ?? houses[0],
      (table) => enter(table),
      () => named.input.value,
    ),
  );
  welcome(here);
} catch (error) {
  problem.textContent = /** @type {Error} */ (error).message;
}
