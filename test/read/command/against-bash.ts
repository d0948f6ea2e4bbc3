import { spawnSync } from "node:child_process";
import { randomFrom } from "./generate.ts";

/** Random lines, what bash makes of them, and what was read. */

export const BASH = "/bin/bash";
const BATCH = 100;

/** Takes one of a list. */
export type Pick = (from: readonly string[]) => string;

interface Held<Read> {
  readonly runs: number;
  readonly seed: number;
  readonly line: (pick: Pick, random: () => number) => string;
  /** What bash tells of each line, a text for each time. */
  readonly told: (lines: readonly string[]) => readonly (readonly string[])[];
  /** Null: the line cannot be read, and is not held. */
  readonly read: (line: string) => Read | null;
  /** What is wrong with what was read; undefined of nothing. */
  readonly fault: (read: Read, told: string) => string | undefined;
}

/** The lines that were read otherwise than bash has them, and how often anything was held. */
export function holdAgainstBash<Read>({ runs, seed, line, told, read, fault }: Held<Read>) {
  const random = randomFrom(seed);
  const pick: Pick = (from) => from[Math.floor(random() * from.length)] as string;
  let held = 0;
  const faults: string[] = [];
  for (let done = 0; done < runs; done += BATCH) {
    const lines = Array.from({ length: BATCH }, () => line(pick, random));
    for (const [at, texts] of told(lines).entries()) {
      const known = read(lines[at] as string);
      if (known === null) continue;
      for (const text of texts) {
        held++;
        const wrong = fault(known, text);
        if (wrong !== undefined) faults.push(`${JSON.stringify(lines[at])} ${wrong}`);
      }
    }
  }
  return { held, faults: faults.slice(0, 40) };
}

/**
 * What the lines tell, each in a subshell: `setup` defines a function that writes texts to descriptor 9, each with `\x1d`
 * behind it.
 */
export function tellInBash(
  lines: readonly string[],
  { setup, cwd, home }: { readonly setup: string; readonly cwd: string; readonly home: string },
): readonly (readonly string[])[] {
  const quoted = lines.map((line) => `( eval '${line.replaceAll("'", "'\\''")}' ) 2>/dev/null; printf '\\x1e' >&9`);
  const script = `exec 9>&1 >/dev/null; ${setup}\n${quoted.join("\n")}`;
  const env = { HOME: home, PATH: "/nowhere" };
  const { stdout } = spawnSync(BASH, ["-c", script], { cwd, env, encoding: "utf8" });
  return stdout
    .split("\u001e")
    .slice(0, lines.length)
    .map((out) => out.split("\u001d").filter((text) => text !== ""));
}
