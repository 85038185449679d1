/** The odds explorer: choose a house and a stake, change a pay table, and see the exact effect. */
import "../felt/card.js";
import "../kit/shell.js";
import { announce } from "../kit/announce.js";
import { get } from "../kit/api.js";
import { $, h, replace } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { charts } from "../odds/charts.js";
import { controls } from "../odds/controls.js";
import { figures } from "../odds/figures.js";

const told = words.odds;
const PAUSE = 220; // A dragged slider requests figures once it rests.
const main = $("#main");
const side = h("div.odds-side");
const sums = h("div.odds-sums.panel");
const problem = h("p", { class: "fault", role: "alert" });
const changedNote = h("p", { class: "changed-note", hidden: true, text: told.changedNote });
const progress = h("div", { class: "progress", role: "status" });
const drawings = charts();
const results = h(
  "div",
  { class: "odds-results", "aria-busy": "true" },
  progress,
  problem,
  changedNote,
  sums,
  ...drawings.elements,
);

replace(
  main,
  h("header.odds-head", h("h1", { text: told.heading }), h("p", { class: "dim", text: told.lead })),
  h("div.odds-body", side, results),
  h("details.how", h("summary", { text: told.how }), h("p", { text: told.howText })),
);

/** @type {Wire.HouseSummary[]} */
let houses = [];
let first = "";
/** @type {Wire.House | null} */
let house = null;
/** @type {ReturnType<typeof controls> | null} */
let board = null;
let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;
/** The rules for which the edges by stake were requested. A new request needs new rules. */
let stakesShown = "";
/** @type {Wire.EdgeAtAnte[]} */
let stakesList = [];
/** The list of starts is long, so it is fetched when its chart is near the viewport. */
let near = false;

function busy(/** @type {boolean} */ on) {
  results.setAttribute("aria-busy", String(on));
  progress.textContent = on ? told.computing : "";
}

async function ask() {
  if (!board || !house) return;
  const { name } = house;
  const turn = (asked += 1);
  const { ante, beside, set } = board.wish();
  const down = Object.entries(beside).filter(([, cents]) => cents);
  const bets = down.map(([bet, cents]) => `&side_bet=${encodeURIComponent(`${bet}=${cents}`)}`).join("");
  const changes = set.map((change) => `&set=${encodeURIComponent(change)}`).join("");
  const id = encodeURIComponent(house.id);
  const key = `${house.id}${changes}`;
  busy(true);
  try {
    const [odds, all, edges] = await Promise.all([
      get(`/api/odds/${id}?ante=${ante}${bets}${changes}`),
      near ? get(`/api/odds/${id}/starts?ante=${ante}${changes}`) : null,
      key === stakesShown ? null : get(`/api/odds/${id}/stakes?${changes.slice(1)}`),
    ]);
    if (turn !== asked) return; // A newer request was made meanwhile.
    problem.textContent = "";
    changedNote.hidden = set.length === 0;
    replace(sums, figures(odds, down.length > 0));
    drawings.showOdds(odds);
    if (all) drawings.showStarts(all.starts, ante);
    if (edges) stakesList = edges.stakes;
    drawings.showStakes(stakesList, ante);
    stakesShown = key;
    announce(say(told.ready, { house: name, ante: dollars(ante) }));
  } catch (error) {
    if (turn === asked) problem.textContent = /** @type {Error} */ (error).message;
  } finally {
    if (turn === asked) busy(false);
  }
}

function later() {
  busy(true);
  clearTimeout(resting);
  resting = setTimeout(() => void ask(), PAUSE);
}

/** @param {string} id @param {boolean} [push] */
async function open(id, push = false) {
  if (!houses.some((known) => known.id === id)) return unknown(id);
  try {
    house = await get(`/api/houses/${encodeURIComponent(id)}`);
  } catch (error) {
    problem.textContent = /** @type {Error} */ (error).message;
    return busy(false);
  }
  $("b7-shell").dataset.house = house.id;
  document.title = `${house.name} · ${told.title} · ${words.common.brand}`;
  if (push) history.pushState(null, "", `/odds/${encodeURIComponent(house.id)}`);
  board = controls(houses, house, { onHouse: (next) => void open(next, true), onChange: later });
  const refocus = side.contains(document.activeElement);
  replace(
    side,
    board.element,
    h("p", h("a", { href: `/rules/${encodeURIComponent(house.id)}`, text: told.readRules })),
    h("p", h("a", { href: `/api/papers/par/${encodeURIComponent(house.id)}`, text: told.report })),
  );
  if (refocus) $("#house").focus();
  await ask();
}

/** An unknown house has no figures. Links to the others remain. @param {string} id */
function unknown(id) {
  const links = houses.map((known) =>
    h("a", { class: "button", href: `/odds/${encodeURIComponent(known.id)}`, text: known.name }),
  );
  replace(
    main,
    h("h1", { text: say(words.rules.unknownHouse, { id }) }),
    h("nav", { class: "row", "aria-label": told.houses }, ...links),
  );
}

const approach = new IntersectionObserver(
  (seen, observer) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    near = true;
    if (board) void ask();
  },
  { rootMargin: "0px" },
);

const wished = () => decodeURIComponent(location.pathname.split("/")[2] ?? "");
addEventListener("popstate", () => void open(wished() || first));
try {
  ({ houses, first } = await get("/api/houses"));
  await open(wished() || first);
  approach.observe(drawings.elements[0]);
} catch (error) {
  problem.textContent = /** @type {Error} */ (error).message;
  busy(false);
}
