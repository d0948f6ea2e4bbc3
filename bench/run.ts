/**
 * `npm run bench -- NAME…`: measures one thing as a ratio between contenders in one run. Machines are noisy: read the
 * ratios, not the microseconds. `docs/figures.md` holds the last results.
 */
import { readdirSync } from "node:fs";

const HERE = new URL(".", import.meta.url);
const NOT_BENCHES = new Set([
  "run.ts",
  "hook-client.ts",
  "measure.ts",
  "peer-package.ts",
  "score.ts",
  "score-paths.ts",
  "score-reports.ts",
  "trace-tasks.ts",
]);
const names = readdirSync(HERE)
  .filter((file) => file.endsWith(".ts") && !NOT_BENCHES.has(file))
  .map((file) => file.slice(0, -3));

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0 || wanted.length === 0) {
  process.stderr.write(`error: which bench? one or more of: ${names.join(", ")}\n`);
  process.exit(2);
}
for (const name of wanted) {
  const bench = (await import(new URL(`${name}.ts`, HERE).href)) as { run: () => Promise<void> };
  await bench.run();
}
