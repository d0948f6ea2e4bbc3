import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { randomUUID } from "node:crypto";

/** Bytes; a larger file is not read. */
const MAX_SIZE = 1024 * 1024;

export type FileText =
  | { readonly kind: "text"; readonly text: string; readonly mode: number }
  | { readonly kind: "absent" }
  | { readonly kind: "folder"; readonly message: string }
  /** It is there and cannot be read, or is no plain file: a link may lead anywhere. */
  | { readonly kind: "unreadable"; readonly message: string };

/** A small plain file in UTF-8. No link is followed at its name. */
export function readPlainFile(path: string): FileText {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // verdict: what is certainly not there says nothing; anything else is a file that cannot be read
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
    return { kind: "unreadable", message: code === "ELOOP" ? "it is a link" : `it cannot be read (${code})` };
  }
  try {
    const stats = fstatSync(file);
    if (stats.isDirectory()) return { kind: "folder", message: "it is not a plain file" };
    if (!stats.isFile()) return { kind: "unreadable", message: "it is not a plain file" };
    if (stats.size > MAX_SIZE) return { kind: "unreadable", message: `it is larger than ${MAX_SIZE} bytes` };
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(file));
    return { kind: "text", text, mode: stats.mode & 0o777 };
  } catch {
    return { kind: "unreadable", message: "it is not text in UTF-8" }; // verdict: broken
  } finally {
    closeSync(file);
  }
}

/** Tells by little whether a file may have changed: the same text for as long as nobody touched it. */
export function stampOf(path: string): string {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true });
    return stats === undefined ? "-" : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code); // verdict: as it is read, which says the same
  }
}

/**
 * Puts a text in the place of what is there, whole or not at all; the file keeps its mode. Throws what the system says:
 * the file is then as it was.
 */
export function replaceFile(path: string, text: string, mode: number): void {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = openSync(draft, "wx", mode);
    try {
      fchmodSync(file, mode);
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}
