#!/usr/bin/env node
// Starts the command line on Node 24. Plain JavaScript that any Node of the last years can read, so that an older
// one gets a sentence instead of a syntax error.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const NEEDED = 24;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const bundle = here("../dist/cli.js");
const sources = here("../src/cli/main.ts");

if (Number(process.versions.node.split(".")[0]) >= NEEDED) {
  // A checkout right after `npm ci` has no bundle yet; Node 24 runs the sources as they are.
  await import(existsSync(bundle) ? "../dist/cli.js" : "../src/cli/main.ts");
} else {
  process.exitCode = runPinned() ?? refuse();
}

/** A checkout pins Node 24 in node_modules; the same arguments go to it. */
function runPinned() {
  const pinned = here("../node_modules/.bin/node");
  if (!existsSync(sources) || !existsSync(pinned)) return undefined;
  const child = spawnSync(pinned, [here("./assent.js"), ...process.argv.slice(2)], { stdio: "inherit" });
  return child.status ?? 1;
}

function refuse() {
  process.stderr.write(`error: assent needs Node ${NEEDED} or newer; this is ${process.version}\n`);
  process.stderr.write("hint:  install Node 24, or in a checkout run `npm ci`, which pins it\n");
  return 1;
}
