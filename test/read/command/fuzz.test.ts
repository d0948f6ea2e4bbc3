import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Part } from "../../../src/core/reading.ts";
import { plainWorld } from "../../../src/read/plain-world.ts";
import { read } from "../../../src/read/read.ts";
import { program, randomFrom } from "./generate.ts";

/**
 * Whatever bash starts must have been read. Random programs run in real bash with an empty PATH; a handler logs every
 * name that it would have started, with its words. A line that reads as `unreadable` is asked about and may start anything.
 * `ASSENT_FUZZ_RUNS` and `ASSENT_FUZZ_SEED` for longer runs.
 */
const RUNS = Number(process.env["ASSENT_FUZZ_RUNS"] ?? 300);
const SEED = Number(process.env["ASSENT_FUZZ_SEED"] ?? 1);
const BASH = "/bin/bash";

let dir = "";
// Apart from where the programs run: a mask that names thousands of logs makes lines that are torn when they are written.
let logs = "";
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "assent-fuzz-"));
  logs = mkdtempSync(join(tmpdir(), "assent-fuzz-logs-"));
  // The handler runs in the shell that failed to find the name, with the words that the program would have got.
  writeFileSync(
    join(dir, "env.sh"),
    // The time-out below ends the first bash only: a loop in one of its subshells ends by its own limit.
    // bash writes at each line's end, and what runs beside would write in between: so no line ends within an entry.
    `ulimit -t 1; command_not_found_handle() { local IFS=$'\\x1f'; local all="$*"; printf '%s\\x1e' "\${all//$'\\n'/$'\\x1d'}" >> "$LOG"; return 0; }\n`,
  );
});
afterAll(() => {
  for (const folder of [dir, logs]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe.skipIf(!existsSync(BASH))("what bash starts has been read", () => {
  it(`in ${RUNS} random programs`, { timeout: 600_000 }, () => {
    const misses: string[] = [];
    let started = 0;
    for (let run = 0; run < RUNS; run++) {
      const text = program(randomFrom(SEED * 1_000_003 + run));
      const reading = readLine(text);
      if (reading.unreadable) continue;
      for (const words of startedBy(text, join(logs, `log-${run}`))) {
        started++;
        if (!reading.parts.some((part) => covers(part, words)))
          misses.push(`${JSON.stringify(text)} started ${JSON.stringify(words)}`);
      }
    }
    expect(misses.slice(0, 5)).toEqual([]);
    expect(started).toBeGreaterThan(RUNS / 10);
  });
});

function readLine(command: string): { readonly unreadable: boolean; readonly parts: readonly Part[] } {
  const call = { tool: "shell", args: { command }, cwd: dir, project: dir, source: "model", attended: true } as const;
  const reading = read(call, plainWorld({ home: dir, cwd: dir, project: dir }));
  const all = [...reading.findings, ...reading.parts.flatMap((part) => part.findings)];
  return {
    unreadable: reading.argFault !== undefined || all.some(({ code }) => code === "unreadable"),
    parts: reading.parts,
  };
}

/** The commands that bash would have started, each as its words. */
function startedBy(text: string, log: string): readonly (readonly string[])[] {
  writeFileSync(log, "");
  // A socket as standard input makes bash read the start-up file of a remote shell instead.
  spawnSync(BASH, ["-c", text], {
    cwd: dir,
    timeout: 2_000,
    stdio: "ignore",
    env: { PATH: "/nowhere", BASH_ENV: join(dir, "env.sh"), LOG: log, HOME: dir },
  });
  return readFileSync(log, "utf8")
    .replaceAll("\u001d", "\n")
    .split("\u001e")
    .filter((entry) => entry !== "")
    .map((entry) => entry.split("\u001f"));
}

/** The part is that command, or one with words of unknown value that could be it. */
function covers(part: Part, [name, ...words]: readonly string[]): boolean {
  if (part.program !== name) return false;
  return (
    part.words.some(({ kind }) => kind !== "literal") ||
    (part.words.length === words.length &&
      part.words.every(({ text }, at) => text === words[at] || text.replace(/^~(?=\/|$)/, dir) === words[at]))
  );
}
