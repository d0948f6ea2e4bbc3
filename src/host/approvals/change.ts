import type { Reading } from "../../core/reading.ts";
import type { FileChange } from "../../wire/approval.ts";
import { readBytes } from "../gate/file-state.ts";
import { applyEdits, type Edit, readText, type TextFile } from "../tools/text-file.ts";

/** Characters of each side that a card shows. */
const MAX_SHOWN = 256 * 1024;
/** Larger files are changed all the same, but no change is shown. In bytes. */
const MAX_READ = 16 * 1024 * 1024;

/**
 * The change that a write or an edit makes to the file as it is now, made by the code that will make it; null for any
 * other call, and where the edits do not fit the file.
 */
export async function fileChange(reading: Reading, args: unknown): Promise<FileChange | null> {
  const { id } = reading.tool;
  const use = reading.parts[0]?.paths.find((path) => path.act === "write" || path.act === "edit");
  if ((id !== "write_file" && id !== "edit_file") || !use?.canonical || reading.argFault) return null;
  const bytes = use.kind === "none" ? null : await readBytes(use.canonical, MAX_READ);
  const file = bytes && readText(bytes);
  const after =
    id === "write_file"
      ? (args as { readonly content: string }).content
      : edited(file, (args as { readonly edits: readonly Edit[] }).edits);
  if (typeof after !== "string") return null;
  const before = bytes === null ? null : (file?.text ?? `[${bytes.length} bytes that are not text]`);
  return {
    path: use.canonical,
    before: before?.slice(0, MAX_SHOWN) ?? null,
    after: after.slice(0, MAX_SHOWN),
    cut: missing(before) + missing(after),
  };
}

function edited(file: TextFile | null, edits: readonly Edit[]): string | null {
  if (file === null) return null;
  try {
    return applyEdits(file, edits);
  } catch {
    return null; // verdict: nothing to show; the call will fail by itself
  }
}

function missing(text: string | null): number {
  return Math.max(0, (text?.length ?? 0) - MAX_SHOWN);
}
