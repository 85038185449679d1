// Every test of this folder in one process: to start one for each takes longer than the tests.
import { readdirSync } from "node:fs";

for (const file of readdirSync(import.meta.dirname).sort()) {
	if (file.endsWith(".test.mjs")) await import(`./${file}`);
}
