import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

import type { Effect } from "../core/effect.ts";
import { inQuotes } from "../core/shell-quote.ts";
import { binFile } from "./host-behind.ts";

interface Started {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly bin: string;
  readonly home: string;
}

/**
 * What stands for `assent` in a command that can be typed where this one was: through npm `npx assent`, installed the
 * bare name, else the file itself. Elsewhere `npx assent` would fetch whatever the registry has under that name.
 */
export function commandName(started: Started = here()): string {
  const viaNpm = started.env["npm_command"] !== undefined;
  return viaNpm ? "npx assent" : commandAnywhere(started);
}

/** The same for a terminal in any folder, as on the web page. */
export function commandAnywhere({ env, bin, home }: Started = here()): string {
  const own = (env["PATH"] ?? "").split(delimiter).filter((dir) => !dir.includes("node_modules"));
  if (own.some((dir) => isSame(join(dir, "assent"), bin))) return "assent";
  const short = bin.startsWith(`${home}/`) ? `~${bin.slice(home.length)}` : bin;
  return /^[\w./~-]+$/u.test(short) ? short : inQuotes(bin);
}

/** A command of this program as a person can type it. */
export function typed(rest: string): string {
  return rest === "" ? commandName() : `${commandName()} ${rest}`;
}

/** The hint for a failure that has no better one. */
export function seeDoctor(): string {
  return `${typed("doctor")} looks for what is wrong`;
}

/** The command that adds a rule, quoted for a shell. */
export function addCommand(
  { tool, pattern }: { readonly tool: string; readonly pattern: string },
  decision: Effect = "allow",
): string {
  const about = tool === "shell" ? "" : `--tool ${tool} `;
  return typed(`rules add --${decision} ${about}${inQuotes(pattern)}`);
}

function here(): Started {
  return { env: process.env, bin: binFile(), home: homedir() };
}

function isSame(file: string, bin: string): boolean {
  try {
    return realpathSync(file) === realpathSync(bin);
  } catch {
    return false; // no such file: this folder of the PATH does not have it
  }
}
