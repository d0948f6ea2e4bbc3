import type { Act } from "../../core/reading.ts";
import { changes, pick, type Mapper } from "./map.ts";

/** A patch as agents write it: one text, several files. Undefined where it cannot be read, and the tool is then unknown. */
export const appliesPatch: Mapper = (input) => {
  const text = pick(input, "patchText", "patch", "input", "patch_text", "command");
  const patch = Array.isArray(text)
    ? text.find((item) => typeof item === "string" && item.includes("*** Begin Patch"))
    : text;
  const files = typeof patch === "string" ? readPatch(patch) : null;
  return files === null ? undefined : changes(files);
};

interface PatchedFile {
  readonly path: string;
  readonly act: Exclude<Act, "read">;
  /** Its content goes on under another name. */
  readonly moved?: true;
}

const HEADERS: readonly (readonly [RegExp, PatchedFile["act"]])[] = [
  [/^\*\*\* Add File: (.+)$/, "write"],
  [/^\*\*\* Update File: (.+)$/, "edit"],
  [/^\*\*\* Delete File: (.+)$/, "delete"],
  // Stands under an update: the file goes there, and its old name goes away.
  [/^\*\*\* Move to: (.+)$/, "write"],
];

/** The files of a patch in order, or null where it names none or is of another form. */
export function readPatch(text: string): readonly PatchedFile[] | null {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  if (!lines.some((line) => line.trim() === "*** Begin Patch")) return readUnified(lines);
  const heads = lines.filter((line) => line.trimStart().startsWith("*** "));
  const isMove = (line = ""): boolean => line.trimStart().startsWith("*** Move to: ");
  const files = heads.flatMap((line, at) =>
    HEADERS.flatMap(([header, act]) => toFile(header.exec(line.trimStart())?.[1], act, isMove(heads[at + 1]))),
  );
  const known = heads.every((line) =>
    /^\*\*\* (?:Begin Patch|End Patch|End of File|Environment ID: .*|(?:Add|Update|Delete) File: .+|Move to: .+)$/.test(
      line.trim(),
    ),
  );
  return known && files.length > 0 ? files : null;
}

function toFile(path: string | undefined, act: PatchedFile["act"], moved = false): readonly PatchedFile[] {
  if (path === undefined || path.trim() === "") return [];
  return [{ path: path.trim(), act, ...(moved ? { moved: true } : {}) }];
}

/** `--- a/x` and `+++ b/x`; `/dev/null` on one side makes or deletes. */
function readUnified(lines: readonly string[]): readonly PatchedFile[] | null {
  const files = lines.flatMap((line, at): readonly PatchedFile[] => {
    const before = /^--- ([^\t]+)/.exec(line)?.[1];
    const after = /^\+\+\+ ([^\t]+)/.exec(lines[at + 1] ?? "")?.[1];
    if (before === undefined || after === undefined) return [];
    if (after === "/dev/null") return toFile(stripSide(before), "delete");
    if (before === "/dev/null") return toFile(stripSide(after), "write");
    const names = [...new Set([stripSide(before), stripSide(after)])];
    return names.flatMap((name) => toFile(name, "edit"));
  });
  // Renames and modes of git's long form name files outside of those two lines.
  const hidden = lines.some((line) =>
    /^(?:rename|copy) (?:from|to) |^(?:old|new|deleted file|new file) mode |^GIT binary patch/.test(line),
  );
  return hidden || files.length === 0 ? null : files;
}

function stripSide(name: string): string {
  return name.replace(/^[ab]\//, "");
}
