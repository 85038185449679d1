// @ts-check
/** Your account: what you have, the limits you set yourself, your rounds, and the way out. */
import "../kit/shell.js";
import { announce } from "../kit/announce.js";
import { post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { $, failed, h, replace } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { becameSomeone, ensureGuest, forTheBroke, hasDuty, me } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { codeField, field, labelled, passwordHint } from "../kit/ask.js";
import { breakPanel, limitsPanel } from "../account/limits.js";
import { roundsPanel } from "../account/rounds.js";
import { factorPanel, pinPanel, sessionsPanel } from "../account/security.js";

/** @typedef {import("../kit/wire.js").Me} Me */

const told = words.account;
const main = $("#main");

async function logOut() {
  becameSomeone(await post("/api/logout"));
  location.assign("/");
}

/** @param {Me} here */
function passwordPanel(here) {
  const problem = h("p", { class: "fault", role: "alert" });
  const form = h(
    "form",
    { class: "password-form", novalidate: true, "data-form": "change-password" },
    field("old", told.oldPassword, { type: "password", autocomplete: "current-password" }),
    field("new", told.newPassword, { type: "password", autocomplete: "new-password", "aria-describedby": "new-hint" }),
    here.second_factor ? codeField() : null,
    h("button", { class: "button", type: "submit", text: told.change }),
    h("p", { class: "dim", id: "new-hint", text: passwordHint() }),
    problem,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    problem.textContent = "";
    try {
      becameSomeone(
        await post("/api/password", {
          old: String(given.get("old")),
          new: String(given.get("new")),
          code: String(given.get("code") ?? ""),
        }),
      );
      announce(told.passwordChanged);
      location.assign("/login?changed");
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  return h(
    "section",
    { class: "panel", "aria-labelledby": "password-title" },
    h("h2", { id: "password-title", text: here.temporary ? told.choosePassword : told.changePassword }),
    h("p", { class: "dim", text: here.temporary ? told.choosePasswordText : told.changePasswordText }),
    form,
  );
}

/** What lies at the cage; new play money for a guest who would get it. @param {Me} here */
function money(here) {
  const problem = h("p", { class: "fault", role: "alert" });
  const again = h("button", { class: "button small", text: told.stakeAgain });
  void forTheBroke(again, here);
  again.addEventListener("click", async () => {
    try {
      show(await post("/api/me/stake"));
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  return h(
    "div",
    { class: "me-money" },
    h("p", { class: "eyebrow", text: told.balance }),
    h("p", { class: "big-money", text: dollars(here.balance) }),
    h("p", { class: "dim", text: told.balanceText }),
    again,
    problem,
  );
}

/** A guest's name, to be changed. @param {Me} here */
function namePanel(here) {
  const w = told.nickname;
  const problem = h("p", { class: "fault", role: "alert" });
  const input = h("input", {
    name: "nickname",
    maxlength: BOUNDS.name,
    autocomplete: "nickname",
    spellcheck: "false",
    value: here.person?.name ?? "",
    "aria-describedby": "nickname-hint",
  });
  const form = h(
    "form",
    { class: "password-form", novalidate: true, "data-form": "own-name" },
    labelled(w.label, input),
    h("button", { class: "button", type: "submit", text: w.save }),
    h("p", { class: "dim", id: "nickname-hint", text: w.hint }),
    problem,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      const now = becameSomeone(await put("/api/me/name", { name: input.value.trim() }));
      show(now);
      announce(say(w.saved, { name: now.person?.name ?? "" }));
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  return h(
    "section",
    { class: "panel", "aria-labelledby": "name-title" },
    h("h2", { id: "name-title", text: w.label }),
    form,
  );
}

/** @param {Me} here */
function show(here) {
  const { person } = here;
  if (!person) {
    const guest = h("button", { class: "button", text: told.guest });
    guest.addEventListener("click", async () => {
      await ensureGuest();
      location.reload();
    });
    return replace(
      main,
      h(
        "section",
        { class: "panel narrow" },
        h("h1", { text: told.nobody }),
        h("p", { class: "dim", text: told.nobodyText }),
        h("div", { class: "row" }, h("a", { class: "button go", href: "/login?next=/me", text: told.logIn }), guest),
      ),
    );
  }
  const plays = hasDuty(here, "play");
  const roles = /** @type {Record<string, string>} */ (told.roles);
  const out = h("button", { class: "button", text: told.logOut, on: { click: logOut } });
  const head = h(
    "section",
    { class: "panel me-head" },
    h(
      "div",
      { class: "me-who" },
      h("h1", { text: person.name }),
      h("p", { class: "dim", text: person.guest ? told.guestBadge : (roles[person.role] ?? person.role) }),
    ),
    plays ? money(here) : null,
    out,
  );
  if (here.temporary) return replace(main, head, passwordPanel(here));
  replace(
    main,
    head,
    person.guest ? namePanel(here) : null,
    ...(plays ? [rounds, limitsPanel(here, show), breakPanel(here, show)] : []),
    (hasDuty(here, "deal") || hasDuty(here, "floor") || (plays && !person.guest)) && !here.console
      ? pinPanel(here)
      : null,
    ...(person.guest || here.console ? [] : [passwordPanel(here), factorPanel(here, show), sessions]),
  );
}

/** Fetched once, not again with each limit that is set. @type {HTMLElement | null} */
let rounds = null;
/** @type {HTMLElement | null} */
let sessions = null;
try {
  const here = await me();
  if (here.person && hasDuty(here, "play") && !here.temporary) rounds = await roundsPanel(here.person.name);
  if (here.person && !here.person.guest && !here.console) sessions = await sessionsPanel();
  show(here);
} catch (error) {
  failed(error);
}
