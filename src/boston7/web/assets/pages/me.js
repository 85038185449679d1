/** The account page: balance, limits, rounds, and logout. */
import "../kit/shell.js";
import { post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { $, failed, h, replace } from "../kit/dom.js";
import { code, line, newPassword, secret } from "../kit/fields.js";
import { makeForm } from "../kit/form.js";
import { dollars } from "../kit/money.js";
import { button, fault, messageOf, panel } from "../kit/parts.js";
import { becameSomeone, ensureGuest, forTheBroke, hasDuty, me } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { breakPanel, limitsPanel } from "../account/limits.js";
import { carryGuest, leaveGuest } from "../account/guest.js";
import { roundsPanel } from "../account/rounds.js";
import { factorPanel, pinPanel, sessionsPanel } from "../account/security.js";

const told = words.account;
const main = $("#main");

async function logOut() {
  becameSomeone(await post("/api/logout"));
  location.assign("/");
}

/** @param {Wire.Me} here */
function passwordPanel(here) {
  const form = makeForm({
    form: "change-password",
    look: "password-form",
    tone: "",
    fields: {
      old: secret("old", told.oldPassword, "", { autocomplete: "current-password" }),
      new: newPassword("new", told.newPassword),
      ...(here.second_factor ? { code: code() } : {}),
    },
    yes: told.change,
    act: async (entered) => {
      becameSomeone(await post("/api/password", { code: "", ...entered }));
      location.assign("/login?changed");
      return told.passwordChanged;
    },
  });
  return panel(
    { name: "password", title: here.temporary ? told.choosePassword : told.changePassword },
    h("p", { class: "dim", text: here.temporary ? told.choosePasswordText : told.changePasswordText }),
    form,
  );
}

/** The balance at the cage, and new play money for a guest who may have it. @param {Wire.Me} here */
function money(here) {
  const problem = fault();
  const stake = async () => {
    try {
      show(await post("/api/me/stake"));
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  const again = button(told.stakeAgain, stake, "small");
  void forTheBroke(again, here);
  return h(
    "div.me-money",
    h("p", { class: "eyebrow", text: told.balance }),
    h("p", { class: "big-money", text: dollars(here.balance) }),
    h("p", { class: "dim", text: told.balanceText }),
    again,
    problem,
  );
}

/** A guest's name, which can be changed. @param {Wire.Me} here */
function namePanel(here) {
  const w = told.nickname;
  const form = makeForm({
    form: "own-name",
    look: "password-form",
    tone: "",
    fields: {
      name: line("nickname", w.label, "", {
        maxlength: BOUNDS.name,
        autocomplete: "nickname",
        spellcheck: "false",
        value: here.person?.name ?? "",
        hint: w.hint,
      }),
    },
    yes: w.save,
    act: async (entered) => {
      const now = becameSomeone(await put("/api/me/name", entered));
      show(now);
      return say(w.saved, { name: now.person?.name ?? "" });
    },
  });
  return panel({ name: "name", title: w.label }, form);
}

/** @param {Wire.Me} here */
function show(here) {
  const { person } = here;
  if (!person) {
    const play = async () => {
      await ensureGuest();
      location.reload();
    };
    return replace(
      main,
      h(
        "section.panel.narrow",
        h("h1", { text: told.nobody }),
        h("p", { class: "dim", text: told.nobodyText }),
        h(
          "div.row",
          h("a", { class: "button go", href: "/login?next=/me", text: told.logIn }),
          button(told.guest, play),
        ),
      ),
    );
  }
  const plays = hasDuty(here, "play");
  const roles = /** @type {Record<string, string>} */ (told.roles);
  const head = h(
    "section.panel.me-head",
    h(
      "div.me-who",
      h("h1", { text: person.name }),
      h("p", { class: "dim", text: person.guest ? told.guestBadge : (roles[person.role] ?? person.role) }),
    ),
    plays ? money(here) : null,
    person.guest ? button(told.carry.act, carryGuest) : null,
    button(told.logOut, () => leaveGuest(here, logOut)),
    person.guest ? h("p", { class: "dim me-keep", text: told.carry.keep }) : null,
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

/** Fetched once, not again with each change of a limit. @type {HTMLElement | null} */
let rounds = null;
/** @type {HTMLElement | null} */
let sessions = null;
try {
  const here = await me();
  if (here.person && hasDuty(here, "play") && !here.temporary) rounds = await roundsPanel();
  if (here.person && !here.person.guest && !here.console) sessions = await sessionsPanel();
  show(here);
} catch (error) {
  failed(error);
}
