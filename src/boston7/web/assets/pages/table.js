/** A player's table: the felt above, your own place below. */
import "../felt/card.js";
import "../felt/felt.js";
import "../kit/shell.js";
import { backIn, promptFor } from "../table/choices.js";
import { announce } from "../kit/announce.js";
import { ApiError, get, post } from "../kit/api.js";
import { lying } from "../kit/bets.js";
import { load } from "../kit/catalogue.js";
import { useChips } from "../kit/chips.js";
import { $, h, replace } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { OwnText } from "../kit/own-text.js";
import { prefs } from "../kit/prefs.js";
import { promiseOf } from "../table/promise.js";
import { ensureGuest, me as whoAmI } from "../kit/session.js";
import { PlayerStore } from "../table/store.js";
import { connection } from "../kit/socket.js";
import { play } from "../table/sound.js";
import { netOf } from "../kit/step.js";
import { wagerName } from "../kit/wagers.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";
import { Acts } from "../table/acts.js";
import { Auto } from "../table/auto.js";
import { Coach } from "../table/coach.js";
import { buyIn, cashOut, leave, shortcuts } from "../table/dialogs.js";
import { FoldQuestion } from "../table/fold.js";
import { Guide } from "../table/guide.js";
import { Hand } from "../table/hand.js";
import { listenForKeys } from "../table/keys.js";
import { Notice } from "../table/notice.js";
import { Fairness, openHistory } from "../table/papers.js";
import { openPays } from "../table/pays.js";
import { Rail } from "../table/rail.js";
import { Result } from "../table/result.js";
import { Stage } from "../table/stage.js";
import { Ticker } from "../table/ticker.js";
import { Timer } from "../table/timer.js";
import { sound, speak } from "../table/voice.js";

/** @typedef {import("../kit/bets.js").Spot} Spot */

const name = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const line = connection();
const felt = /** @type {import("../felt/felt.js").FeltElement} */ ($("#felt"));
const shell = $("b7-shell");
const w = words;

const sitting = new PlayerStore(name, line);
const timer = new Timer(() => line.serverNow());
const rail = new Rail($("#rail"), sitting, {
  felt,
  choose: (cents) => sitting.choose(cents),
  more: {
    buyIn: () => buyIn(sitting),
    cashOut: () => cashOut(sitting),
    leave: () => leave(sitting),
    coach: toggleCoach,
    guide: () => guide.again(),
    invite: async () => (await import("../table/invite.js")).invite(name, Boolean(sitting.shown?.practice)),
    shortcuts,
  },
});
const hand = new Hand($("#hand"), sitting, () => result.toggle());
const fold = new FoldQuestion(sitting);
const guide = new Guide(sitting);
const auto = new Auto(sitting, () => sitting.changed());
const acts = new Acts($("#acts"), sitting, {
  timer: timer.element,
  auto: [auto.button, auto.panel, auto.stopper],
  fold,
  sit,
  guest,
  buyIn: () => buyIn(sitting),
  leave: () => leave(sitting),
  coach: toggleCoach,
  showing: () => stage.busy,
  hurry: () => felt.hurry(),
  rebets: () => auto.on.has("rebet"),
});
const ticker = new Ticker($("#ticker"), sitting);
const result = new Result($("#result"));
const coach = new Coach($("#coach"));
const notice = new Notice($("#veil"), $("#banner"), sitting, guest);
const ownText = new OwnText(name, line, { changed: () => fairness.render() });
const fairness = new Fairness($("#fairness"), $("#fairness-panel"), sitting, ownText);
const stage = new Stage(felt, { step, shown });

$("#history").textContent = w.history.button;
$("#pays").textContent = w.pays.button;
$("#title").textContent = say(w.heading, { table: name });
shell.dataset.table = name;
$("#history").addEventListener("click", () => openHistory(sitting));
$("#pays").addEventListener("click", () => openPays(sitting.house));
$("#keys").addEventListener("click", shortcuts);
prefs.addEventListener("change", () => sitting.changed());
sitting.subscribe(render);

// What comes from the table

let askingHouse = false;
let followed = "";
line.addEventListener("me", (event) => sitting.know(/** @type {CustomEvent<Wire.Me>} */ (event).detail));
line.addEventListener("up", () => {
  sitting.setLine(true);
  if (sitting.newest) announce(w.say.up);
  notice.line(true);
});
line.addEventListener("down", () => {
  sitting.setLine(false);
  announce(w.say.down, { assertive: true });
  notice.line(false);
});
line.watch(name, { offers: true }, (frame) => {
  sitting.hear(frame);
  void ownText.hear(frame); // Set this before the first frame, because the deal waits for it.
  followHouse();
  stage.push(frame);
});
line.connect();
void load().then(() => sitting.changed());
void loadHouse();

