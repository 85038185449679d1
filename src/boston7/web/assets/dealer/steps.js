/** The left column: the procedure, with what is done, what is now and what comes. */
import { h, redraw } from "../kit/dom.js";
import { hintOf, steps } from "./procedure.js";
import { words } from "../kit/words.js";

/** @typedef {import("./store.js").DealerStore} DealerStore */

/**
 * @param {HTMLElement} list an ol
 * @param {DealerStore} post
 */
export function drawSteps(list, post) {
  const w = words.deal;
  const drawn = steps(post.view);
  const { step_clauses: clauses, deck_hand: hand } = post.view;
  redraw(
    list,
    ...drawn.map(({ id, state }) => {
      const step = w.steps[id] ?? { title: id, hint: "" };
      return h(
        "li",
        { class: `step ${state}`, "aria-current": state === "now" ? "step" : null, "data-step": id },
        h("span", { class: "step-title", text: step.title }),
        id === "deck_hand" && hand ? h("span", { class: "step-hand", text: w.hands[hand] }) : null,
        h("span", { class: "sr", text: ` (${w.state[state]})` }),
        state === "now" ? h("span", { class: "step-hint", text: hintOf(step, drawn) }) : null,
        state === "now" && clauses[id] ? h("span", { class: "step-clause", text: clauses[id] }) : null,
      );
    }),
  );
  requestAnimationFrame(() => keepInSight(list)); // asked at once, all of the page would be laid out for it
}

/** On a tablet held upright the list is a strip: the present step stays in it. @param {HTMLElement} list */
function keepInSight(list) {
  const now = list.querySelector(".now");
  if (now && list.scrollWidth > list.clientWidth + 4)
    list.scrollLeft = /** @type {HTMLElement} */ (now).offsetLeft - 24;
  else if (now && list.scrollHeight > list.clientHeight + 4)
    list.scrollTop = /** @type {HTMLElement} */ (now).offsetTop - 60;
}
