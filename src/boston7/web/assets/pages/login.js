/** Logging in: for the staff and for players with an account. Everyone else plays as a guest. */
import "../kit/shell.js";
import { ApiError, post } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { $, h, replace } from "../kit/dom.js";
import { leaveGuest, takeLink } from "../account/guest.js";
import { ownPage } from "../account/own-page.js";
import { becameSomeone, ensureGuest, me } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { code as codeField, line, secret } from "../kit/fields.js";

const told = words.account;
const asked = new URLSearchParams(location.search);

/** @param {string} fallback */
const next = (fallback) => ownPage(asked.get("next") ?? "", fallback);

const note = h("p", { class: "login-note", role: "status" });
const problem = h("div", { class: "login-problem", role: "alert" });
const go = h("button", { class: "button go", type: "submit", text: told.logIn });
const form = h(
  "form",
  { class: "stack", novalidate: true },
  ...line("name", told.name, "", { autocomplete: "username", autofocus: true, maxlength: BOUNDS.name }).parts,
  ...secret("password", told.password, "", { autocomplete: "current-password" }).parts,
  problem,
  go,
);
const code = codeField();
const guest = h("button", { class: "button", text: told.guest });

/** @param {unknown} error */
function tell(error) {
  const locked = error instanceof ApiError && (error.code === "locked" || error.status === 429);
  replace(
    problem,
    locked ? h("b", { text: told.lockedTitle }) : null,
    h("p", { text: /** @type {Error} */ (error).message }),
  );
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const here = await me().catch(() => null);
  if (here) leaveGuest(here, logIn);
  else await logIn();
});

async function logIn() {
  const given = new FormData(form);
  const [name, password] = [String(given.get("name")).trim(), String(given.get("password"))];
  if (!name || !password) return tell(new Error(told.fillBoth));
  go.disabled = true;
  go.textContent = told.loggingIn;
  replace(problem);
  try {
    const here = becameSomeone(await post("/api/login", { name, password, code: String(given.get("code") ?? "") }));
    location.assign(here.temporary ? here.home : next(here.home));
  } catch (error) {
    tell(error);
    go.disabled = false;
    go.textContent = told.logIn;
    if (error instanceof ApiError && (error.code === "code_needed" || error.code === "wrong_code")) {
      problem.before(...code.parts); // The password was right, so it stays in the field.
      const number = /** @type {HTMLInputElement} */ (code.input);
      number.value = "";
      return number.focus();
    }
    const secret = form.querySelector("[name=password]");
    if (secret instanceof HTMLInputElement) {
      secret.value = "";
      secret.focus();
    }
  }
}
guest.addEventListener("click", async () => {
  try {
    await ensureGuest();
    location.assign(next("/"));
  } catch (error) {
    tell(error);
  }
});

const door = h(
  "div.login-guest",
  h("p", { class: "or", text: told.or }),
  guest,
  h("p", { class: "dim", text: told.guestText }),
);
if (asked.has("changed")) note.textContent = told.passwordChanged;
replace(
  $("#main"),
  h(
    "section.panel.login",
    h("h1", { text: told.loginTitle }),
    h("p", { class: "dim", text: told.loginText }),
    note,
    form,
    door,
  ),
);

/** A link from another device was opened: ask, because it works once and may end a guest here. @param {Wire.Me} here */
function come(here) {
  const w = told.carry;
  const problem = h("div", { class: "login-problem", role: "alert" });
  const yes = h("button", { class: "button go", "data-act": "come", text: w.come });
  yes.addEventListener("click", async () => {
    yes.disabled = true;
    try {
      becameSomeone(await post("/api/guest/link", { link }));
      location.assign(next("/"));
    } catch (error) {
      replace(problem, h("p", { text: /** @type {Error} */ (error).message }));
    }
  });
  const other = here.person?.guest
    ? h("p", { class: "warn", text: say(w.comeInstead, { name: here.person.name }) })
    : null;
  replace(
    $("#main"),
    h(
      "section.panel.login",
      h("h1", { text: w.comeTitle }),
      h("p", { class: "dim", text: w.comeText }),
      other,
      problem,
      yes,
    ),
  );
}

const link = takeLink();
me().then((here) => {
  if (link) return come(here);
  const { person } = here;
  if (!person) return;
  const out = h("button", { class: "button small", text: told.logOut });
  const logOut = async () => {
    becameSomeone(await post("/api/logout"));
    replace(note);
    door.hidden = false;
  };
  out.addEventListener("click", () => leaveGuest(here, logOut));
  door.hidden = true;
  replace(
    note,
    say(told.already, { name: person.name }),
    " ",
    h("a", { href: next(here.home), text: told.goOn }),
    " ",
    out,
  );
}, tell);
