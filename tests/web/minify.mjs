/** Minifies the pages' scripts and styles for the wheel: tests/support/minify.py says of which files, on stdin. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build, transformSync } from "esbuild";

const { assets, folder, entries, styles } = JSON.parse(readFileSync(0, "utf8"));
const JOINED = "assets/joined";
/** By page: what its scripts import before they run. @type {Record<string, string[]>} */
const chunks = {};

/** @param {string} path @param {Uint8Array} content */
function write(path, content) {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, content);
  writeFileSync(`${target}.br`, brotliCompressSync(content));
}

/** @param {import("esbuild").Metafile["inputs"][string][]} inputs @param {string} kind */
const imported = (inputs, kind) => [
  ...new Set(inputs.flatMap((input) => input.imports.filter((one) => one.kind === kind).map((one) => one.path))),
];

/**
 * Let a script that comes later import all that the page has: otherwise esbuild splits the page by who shares what with
 * whom, into a dozen files instead of two.
 * @param {string[]} later
 * @param {string[]} had
 * @returns {import("esbuild").Plugin}
 */
const sharing = (later, had) => ({
  name: "sharing",
  setup(building) {
    const paths = new Set(later.map((path) => join(assets, path)));
    const all = had.map((path) => `import ${JSON.stringify(join(assets, path))};`).join("");
    building.onLoad({ filter: /\.js$/ }, ({ path }) =>
      paths.has(path) ? { contents: all + readFileSync(path, "utf8"), resolveDir: dirname(path) } : undefined,
    );
  },
});

for (const [page, entryPoints] of Object.entries(entries)) {
  /** @type {import("esbuild").BuildOptions & { metafile: true, write: false }} */
  const options = {
    absWorkingDir: assets,
    entryPoints,
    outdir: JOINED,
    outbase: assets,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "esnext",
    charset: "utf8",
    legalComments: "none",
    logLevel: "error",
    metafile: true,
    write: false,
  };
  const alone = await build(options);
  const { inputs } = alone.metafile;
  const later = imported(Object.values(inputs), "dynamic-import");
  const had = imported(
    entryPoints.map((/** @type {string} */ path) => inputs[path]),
    "import-statement",
  );
  const made = later.length ? await build({ ...options, plugins: [sharing(later, had)] }) : alone;
  for (const file of made.outputFiles) write(file.path.slice(assets.length + 1), file.contents);
  const found = new Set(entryPoints.map((/** @type {string} */ path) => `${JOINED}/${path}`));
  for (const path of found)
    for (const one of made.metafile.outputs[path].imports) if (one.kind === "import-statement") found.add(one.path);
  chunks[page] = [...found].slice(entryPoints.length);
}

for (const [path, content] of Object.entries(styles)) {
  const { code } = transformSync(content, { loader: "css", minify: true, target: "esnext", charset: "utf8" });
  write(path, Buffer.from(code));
}

console.log(JSON.stringify(chunks));
