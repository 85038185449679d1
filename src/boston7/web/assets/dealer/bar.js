/** The bar above the felt: table and round, one tick for each step, the tray, and the tools with their keys. */
import { h, redraw } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { steps } from "./procedure.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */
/** @typedef {"staff" | "entries" | "seats" | "floor" | "trouble"} Tool */

/**
 * @param {import("./screen.js").Screen} screen
 * @param {DealerStore} post
 * @param {{open: string, press: (tool: Tool) => void}} doors
 */
export function drawBar(screen, post, doors) {
  const w = words.deal;
  const { view, line } = post;
  screen.where.textContent = say(w.where, { name: post.table, round: view.round });
  screen.where.title = post.table;
  redraw(
    screen.steps,
    ...steps(view).map(({ id, state }) =>
      h(
        "li",
        { class: `step ${state}`, "aria-current": state === "now" ? "step" : null, "data-step": id },
        h("span", { class: "sr", text: `${w.steps[id]?.title ?? id} (${w.state[state]})` }),
      ),
    ),
  );
  redraw(screen.tray, w.trayWord, " ", h("b", { text: view.tray === null ? w.trayShort : dollars(view.tray) }));
  /** @param {Tool} name @param {string} text @param {string} key @param {string} id */
  const tool = (name, text, key, id) =>
    h(
      "button",
      {
        id,
        "data-tool": name,
        "aria-pressed": String(doors.open === name),
        on: { click: () => doors.press(name) },
      },
      h("span", { text }),
      h("kbd", { text: key }),
    );
  const who = view.dealer || w.staff.sign;
  redraw(
    screen.tools,
    h(
      "button",
      {
        "data-tool": "staff",
        class: view.call ? "called" : null,
        "aria-pressed": String(doors.open === "staff"),
        on: { click: () => doors.press("staff") },
      },
      h("span", {
        class: "line",
        role: "img",
        "data-line": line.up ? "up" : "down",
        "aria-label": words.common.connection[line.up ? "up" : "down"],
      }),
      h("span", { class: "who", text: who }),
    ),
    tool("entries", w.entries.open, w.key.entries, "entries"),
    tool("seats", w.seats.open, w.key.seats, "seats"),
    tool("floor", w.tools.floor, w.key.floor, "floor"),
    tool("trouble", w.trouble.open, w.key.trouble, "wrong"),
  );
}
