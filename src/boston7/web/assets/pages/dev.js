/** A development room: log in as anyone with one click, and the list of tables. */
import "../kit/shell.js";
import { get, post } from "../kit/api.js";
import { $, h, replace } from "../kit/dom.js";
import { becameSomeone } from "../kit/session.js";
import { dev as told } from "../kit/words/dev.js";

const problem = h("p", { role: "alert" });

/** @param {Wire.DevRoom["people"][number]} person */
function door({ name, role, home }) {
  return h(
    "button",
    {
      class: "button",
      "data-name": name,
      on: {
        click: async () => {
          try {
            becameSomeone(await post("/api/dev/login", { name }));
            location.assign(home);
          } catch (error) {
            problem.textContent = /** @type {Error} */ (error).message;
          }
        },
      },
    },
    `${name} `,
    h("span", { class: "note", text: role }),
  );
}

/** @param {Wire.DevRoom["tables"][number]} table */
function line({ name, about, live }) {
  const path = encodeURIComponent(name);
  return h(
    "li",
    h("a", { href: `/table/${path}`, text: name }),
    `. ${about} `,
    live && h("a", { href: `/deal/${path}`, text: told.console }),
  );
}

get("/api/dev").then(
  (/** @type {Wire.DevRoom} */ room) =>
    replace(
      $("#main"),
      h(
        "section.panel",
        h("h1", { text: told.title }),
        h("p", { class: "dim", text: told.text }),
        h("h2", { text: told.people }),
        h("p.dev-people", ...room.people.map(door)),
        problem,
        h("h2", { text: told.tables }),
        h("ul", ...room.tables.map(line)),
        h("p", h("a", { href: "/", text: told.lobby })),
      ),
    ),
  (error) => replace($("#main"), h("p", { role: "alert", text: error.message })),
);
