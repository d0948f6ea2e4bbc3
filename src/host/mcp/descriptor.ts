import { createHash } from "node:crypto";
import { isRecord } from "../../core/faults.ts";
import { canonicalJson } from "../../read/canonical-json.ts";
import type { FileChange } from "../../wire/approval.ts";

/** What a server says of a tool, as far as it is pinned. */
export interface ToolDescriptor {
  readonly name: string;
  /** RFC 8785. */
  readonly text: string;
  /** SHA-256 (hex) of the text. */
  readonly hash: string;
  readonly inputSchema: unknown;
}

/** All that may change what a model or a person makes of a tool. Source: decision.md, Names. */
const PINNED = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"] as const;

/** Null where it does not read as a tool. */
export function readDescriptor(tool: unknown): ToolDescriptor | null {
  if (!isRecord(tool)) return null;
  const { name, inputSchema, description, title } = tool;
  if (typeof name !== "string" || name === "" || !isRecord(inputSchema)) return null;
  if (!isTextOrAbsent(description) || !isTextOrAbsent(title)) return null;
  const text = canonicalJson(Object.fromEntries(PINNED.map((key) => [key, tool[key]])));
  if (text === null) return null;
  return { name, text, inputSchema, hash: createHash("sha256").update(text).digest("hex") };
}

/** As a card shows two versions side by side. */
export function descriptorChange(name: string, before: string | undefined, after: string): FileChange {
  return {
    path: `the tool ${name}`,
    before: before === undefined ? null : readable(before),
    after: readable(after),
    cut: 0,
  };
}

/** The description as lines, since that is where what speaks to a model hides. */
export function readable(text: string): string {
  const { description, ...rest } = JSON.parse(text) as Record<string, unknown>;
  const said = typeof description === "string" ? `${description}\n\n` : "";
  return `${said}${JSON.stringify(rest, null, 2)}\n`;
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
