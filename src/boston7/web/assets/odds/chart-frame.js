/**
 * The frame of all charts: a plot to explore by pointer or arrow keys, a line that describes the current point, and
 * the same data as a table. For screen readers, the plot is a slider over its points.
 */
import { h, replace, svg } from "../kit/dom.js";
import { bareTable } from "../kit/table.js";
import { words } from "../kit/words.js";

/**
 * @typedef {object} Drawn
 * @property {(x: number, y: number) => number} at the point at this position of the plot
 * @property {(index: number) => SVGElement[]} mark the element that marks the selected point
 */
/**
 * @typedef {object} Plan
 * @property {string} label
 * @property {number} count
 * @property {number} [start]
 * @property {number} [leap] the step of Page Up and Page Down
 * @property {boolean} [vertical] points follow each other downward
 * @property {(width: number) => number} height
 * @property {(root: SVGSVGElement, width: number, height: number) => Drawn} draw
 * @property {(index: number) => string} words
 * @property {(index: number) => Node[]} [reading] a richer version for sighted users
 * @property {() => HTMLTableElement} table
 */

export class ChartElement extends HTMLElement {
  constructor() {
    super();
    /** @type {Plan | null} */
    this.plan = null;
    this.chosen = 0;
    /** @type {Drawn | null} */
    this.drawn = null;
    this.wide = 0;
  }

  connectedCallback() {
    if (this.plot) return;
    this.plot = h("div.plot"); // The plot is a slider once it has points.
    this.reading = h("div", { class: "reading", "aria-hidden": "true" });
    const body = h("div", {
      class: "scroll chart-table",
      tabindex: 0,
      role: "group",
      "aria-label": words.odds.asTable,
    });
    this.details = h("details", h("summary", { text: words.odds.asTable }), body);
    replace(this, this.plot, this.reading, this.details);
    this.details.addEventListener("toggle", () => this.fillTable());
    this.plot.addEventListener("keydown", (event) => this.key(event));
    for (const kind of /** @type {const} */ (["pointermove", "pointerdown"]))
      this.plot.addEventListener(kind, (event) => this.point(event));
    new ResizeObserver(() => this.redraw()).observe(this.plot);
    if (this.plan) this.show(this.plan);
  }

  /** @param {Plan} plan */
  show(plan) {
    const moved = this.plan && this.plan.count === plan.count;
    this.plan = plan;
    if (!moved) this.chosen = plan.start ?? 0;
    if (!this.plot) return;
    const orientation = plan.vertical ? "vertical" : "horizontal";
    const range = { "aria-valuemin": 0, "aria-valuemax": plan.count - 1, "aria-valuenow": this.chosen };
    const slider = { role: "slider", tabindex: 0, "aria-label": plan.label, "aria-orientation": orientation, ...range };
    for (const [name, value] of Object.entries(slider)) this.plot.setAttribute(name, String(value));
    this.wide = 0;
    this.redraw();
    this.fillTable();
  }

  redraw() {
    const { plan, plot } = this;
    if (!plan || !plot) return;
    const wide = Math.round(plot.clientWidth);
    if (!wide || wide === this.wide) return;
    this.wide = wide;
    const high = plan.height(wide);
    const root = svg("svg", {
      viewBox: `0 0 ${wide} ${high}`,
      width: wide,
      height: high,
      "aria-hidden": "true",
      focusable: "false",
    });
    this.drawn = plan.draw(root, wide, high);
    this.marks = svg("g", { class: "marks" });
    root.append(this.marks);
    plot.replaceChildren(root);
    this.choose(this.chosen);
  }

  /** @param {number} index */
  choose(index) {
    const { plan } = this;
    if (!plan || !this.drawn || !this.marks) return;
    this.chosen = Math.max(0, Math.min(plan.count - 1, index));
    this.marks.replaceChildren(...this.drawn.mark(this.chosen));
    const text = plan.words(this.chosen);
    this.plot?.setAttribute("aria-valuenow", String(this.chosen));
    this.plot?.setAttribute("aria-valuetext", text);
    if (this.reading) replace(this.reading, ...(plan.reading ? plan.reading(this.chosen) : [h("p", { text })]));
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (!this.drawn || !this.plot) return;
    const box = this.plot.getBoundingClientRect();
    this.choose(this.drawn.at(event.clientX - box.left, event.clientY - box.top));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.plan) return;
    const leap = this.plan.leap ?? 5;
    const down = this.plan.vertical ? 1 : -1; // In a list, the next point is below.
    /** @type {Record<string, number>} */
    const steps = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowUp: -down,
      ArrowDown: down,
      PageUp: -down * leap,
      PageDown: down * leap,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.choose(this.chosen + step);
  }

  /** Build a table of 1,755 rows only when it is opened. */
  fillTable() {
    const place = this.details?.querySelector(".chart-table");
    if (place) replace(place, this.details?.open && this.plan ? this.plan.table() : null);
  }
}

if (!customElements.get("b7-chart")) customElements.define("b7-chart", ChartElement);

/**
 * The first cell names its row.
 * @param {string[]} columns @param {(string | number)[][]} rows The first cell of each row names the row.
 */
export const dataTable = (columns, rows) =>
  bareTable({
    rows,
    columns: columns.map((head, at) => ({
      head,
      names: !at,
      look: at ? "number" : "plain",
      cell: (/** @type {(string | number)[]} */ row) => row[at],
    })),
  });

/** @param {import("../kit/dom.js").Props} attributes @param {string} text */
export const label = (attributes, text) => svg("text", { class: "tick", ...attributes, text });
