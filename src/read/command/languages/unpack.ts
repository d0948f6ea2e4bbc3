import { type Arg, literal } from "../arg.ts";
import { raise } from "../line.ts";
import type { Start } from "../program.ts";
import { addPaths, pathsOf } from "../use.ts";

/** What is in an archive or a patch is not read: files of any name arrive below the folder. */
export function unpacksInto({ at, draft, cwd }: Start, arg: Arg): void {
  addPaths(at.line, draft, { arg, act: "write", cwd, recursive: true, unlisted: true });
}

/** Without a folder of its own (`-d`) the archive goes to the working directory. UnZip 6.0. */
export function readUnzip(start: Start): void {
  const { options } = start;
  if (options.some(({ name }) => /^-[ltzZvpcT]$/.test(name))) return;
  unpacksInto(start, options.find(({ name }) => name === "-d")?.value ?? literal("."));
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

/** `ar x`: into the working directory. */
export function readUnpackHere(start: Start): void {
  unpacksInto(start, literal("."));
}

/** `cpio -i` unpacks its standard input. GNU cpio 2.15. */
export function readCpio(start: Start): void {
  const has = (name: string): boolean => start.options.some((option) => option.name === name);
  if (has("--list")) return;
  if (!has("--extract")) return raise(start.draft, "unknown");
  raise(start.draft, "write");
  unpacksInto(start, literal("."));
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