/** The newest version of the table's house, fetched once each. */
function followHouse() {
  const version = sitting.newest?.view.version ?? "";
  if (version !== sitting.house?.version && version !== followed) void loadHouse(version);
}

/** @param {string} [version] the version of the house to fetch */
async function loadHouse(version = "") {
  if (askingHouse) return;
  askingHouse = true;
  let house;
  try {
    house = await get(`/api/tables/${encodeURIComponent(name)}/house`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) sitting.miss();
    return;
  } finally {
    askingHouse = false;
  }
  followed = version;
  sitting.useHouse(house);
  followHouse(); // The table may have changed its house meanwhile.
  useChips(house.limits.chips);
  shell.dataset.house = house.id;
  felt.setAttribute("promise", promiseOf(house));
  const { table_minimum: low, table_maximum: high } = house.limits;
  const most = house.maximum_payout?.amount;
  const limits = say(w.limits, { low: dollars(low), high: dollars(high) });
  const maximum = (/** @type {string} */ template, /** @type {string} */ none) =>
    most ? say(template, { amount: dollars(most) }) : none;
  replace(
    $("#info"),
    h("span", { text: house.name }),
    h("span", { class: "wide", text: name }),
    h("span", { text: limits }),
    h("span", { class: "wide", text: maximum(w.maximum, w.noMaximum) }),
    h("span", { class: "slim", "aria-hidden": "true", text: maximum(w.maximumShort, w.noMaximumShort) }),
  );
  replace(
    $("#notices"),
    ...(house.notices ?? []).map((/** @type {string} */ text) => h("p", { class: "house-notice", text })),
  );
}

/** Handle an event as it lands on the felt. @param {Wire.Step} happened */
function step(happened) {
  const { event, say: text, clause, view } = happened;
  sitting.step(happened);
  const seat = sitting.seat;
  const mine = seat !== null && (event.seat === seat.number || event.to === seat.number);
  ticker.round(view.round);
  ticker.add(event.type, { text, clause, amount: netOf(happened) }, { round: view.round, mine });
  speak(sitting, event, text, mine);
  sound(happened, mine);
}

/** @param {Wire.Frame} frame */
function shown(frame) {
  const asked = sitting.mustChoose;
  sitting.show(frame);
  ticker.round(frame.view.round);
  if (frame.since === null && ticker.empty) {
    const text = backIn(frame.view, sitting.offers);
    if (text) ticker.add("back", { text }, { round: frame.view.round, mine: sitting.seat !== null });
  }
  if (sitting.mustChoose && !asked) {
    announce(say(w.say.decide, { prompt: promptFor(frame.view, sitting.offers) }), { assertive: true });
    play("turn");
  }
}

// What the player does

felt.addEventListener("spot", (event) => {
  const { seat, wager } = /** @type {CustomEvent} */ (event).detail;
  if (seat !== sitting.seatNow?.number) return;
  const second = acts.shown.find(placesSecond);
  if (wager === "second" && second) return acts.press(second.name);
  place(wager, sitting.chip);
});
felt.addEventListener("chip-drop", (event) => {
  const { wager, cents } = /** @type {CustomEvent} */ (event).detail;
  sitting.choose(cents);
  place(wager, cents);
});
felt.addEventListener("seat", (event) => sit(/** @type {CustomEvent} */ (event).detail.seat));
listenForKeys(sitting, {
  acts,
  hand,
  place,
  leave: () => leave(sitting),
  history: () => openHistory(sitting),
  pays: () => openPays(sitting.house),
  shortcuts,
  stop: () => acts.notEarly() || auto.stop(),
  hurry: () => felt.hurry(),
});

// After a press on chip or spot the Enter key belongs to the wager again; focus reached by Tab stays.
addEventListener("click", (event) => {
  const pressed = /** @type {Element} */ (event.target).closest(".tray-chip, .felt-spot");
  if (pressed && event.detail > 0) /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
});

/** @param {Spot} spot @param {number} cents */
function place(spot, cents) {
  if (sitting.put(spot, cents)) {
    play("chip");
    const amount = dollars(lying(sitting.wagers, spot));
    announce(say(w.say.spot, { spot: wagerName(spot, sitting.view?.layout), amount }));
  }
}

