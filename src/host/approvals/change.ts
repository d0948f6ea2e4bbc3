import type { Reading } from "../../core/reading.ts";
import type { FileChange } from "../../wire/approval.ts";
import { readText } from "../gate/file-state.ts";

/** Larger files are not shown side by side, and larger new contents are cut. In characters. */
const MAX_SHOWN = 256 * 1024;

/** The change that a write or an edit makes, with the file as it is now; null for any other call. */
export async function fileChange(reading: Reading, args: unknown): Promise<FileChange | null> {
  if (typeof args !== "object" || args === null) return null;
  const given = args as Readonly<Record<string, unknown>>;
  const use = reading.parts[0]?.paths.find((path) => path.act === "write" || path.act === "edit");
  if (!use?.canonical) return null;
  const before = await readText(use.canonical, MAX_SHOWN);
  const after = reading.tool.id === "edit_file" ? edited(before, given) : written(reading, given);
  if (after === null) return null;
  return { path: use.canonical, before, after: after.slice(0, MAX_SHOWN), cut: Math.max(0, after.length - MAX_SHOWN) };
}

function written(reading: Reading, given: Readonly<Record<string, unknown>>): string | null {
  if (reading.tool.id !== "write_file") return null;
  return typeof given["content"] === "string" ? given["content"] : null;
}

/** Null where the edits do not fit the file: the call will then fail by itself. */
function edited(before: string | null, given: Readonly<Record<string, unknown>>): string | null {
  if (before === null) return null;
  return editsOf(given).reduce<string | null>((text, edit) => (text === null ? null : applyEdit(text, edit)), before);
}

interface Edit {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

/** Our own spelling, and the one that coding agents use. */
function editsOf(given: Readonly<Record<string, unknown>>): readonly Edit[] {
  const edits = Array.isArray(given["edits"]) ? (given["edits"] as Record<string, unknown>[]) : [given];
  return edits.map((edit) => ({
    old: String(edit["old"] ?? edit["old_string"] ?? ""),
    new: String(edit["new"] ?? edit["new_string"] ?? ""),
    all: edit["all"] === true || edit["replace_all"] === true,
  }));
}

function applyEdit(text: string, edit: Edit): string | null {
  if (edit.old === "") return text === "" ? edit.new : null;
  if (edit.all) return text.includes(edit.old) ? text.replaceAll(edit.old, () => edit.new) : null;
  const at = text.indexOf(edit.old);
  return at < 0 ? null : text.slice(0, at) + edit.new + text.slice(at + edit.old.length);
}
