/** A guest has no password: warn before the browser forgets one, and carry one to another device. */
import { post } from "../kit/api.js";
import { h, replace } from "../kit/dom.js";
import { closer, openDialog } from "../kit/dialog.js";
import { clock } from "../kit/clock.js";
import { codeOf, linkRow, onlyHere } from "../kit/link.js";
import { dollars } from "../kit/money.js";
import { button, fault, messageOf } from "../kit/parts.js";
import { say } from "../kit/say.js";
import { account } from "../kit/words/account.js";

const w = account.carry;
const PREFIX = "#guest=";

/** The token in this page's address, which is removed from it at once. A fragment is never sent to a server. */
export function takeLink() {
  if (!location.hash.startsWith(PREFIX)) return "";
  const link = location.hash.slice(PREFIX.length);
  history.replaceState(null, "", location.pathname + location.search);
  return link;
}

/** Show a link, and its QR code, on which another device continues as this guest. */
export async function carryGuest() {
  const problem = fault();
  const place = h("div.carry", { "aria-live": "polite" });
  const cancel = button(w.cancel, async () => {
    try {
      await post("/api/me/link/cancel");
      replace(place, h("p", { text: w.canceled }));
      cancel.hidden = true;
    } catch (error) {
      problem.textContent = messageOf(error);
    }
  });
  cancel.hidden = true;
  openDialog({
    name: "carry",
    title: w.title,
    body: [h("p", { class: "dim", text: w.text }), place, onlyHere(), problem],
    acts: [cancel, closer()],
  });
  try {
    const { link, expires } = await post("/api/me/link");
    const address = `${location.origin}/login${PREFIX}${link}`;
    replace(
      place,
      codeOf(address),
      linkRow(address, w.title).element,
      h("p", { class: "dim", text: say(w.until, { time: clock(expires * 1e6) }) }),
    );
    cancel.hidden = false;
  } catch (error) {
    problem.textContent = messageOf(error);
  }
}

/**
 * Ask before this browser forgets a guest. Everyone else can log in again.
 * @param {Wire.Me} here
 * @param {() => unknown} leave
 */
export function leaveGuest(here, leave) {
  if (!here.person?.guest) return void leave();
  const { name } = here.person;
  const stay = closer(w.stay, "go");
  const does = (/** @type {() => unknown} */ act) => (/** @type {MouseEvent} */ event) => {
    /** @type {Element} */ (event.target).closest("dialog")?.close();
    void act();
  };
  openDialog({
    name: "leave-guest",
    title: say(w.leaveTitle, { name }),
    body: [h("p", { text: say(w.leaveText, { amount: dollars(here.balance) }) })],
    acts: [button(w.leaveYes, does(leave), "", { "data-leave": "yes" }), button(w.act, does(carryGuest)), stay],
  });
  stay.focus();
}
