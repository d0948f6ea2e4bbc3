import { mkdirSync } from "node:fs";
import type { PathUse } from "../../core/reading.ts";
import { readContent, replaceContent } from "./file-content.ts";
import { MOST_BYTES } from "./file-read.ts";
import { lookAt, withPlace, type HeldPlace } from "./held-directory.ts";
import { applyEdits, readText, writeText, type Edit } from "./text-file.ts";
import { canonicalOf, type ToolContext, type ToolResult } from "./tool-context.ts";
import { ToolFault, toFault } from "./tool-fault.ts";

/** `write_file`: the whole content. An existing file keeps its encoding, line ends and mode. */
export async function runWriteFile(
  args: { readonly content: string },
  use: PathUse,
  context: ToolContext,
): Promise<ToolResult> {
  const path = canonicalOf(use);
  if (args.content.length > MOST_BYTES)
    throw new ToolFault("ETOOLARGE", `the content has more than ${MOST_BYTES} characters`);
  return withPlace(path, context.roots ?? [], (place) => {
    const before = lookAt(place) === null ? null : readContent(place, { limit: MOST_BYTES, mayBeLinked: true });
    const bytes = writeText(args.content, before === null ? undefined : (readText(before.bytes)?.form ?? undefined));
    context.undo?.content(
      path,
      before === null ? null : { bytes: before.bytes, mode: modeOf(before.stat.mode) },
      bytes,
    );
    replaceContent(place, { bytes, expect: before?.stat ?? null });
    return { ok: true, output: `${before === null ? "made" : "replaced"} ${path}, ${bytes.length} bytes`, cut: 0 };
  });
}

/** `edit_file`: all edits or none. */
export async function runEditFile(
  args: { readonly edits: readonly Edit[] },
  use: PathUse,
  context: ToolContext,
): Promise<ToolResult> {
  const path = canonicalOf(use);
  return withPlace(path, context.roots ?? [], (place) => {
    const before = readContent(place, { limit: MOST_BYTES, mayBeLinked: true });
    const file = readText(before.bytes);
    if (file === null) throw new ToolFault("EENCODING", `\`${path}\` is not text`);
    const bytes = writeText(applyEdits(file, args.edits), { ...file.form, crlf: false });
    context.undo?.content(path, { bytes: before.bytes, mode: modeOf(before.stat.mode) }, bytes);
    replaceContent(place, { bytes, expect: before.stat });
    return {
      ok: true,
      output: `edited ${path}, ${args.edits.length} ${args.edits.length === 1 ? "edit" : "edits"}`,
      cut: 0,
    };
  });
}

/** `create_directory`: one folder; its parent must be there. */
export async function runCreateDirectory(use: PathUse, context: ToolContext): Promise<ToolResult> {
  const path = canonicalOf(use);
  return withPlace(path, context.roots ?? [], (place) => {
    makeFolder(place);
    context.undo?.made(path);
    return { ok: true, output: `made ${path}`, cut: 0 };
  });
}

export function makeFolder({ folder, name, path }: HeldPlace): void {
  try {
    mkdirSync(folder.at(name));
  } catch (error) {
    throw toFault(error, path);
  }
}

export function modeOf(mode: bigint): number {
  return Number(mode & 0o777n);
}
