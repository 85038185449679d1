/** Export a felt as a PNG, with its colors written into the drawing. */
import { h, svg } from "../kit/dom.js";
import { sharedView } from "../kit/merge.js";
import "./felt.js";

/** Styles to copy into the picture, which has no style sheet. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "letter-spacing",
  "text-transform",
  "paint-order",
  "stop-color",
  "stop-opacity",
  "visibility",
  "display",
];
const SCALE = 2;

/** @param {Element} from @param {Element} to */
function dress(from, to) {
  const style = getComputedStyle(from);
  for (const name of STYLES) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value);
  }
  to.removeAttribute("class");
  [...from.children].forEach((child, at) => dress(child, to.children[at]));
}

/** @param {HTMLElement} felt a b7-felt @returns {SVGSVGElement} */
export function drawing(felt) {
  const layers = /** @type {SVGSVGElement[]} */ ([...felt.querySelectorAll(":scope > svg")]);
  const { width, height } = layers[0].viewBox.baseVal;
  const copies = layers.map((layer) => {
    const copy = /** @type {SVGSVGElement} */ (layer.cloneNode(true));
    dress(layer, copy);
    for (const [name, value] of Object.entries({ width, height, x: 0, y: 0 })) copy.setAttribute(name, String(value));
    return copy;
  });
  const room = svg("rect", { width, height, fill: "#0b0f14" });
  return svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      width: width * SCALE,
      height: height * SCALE,
      viewBox: `0 0 ${width} ${height}`,
    },
    room,
    ...copies,
  );
}

/**
 * Draw the whole table at the end of a round, whatever the size of the screen.
 * @param {Wire.Replay} replay
 * @returns {Promise<Blob>}
 */
async function finalTable(replay) {
  const felt = /** @type {import("./felt.js").FeltElement} */ (h("b7-felt", { class: "felt-aside", spots: "none" }));
  document.body.append(felt);
  felt.show(sharedView(replay.steps.at(-1)?.view ?? {}));
  const drawn = drawing(felt);
  felt.remove();
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = drawn.width.baseVal.value;
  canvas.height = drawn.height.baseVal.value;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/**
 * Share a file where the device can, else download it.
 * @param {Wire.Replay} replay
 * @param {string} name the file's
 */
export async function passOn(replay, name) {
  const file = new File([await finalTable(replay)], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const link = h("a", { href: URL.createObjectURL(file), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
