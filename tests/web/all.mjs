// Every test of this folder in one process: to start one for each file takes longer than the tests.
import { readdirSync } from "node:fs";
import { describe } from "node:test";

for (const file of readdirSync(new URL(".", import.meta.url)).sort()) {
  if (file.endsWith(".test.mjs")) await describe(file, async () => await import(`./${file}`));
}
