// @ts-check
/** Where you are logged in, and the authenticator app that staff use besides a password. */
import { announce } from "../kit/announce.js";
import { get, post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { h, replace } from "../kit/dom.js";
import { becameSomeone, hasDuty } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { codeField, field } from "../kit/ask.js";
import { when } from "./limits.js";

/** @typedef {import("../kit/wire.js").Me} Me */

const told = words.account.security;

export async function sessionsPanel() {
  const { sessions } = await get("/api/me/sessions");
  const problem = h("p", { class: "fault", role: "alert" });
  const out = h("button", { class: "button", text: told.everywhere });
  out.addEventListener("click", async () => {
    try {
      becameSomeone(await post("/api/me/logout-everywhere"));
      location.assign("/login");
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  const rows = sessions.map((one) =>
    h("li", { text: say(one.here ? told.here : told.session, { opened: when(one.opened), seen: when(one.seen) }) }),
  );
  return h(
    "section",
    { class: "panel", "aria-labelledby": "sessions-title" },
    h("h2", { id: "sessions-title", text: told.sessions }),
    h("ul", { class: "sessions" }, ...rows),
    out,
    problem,
  );
}

/**
 * @param {Me} here
 * @param {(now: Me) => void} show
 */
export function factorPanel(here, show) {
  const body = h("div", { class: "stack" });
  const panel = h(
    "section",
    { class: "panel", "aria-labelledby": "factor-title" },
    h("h2", { id: "factor-title", text: told.factor }),
    body,
  );
  if (here.second_factor)
    replace(
      body,
      h("p", { text: told.factorOn }),
      codeForm(told.remove, (code) => post("/api/me/second-factor/remove", { code }), told.removed, show),
    );
  else {
    const problem = h("p", { class: "fault", role: "alert" });
    const begin = h(
      "form",
      { class: "password-form", novalidate: true, "data-form": "factor-begin" },
      field("password", words.account.oldPassword, { type: "password", autocomplete: "current-password" }),
      h("button", { class: "button", type: "submit", text: told.setUp }),
      problem,
    );
    begin.addEventListener("submit", async (event) => {
      event.preventDefault();
      problem.textContent = "";
      try {
        const password = String(new FormData(begin).get("password"));
        const { secret, address } = await post("/api/me/second-factor", { password });
        replace(
          body,
          h("p", { text: told.enterSecret }),
          h("p", { class: "secret", text: secret.replaceAll(/.{4}(?=.)/g, "$& ") }),
          h("p", null, h("a", { href: address, text: told.openApp })),
          codeForm(told.confirm, (code) => put("/api/me/second-factor", { code }), told.confirmed, show),
        );
      } catch (error) {
        problem.textContent = /** @type {Error} */ (error).message;
      }
    });
    replace(body, h("p", { class: "dim", text: told.factorOff }), begin);
  }
  return panel;
}

/**
 * Staff's own PIN for consoles: whoever gave them the first one knows it. A player's, for their front money.
 * @param {Me} here
 */
export function pinPanel(here) {
  const w = words.setup.pin;
  const plays = hasDuty(here, "play");
  const problem = h("p", { class: "fault", role: "alert" });
  const done = h("p", { class: "win", role: "status" });
  const form = h(
    "form",
    { class: "password-form", novalidate: true, "data-form": "own-pin" },
    field("password", w.password, { type: "password", autocomplete: "current-password" }),
    field("pin", w.field, { type: "password", inputmode: "numeric", autocomplete: "off" }),
    here.second_factor ? codeField() : null,
    h("button", { class: "button", type: "submit", text: w.save }),
    problem,
    done,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const given = new FormData(form);
    const pin = String(given.get("pin")).trim();
    done.textContent = "";
    problem.textContent = pin ? "" : w.needed;
    if (problem.textContent) return;
    try {
      await put("/api/me/pin", {
        pin,
        password: String(given.get("password")),
        code: String(given.get("code") ?? ""),
      });
      form.reset();
      done.textContent = w.ownDone;
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  return h(
    "section",
    { class: "panel", "aria-labelledby": "pin-title" },
    h("h2", { id: "pin-title", text: plays ? w.cage : w.own }),
    h("p", {
      class: "dim",
      text: say(plays ? w.cageText : w.ownText, { least: BOUNDS.shortestPin, most: BOUNDS.longestPin }),
    }),
    form,
  );
}

/**
 * @param {string} label
 * @param {(code: string) => Promise<Me>} act
 * @param {string} done
 * @param {(now: Me) => void} show
 */
function codeForm(label, act, done, show) {
  const problem = h("p", { class: "fault", role: "alert" });
  const form = h(
    "form",
    { class: "password-form", novalidate: true, "data-form": "factor-code" },
    codeField(),
    h("button", { class: "button", type: "submit", text: label }),
    problem,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    try {
      show(await act(String(new FormData(form).get("code"))));
      announce(done);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  });
  return form;
}
