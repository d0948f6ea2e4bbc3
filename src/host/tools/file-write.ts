import { mkdirSync } from "node:fs";
import type { PathUse } from "../../core/reading.ts";
import { readContent, type FileContent } from "./file-content.ts";
import { MOST_BYTES } from "./file-read.ts";
import { replaceContent, temporaryName } from "./file-replace.ts";
import { lookAt, withPlace, type HeldPlace } from "./held-directory.ts";
import { applyEdits, readText, writeText, type Edit } from "./text-file.ts";
import { canonicalOf } from "./canonical-of.ts";
import type { ToolContext, ToolResult } from "./tool-context.ts";
import { ToolFault, toFault } from "./tool-fault.ts";

/** `write_file`: the whole content. An existing file keeps its encoding, line ends and mode. */
export async function runWriteFile(
  args: { readonly content: string },
  use: PathUse,
  context: ToolContext,
): Promise<ToolResult> {
  if (args.content.length > MOST_BYTES)
    throw new ToolFault("ETOOLARGE", `the content has more than ${MOST_BYTES} characters`);
  return withPlace(canonicalOf(use), context.roots ?? [], async (place) => {
    const before = await readBefore(place, context);
    const bytes = writeText(args.content, before === null ? undefined : (readText(before.bytes)?.form ?? undefined));
    const lost = await putContent(place, { before, bytes, context });
    return {
      ok: true,
      output: `${before === null ? "made" : "replaced"} ${place.path}, ${bytes.length} bytes${lost}`,
      cut: 0,
    };
  });
}

/** What a place holds that a tool replaces; null where that is nothing. */
export async function readBefore(place: HeldPlace, { signal }: ToolContext): Promise<FileContent | null> {
  return lookAt(place) === null ? null : readContent(place, { limit: MOST_BYTES, mayBeLinked: true, signal });
}

/** Puts content in place and keeps what was there for the run. Answers what could not be kept of the old file. */
export async function putContent(
  place: HeldPlace,
  {
    before,
    bytes,
    context: { undo, signal },
  }: { readonly before: FileContent | null; readonly bytes: Uint8Array; readonly context: ToolContext },
): Promise<string> {
  const temporary = temporaryName();
  await undo?.content(place.path, { before, after: bytes, temporary });
  return replaceContent(place, { bytes, expect: before?.stat ?? null, temporary, signal });
}

/** `edit_file`: all edits or none. */
export async function runEditFile(
  args: { readonly edits: readonly Edit[] },
  use: PathUse,
  context: ToolContext,
): Promise<ToolResult> {
  return withPlace(canonicalOf(use), context.roots ?? [], async (place) => {
    const before = await readContent(place, { limit: MOST_BYTES, mayBeLinked: true, signal: context.signal });
    const file = readText(before.bytes);
    if (file === null) throw new ToolFault("EENCODING", `\`${place.path}\` is not text`);
    const bytes = writeText(applyEdits(file, args.edits), { ...file.form, crlf: false });
    const lost = await putContent(place, { before, bytes, context });
    const { length } = args.edits;
    return { ok: true, output: `edited ${place.path}, ${length} ${length === 1 ? "edit" : "edits"}${lost}`, cut: 0 };
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
