/** The person who uses this browser. */
import { get, post } from "./api.js";
import { $, h, replace } from "./dom.js";
import { connection } from "./socket.js";
import { say } from "./say.js";
import { common } from "./words/common.js";

/** @type {Promise<Wire.Me> | null} */
let known = null;

/** Read once per page; `refresh` reads it again. @returns {Promise<Wire.Me>} */
export function me() {
  known ??= get("/api/me").catch((error) => {
    known = null;
    throw error;
  });
  return /** @type {Promise<Wire.Me>} */ (known);
}

/** @returns {Promise<Wire.Me>} */
export function refresh() {
  known = null;
  return me();
}

/** After login or logout the socket is reopened, because it belongs to one person. @param {Wire.Me} person */
export function becameSomeone(person) {
  known = Promise.resolve(person);
  connection().greet(person);
  connection().reconnect();
  return person;
}

/**
 * The current person, or a new guest with play money.
 * @param {string} [name] the name they chose; if empty, a generated one
 * @returns {Promise<Wire.Me>}
 */
export async function ensureGuest(name = "") {
  const here = await me();
  if (here.person) return here;
  return becameSomeone(await post("/api/guest", name.trim() ? { name: name.trim() } : undefined));
}

/** @typedef {Wire.Me["duties"][number]} Duty */

/** The duties that each page needs. @satisfies {Record<string, Duty[]>} */
const WORK = {
  deal: ["deal", "floor"],
  floor: ["floor"],
  shift: ["slips", "shift"],
  audit: ["audit"],
  people: ["roster"],
  setup: ["terms"],
};

/** Whether the person has any of these duties. @param {Wire.Me | null} here @param {...Duty} duties */
export const hasDuty = (here, ...duties) => duties.some((duty) => here?.duties.includes(duty));

/** @typedef {keyof typeof WORK} WorkPage */

/** @param {Wire.Me | null} here @param {WorkPage} page */
export const worksAt = (here, page) => hasDuty(here, ...WORK[page]);

/**
 * A button shown only to a guest who may have new play money.
 * @param {HTMLElement} button
 * @param {Wire.Me | null} here
 */
export async function forTheBroke(button, here) {
  button.hidden = true;
  if (here?.play_money) button.hidden = !(await get("/api/me/stake").catch(() => ({ may: false }))).may;
}

/**
 * Nobody is signed on at this table's console. Redirect to the page where they sign on by PIN.
 * @param {string} table
 */
export async function toConsole(table) {
  if ((await me()).person || !table || (await get("/api/console")).table !== table) return;
  location.replace(`/console/${encodeURIComponent(table)}`);
  await new Promise(() => {});
}

/**
 * Let only people with these duties use the page. Others see who they are and where to log in.
 * @param {WorkPage} page
 * @returns {Promise<Wire.Me | null>}
 */
export async function requireWork(page) {
  const here = await me();
  if (here.person && worksAt(here, page)) return here;
  const named = /** @type {Record<string, string>} */ (common.role);
  const { needed, asWho, login, nobody } = common.role;
  const back = encodeURIComponent(location.pathname + location.search);
  replace(
    $("#main"),
    h(
      "section.panel.narrow",
      h("h1", { text: needed }),
      h("p", {
        class: "dim",
        text: here.person
          ? say(asWho, { name: here.person.name, role: named[here.person.role] ?? here.person.role })
          : nobody,
      }),
      h(
        "p",
        h("a", {
          class: "button go",
          href: `/login?next=${back}`,
          text: here.person ? login : common.person.login,
        }),
      ),
    ),
  );
  return null;
}
