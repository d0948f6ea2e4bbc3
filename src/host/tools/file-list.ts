import type { PathUse } from "../../core/reading.ts";
import { walkFolder } from "./file-walk.ts";
import { shownName } from "./shown-name.ts";
import { canonicalOf } from "./canonical-of.ts";
import { cutText, type ToolContext, type ToolResult } from "./tool-context.ts";

const MOST_ENTRIES = 2_000;

/** `list_files`: one path a line, folders with `/`, links with `@`, what is neither file nor folder with `?`. */
export async function runListFiles(
  args: { readonly recursive?: boolean },
  use: PathUse,
  context: ToolContext,
): Promise<ToolResult> {
  const lines: string[] = [];
  const whole = await walkFolder(canonicalOf(use), {
    roots: context.roots ?? [],
    signal: context.signal,
    limit: MOST_ENTRIES,
    // What git and package managers keep is named, but not listed: it would push out everything else.
    enter: ({ name }) => args.recursive === true && name !== ".git" && name !== "node_modules",
    closed: () => void lines.push(`${lines.pop()} (cannot be opened)`),
    visit: ({ path, kind }) => void lines.push(shownName(path) + { file: "", dir: "/", link: "@", other: "?" }[kind]),
  });
  const text = [...lines, ...(whole ? [] : [`(more than ${MOST_ENTRIES} entries; list a folder below)`])].join("\n");
  return { ok: true, ...cutText(text, context.outputLimit) };
}
