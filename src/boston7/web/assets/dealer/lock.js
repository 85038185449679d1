/** A staff page locks by itself: the session ends after some idle minutes, and this says so kindly. */
import { announce } from "../kit/announce.js";
import { get } from "../kit/api.js";
import { makeDialog, show } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { refresh, worksAt } from "../kit/session.js";
import { connection } from "../kit/socket.js";
import { words } from "../kit/words.js";

const EVERY = 60_000;

/**
 * Watches who is logged in, and keeps the session of whoever uses the page: what arrives is no sign of life. Call what
 * it returns to look at once.
 * @param {import("../kit/session.js").WorkPage} page
 */
export function lockWhenGone(page) {
  const w = words.deal.locked;
  const back = encodeURIComponent(location.pathname);
  const login = h("a", { class: "button go", href: `/login?next=${back}`, text: w.login });
  const text = h("p", { text: w.text });
  const lock = makeDialog({ name: "lock", look: "lock", title: w.title, body: [text], acts: [login] });
  lock.addEventListener("cancel", (event) => event.preventDefault());
  /** @param {Wire.Me} me */
  const look = (me) => {
    const staff = me.person && worksAt(me, page);
    if (staff && lock.open) lock.close();
    else if (!staff && !lock.open) {
      for (const dialog of document.querySelectorAll("dialog[open]")) /** @type {HTMLDialogElement} */ (dialog).close();
      show(lock);
      get("/api/console").then(
        ({ table }) => {
          if (table) login.setAttribute("href", `/console/${encodeURIComponent(table)}`); // by PIN
        },
        () => {},
      );
      announce(w.title, { assertive: true });
    }
  };
  connection().addEventListener("me", (event) => look(/** @type {CustomEvent<Wire.Me>} */ (event).detail));
  const ask = () => refresh().then(look, () => {});
  let used = Date.now();
  const use = () => {
    if (Date.now() - used < EVERY) return;
    used = Date.now();
    void ask();
  };
  for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, use, { capture: true, passive: true });
  return ask;
}