/** @param {number} seat */
async function sit(seat) {
  if (sitting.seatNow) return;
  if (!sitting.me?.person) await guest();
  const by = sitting.me?.person;
  if (!by) return;
  if (sitting.mustAsk) return askForSeat();
  if (await sitting.act({ type: "sit", seat, player: by.name }))
    waitFor(
      () => sitting.seatNow !== null && !sitting.busy,
      () => sitting.seatNow?.rail === 0 && buyIn(sitting),
    );
}

/** The owner of a practice table decides who may sit there. */
async function askForSeat() {
  if (sitting.hasAsked) return;
  try {
    await post(`/api/tables/${encodeURIComponent(name)}/seat-requests`);
  } catch (error) {
    sitting.refuse({ reason: /** @type {Error} */ (error).message, clause: "" });
  }
}

let asking = 0;

/** People who wait for my answer. */
async function requests() {
  const names = (sitting.isOwner && sitting.newest?.asking) || [];
  if (names.length === 0 && !asking) return;
  asking = names.length;
  (await import("../table/requests.js")).showRequests($("#requests"), sitting, names);
}

async function guest() {
  try {
    const here = await whoAmI();
    if (here.person) sitting.know(here);
    else {
      const { askNickname } = await import("../kit/nickname.js"); // only for requests from other people
      await askNickname(async (wanted) => sitting.know(await ensureGuest(wanted)));
    }
  } catch (error) {
    sitting.refuse({ reason: error instanceof ApiError ? error.reason : String(error), clause: "" });
  }
}

function toggleCoach() {
  prefs.set("coach", prefs.get("coach") === "on" ? "off" : "on");
  acts.focus();
}

// Closing the settings also returns the keyboard to the game, unless the focus was moved elsewhere.
document.getElementById("shell-settings")?.addEventListener("toggle", (event) => {
  const at = document.activeElement;
  const left = !at || at === document.body || at.matches("[popovertarget=shell-settings], #shell-settings *");
  if (/** @type {ToggleEvent} */ (event).newState === "closed" && left) acts.focus();
});

/** @type {(() => void)[]} */
let waiters = [];

/**
 * Show it as soon as the page has it.
 * @param {() => boolean} when
 * @param {() => void} then
 */
function waitFor(when, then) {
  const look = () => {
    if (!when()) return;
    waiters = waiters.filter((waiter) => waiter !== look);
    then();
  };
  waiters.push(look);
  look();
}

// From the lobby, by its button "Sit": only once, not after a reload.
if (new URLSearchParams(location.search).has("sit")) {
  history.replaceState(null, "", location.pathname);
  waitFor(
    () => Boolean(sitting.shown && sitting.me && sitting.house),
    () => acts.freeSeat()[0]?.press(),
  );
}

// What the page shows

let refused = "";
/** @type {string | null} */
let pointed = null;

/** @param {{name: string}} act */
function placesSecond({ name }) {
  return name === "place_second" || name === "buy_second";
}

/** The spot where the next chip belongs. */
function point() {
  const wants = acts.shown.some(placesSecond) ? "second" : sitting.bounds && !sitting.wagers.ante ? "ante" : null;
  if (wants !== pointed) felt.highlight((pointed = wants));
}

function render() {
  if (felt.pending !== sitting.pending) felt.pending = sitting.pending;
  felt.free = sitting.freeSeats;
  felt.toggleAttribute("best-five", Boolean(sitting.newest?.best_five));
  acts.render();
  point();
  hand.render();
  rail.render();
  result.render(sitting);
  notice.render();
  fairness.render();
  void coach.render(sitting);
  void requests();
  const { newest, view } = sitting;
  // Show no clock for a phase that is not shown yet, or while browsers contribute to the shuffle.
  const current = newest !== null && newest.view.phase === view?.phase && view.phase !== "shuffling";
  // Spectators have no decision to make, and a countdown without text would be unclear.
  timer.set(current && sitting.seat ? newest.due : null, sitting.waitedFor);
  const title = say(w.title, { table: name });
  document.title = sitting.waitedFor ? say(w.turnTitle, { title }) : title;
  if (sitting.view) document.body.dataset.phase = sitting.view.phase;
  document.body.toggleAttribute("data-seated", sitting.seat !== null);
  document.body.toggleAttribute("data-practice", Boolean(sitting.shown?.practice));
  const { refusal } = sitting;
  const said = refusal ? say(w.say.refused, { reason: refusal.reason, clause: refusal.clause }) : "";
  if (said && said !== refused) announce(said, { assertive: true });
  refused = said;
  for (const waiter of [...waiters]) waiter();
  auto.render(acts);
  fold.render();
  guide.render();
}

render();
