import { realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { z } from "zod";
import { EFFECTS } from "../../core/effect.ts";
import type { Layer, Rule } from "../../core/policy.ts";
import { readers } from "../../read/read.ts";
import type { FileFault } from "../../wire/project-file.ts";
import { readPlainFile, stampOf } from "../plain-file.ts";
import { faultOfRule } from "./compile-stored.ts";
import { parseProjectFile } from "./project-file/parse.ts";

/** What an administrator says for every user of the machine. Source: decision.md, "Enforced". */
export interface Managed {
  readonly layer?: Layer;
  readonly rules: readonly Rule[];
}

const rulesBlock = z.object({
  rules: z
    .array(
      z.strictObject({
        tool: z.string().min(1),
        pattern: z.string().min(1),
        decision: z.enum(EFFECTS),
        note: z.string().optional(),
      }),
    )
    .default([]),
});

/** Where it lies; no variable of the environment moves it, since whoever starts the host could set one. */
export function managedFile(): string {
  if (process.platform === "darwin") return "/Library/Application Support/Assent/managed.json";
  if (process.platform === "win32")
    return join(process.env["ProgramData"] ?? "C:\\ProgramData", "Assent\\managed.json");
  return "/etc/assent/managed.json";
}

/**
 * The file's `tools`, `authorization` and `rules`. Throws where it is there and cannot be read whole: an administrator's
 * policy is never a smaller one, so nothing is decided until it is mended.
 */
export function readManaged(path: string | undefined): Managed {
  const file = path === undefined ? ({ kind: "absent" } as const) : readPlainFile(realPath(path));
  if (file.kind === "absent") return { rules: [] };
  if (file.kind !== "text") throw new Error(`\`${path}\`: ${file.message}`);
  const [native, mcp] = [parseProjectFile("assent", file.text), parseProjectFile("mcp", file.text)];
  if (!native.ok) throw new Error(sayFault(path, native.fault));
  if (!mcp.ok) throw new Error(sayFault(path, mcp.fault));
  const [fault] = [...native.faults, ...mcp.faults];
  if (fault !== undefined) throw new Error(sayFault(path, fault));
  const layer = { ...native.layer, ...mcp.layer };
  return { ...(Object.keys(layer).length > 0 && { layer }), rules: rulesOf(path, file.text) };
}

/** Changes with the file: what was made of it before is stale. */
export function managedStamp(path: string | undefined): string {
  return path === undefined ? "" : stampOf(realPath(path));
}

function rulesOf(path: string | undefined, text: string): readonly Rule[] {
  const parsed = rulesBlock.safeParse(parse(text, [], { allowTrailingComma: true }));
  if (!parsed.success) throw new Error(`\`${path}\`: \`${parsed.error.issues[0]?.path.join(".")}\` cannot be read`);
  return parsed.data.rules.map(({ note, ...given }, at) => {
    const said = note === undefined ? given : { ...given, note };
    const rule = { ...said, id: `managed-${at + 1}`, scope: "managed" } as const;
    const fault = faultOfRule(rule, readers);
    if (fault !== null)
      throw new Error(`\`${path}\`: \`rules.${at}${fault.path.slice("rule".length)}\`: ${fault.message}`);
    return rule;
  });
}

function sayFault(path: string | undefined, { line, column, message, path: place }: FileFault): string {
  return `\`${path}\` line ${line}, column ${column}: ${place === undefined ? "" : `\`${place}\`: `}${message}`;
}

/** Some systems keep `/etc` as links. */
function realPath(path: string): string {
  try {
    // Most machines have none, and this is asked at each call: an exception would cost more than the look.
    return statSync(path, { throwIfNoEntry: false }) === undefined ? path : realpathSync.native(path);
  } catch {
    return path; // verdict: not there, or cannot be read, which reading it tells
  }
}
