/** The embed surface as an app ships it: the size of its bundle, and what importing it costs. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

import { withoutSources } from "../tools/without-sources.ts";
import { median, printTable, times } from "./measure.ts";

const ROUNDS = 25;

export async function run(): Promise<void> {
  delete process.env["NODE_EXTRA_CA_CERTS"];
  const code = await bundle();
  const dir = mkdtempSync(join(tmpdir(), "assent-bench-"));
  const file = join(dir, "embed.mjs");
  writeFileSync(file, code);
  const spans: number[] = [];
  const whole: number[] = [];
  const bare: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(wall("0"));
      whole.push(wall(`await import(${JSON.stringify(file)})`));
      spans.push(cpuOfImport(file));
    }
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  printTable(`embed bundle, minified (${ROUNDS} imports)`, [
    ["figure", ""],
    ["size, kB", kilo(code.length)],
    ["gzip -9, kB", kilo(gzipSync(code, { level: 9 }).length)],
    ["brotli, kB", kilo(brotliCompressSync(code).length)],
    ["import, ms CPU: p50", median(spans).toFixed(1)],
    ["import, ms CPU: least", Math.min(...spans).toFixed(1)],
    ["a process with it ÷ node -e 0, wall", times(median(whole) / median(bare))],
  ]);
}

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: new URL("../src/index.ts", import.meta.url).pathname,
    plugins: [withoutSources()],
  });
  const { output } = await build.generate({ minify: true });
  return output[0].code;
}

function cpuOfImport(file: string): number {
  const code = `const before = process.cpuUsage(); await import(${JSON.stringify(file)});
    const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000)`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", code]));
}

function wall(code: string): number {
  const start = performance.now();
  execFileSync(process.execPath, ["--input-type=module", "-e", code]);
  return performance.now() - start;
}

function kilo(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}
