import { isReadOnly } from "../../../core/class.ts";
import { type Arg, literal } from "../arg.ts";
import { raise } from "../line.ts";
import type { Start } from "../program.ts";
import { applyValue } from "../values.ts";
import { addPaths, pathsOf } from "../use.ts";

export function unpacksInto(start: Start, arg: Arg): void {
  applyValue(start, { kind: "U", arg });
}

/** Where no option names a folder, into the working directory. */
export function readUnpackHere(start: Start): void {
  unpackAt(start, ".");
}

/** Into a folder of this name. squashfs-tools 4.6. */
export function readUnsquashfs(start: Start): void {
  unpackAt(start, "squashfs-root");
}

/** Nowhere where the archive is only looked at. */
function unpackAt(start: Start, folder: string): void {
  const { options, draft } = start;
  if (isReadOnly(draft.class) || options.some(({ option }) => option.value === "U")) return;
  unpacksInto(start, literal(folder));
}

/** 7-Zip unpacks into the working directory, or where `-o` says. */
export function read7z(start: Start): void {
  const { options } = start;
  if (options.some(({ name }) => name === "-so")) return;
  unpacksInto(start, literal(options.find(({ name }) => /^-o./.test(name))?.name.slice(2) ?? "."));
}

/** Into the folder that the last word names by its slash, else the working directory. unrar 7. */
export function readUnrar(start: Start): void {
  const last = start.operands.length > 1 ? start.operands.at(-1) : undefined;
  unpacksInto(start, last?.text.endsWith("/") ? last : literal("."));
}

/** `cpio -i` unpacks its standard input, `cpio -p` copies what that names. GNU cpio 2.15. */
export function readCpio(start: Start): void {
  const has = (name: string): boolean => start.options.some((option) => option.name === name);
  if (has("--list")) return;
  const [folder] = has("--pass-through") ? start.operands : has("--extract") ? [literal(".")] : [];
  if (folder === undefined) return raise(start.draft, "unknown");
  raise(start.draft, "write");
  unpacksInto(start, folder);
}

/** Where no file is named the patch says itself which ones it changes. */
export function readPatchFile(start: Start): void {
  const { options, operands } = start;
  if (operands.length > 0 || options.some(({ name }) => name === "--dry-run" || name === "--output")) return;
  unpacksInto(start, literal("."));
}

/** Endings of one packed file. */
const PACKED = /\.(?:gz|z|bz2?|xz|lzma|zst|lz4|br|tgz|tbz2?|txz|tzst)$/i;

/** A packed file gives way to one without the ending: `gunzip x.gz` writes `x`. */
export function readReplaced({ at, draft, operands, options, cwd }: Start): void {
  if (options.some(({ name }) => ["--stdout", "--to-stdout", "--list", "--test", "--output"].includes(name))) return;
  for (const arg of operands) {
    for (const { spelling } of pathsOf(at.line, { arg, act: "edit", cwd, recursive: false })) {
      if (!PACKED.test(spelling)) continue;
      const path = spelling.replace(PACKED, "");
      addPaths(at.line, draft, { arg: { ...literal(path), path }, act: "write", cwd, recursive: false });
    }
  }
}
