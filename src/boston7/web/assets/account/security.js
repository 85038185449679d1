/** Active logins, and the authenticator app that staff use besides a password. */
import { get, post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { h, replace } from "../kit/dom.js";
import { code, pin, secret } from "../kit/fields.js";
import { makeForm } from "../kit/form.js";
import { button, fault, messageOf, panel } from "../kit/parts.js";
import { becameSomeone, hasDuty } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { when } from "./limits.js";

const told = words.account.security;

export async function sessionsPanel() {
  const { sessions } = await get("/api/me/sessions");
  const problem = fault();
  const leave = async () => {
    try {
      becameSomeone(await post("/api/me/logout-everywhere"));
      location.assign("/login");
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  };
  const rows = sessions.map((one) =>
    h("li", { text: say(one.here ? told.here : told.session, { opened: when(one.opened), seen: when(one.seen) }) }),
  );
  return panel(
    { name: "sessions", title: told.sessions },
    h("ul.sessions", ...rows),
    button(told.everywhere, leave),
    problem,
  );
}

const presentPassword = () => secret("password", words.account.oldPassword, "", { autocomplete: "current-password" });

/**
 * @param {Wire.Me} here
 * @param {(now: Wire.Me) => void} show
 */
export function factorPanel(here, show) {
  const body = h("div.stack");
  if (here.second_factor)
    replace(
      body,
      h("p", { text: told.factorOn }),
      codeForm(told.remove, (code) => post("/api/me/second-factor/remove", { code }), told.removed, show),
    );
  else {
    const begin = makeForm({
      form: "factor-begin",
      look: "password-form",
      tone: "",
      fields: { password: presentPassword() },
      yes: told.setUp,
      act: async (entered) => {
        const { secret, address } = await post("/api/me/second-factor", entered);
        replace(
          body,
          h("p", { text: told.enterSecret }),
          h("p", { class: "secret", text: secret.replaceAll(/.{4}(?=.)/g, "$& ") }),
          h("p", h("a", { href: address, text: told.openApp })),
          codeForm(told.confirm, (code) => put("/api/me/second-factor", { code }), told.confirmed, show),
        );
      },
    });
    replace(body, h("p", { class: "dim", text: told.factorOff }), begin);
  }
  return panel({ name: "factor", title: told.factor }, body);
}

/**
 * A PIN for consoles, which staff change because the issuer knows the first one; or a player's PIN for front money.
 * @param {Wire.Me} here
 */
export function pinPanel(here) {
  const w = words.setup.pin;
  const plays = hasDuty(here, "play");
  const done = h("p", { class: "win", role: "status" });
  const form = makeForm({
    form: "own-pin",
    look: "password-form",
    tone: "",
    fields: {
      password: secret("password", w.password, "", { autocomplete: "current-password" }),
      pin: pin(w.field, w.needed),
      ...(here.second_factor ? { code: code() } : {}),
    },
    yes: w.save,
    after: [done],
    act: async (entered) => {
      done.textContent = "";
      await put("/api/me/pin", { code: "", ...entered });
      done.textContent = w.ownDone;
    },
    onDone: (form) => form.reset(),
  });
  const text = say(plays ? w.cageText : w.ownText, { least: BOUNDS.shortestPin, most: BOUNDS.longestPin });
  return panel({ name: "pin", title: plays ? w.cage : w.own }, h("p", { class: "dim", text }), form);
}

/**
 * @param {string} label
 * @param {(code: string) => Promise<Wire.Me>} act
 * @param {string} done
 * @param {(now: Wire.Me) => void} show
 */
const codeForm = (label, act, done, show) =>
  makeForm({
    form: "factor-code",
    look: "password-form",
    tone: "",
    fields: { code: code() },
    yes: label,
    act: async ({ code }) => {
      show(await act(code));
      return done;
    },
  });
