/** Preferences of this browser. They are stored here and never sent. Dark is the default; motion follows the system. */

/** @type {Record<string, string>} */
const DEFAULTS = {
  theme: "dark",
  deck: "two",
  motion: "system",
  sound: "off",
  volume: "middle",
  speed: "normal",
  coach: "off",
  ticker: "open",
  "ticker-phone": "shut",
};

const STORE = "boston7.prefs";

class Prefs extends EventTarget {
  constructor() {
    super();
    /** @type {Record<string, string>} */
    this.chosen = {};
    this.read();
    this.apply();
    if (typeof window === "undefined") return;
    addEventListener("storage", (event) => {
      if (event.key !== STORE) return;
      this.read();
      this.apply();
      this.dispatchEvent(new CustomEvent("change", { detail: { name: null, value: null } }));
    });
    for (const query of ["(prefers-color-scheme: light)", "(prefers-reduced-motion: reduce)"])
      matchMedia(query).addEventListener("change", () => this.apply());
  }

  read() {
    try {
      this.chosen = JSON.parse(localStorage.getItem(STORE) ?? "{}");
    } catch {
      this.chosen = {}; // Without readable storage, use the defaults.
    }
  }

  /**
   * @param {string} name
   * @returns {string}
   */
  get(name) {
    return this.chosen[name] ?? DEFAULTS[name] ?? "";
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  set(name, value) {
    this.chosen[name] = value;
    try {
      localStorage.setItem(STORE, JSON.stringify(this.chosen));
    } catch {
      // In private browsing the setting lasts until the page is left.
    }
    this.apply();
    this.dispatchEvent(new CustomEvent("change", { detail: { name, value } }));
  }

  /** The animation speed; 1 is normal. Any number may be set. */
  get pace() {
    const speed = this.get("speed");
    return { slow: 0.6, normal: 1, fast: 2 }[speed] ?? (Number(speed) || 1);
  }

  /** Whether animation is on. */
  get moves() {
    const motion = this.get("motion");
    if (motion !== "system") return motion === "full";
    return typeof matchMedia === "undefined" || !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  apply() {
    if (typeof document === "undefined") return;
    const root = document.documentElement;
    root.dataset.theme = this.get("theme");
    root.dataset.deck = this.get("deck");
    root.dataset.motion = this.moves ? "full" : "reduced";
  }
}

export const prefs = new Prefs();
