import {
  closeSync,
  fchownSync,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
  type BigIntStats,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { CREATE_FLAGS, lookAt, READ_FLAGS, syncDirectory, type HeldPlace } from "./held-directory.ts";
import { ToolFault, toFault } from "./tool-fault.ts";

/** Bytes of a file with what it was when they were read. */
export interface FileContent {
  readonly bytes: Buffer;
  readonly stat: BigIntStats;
}

export interface ReadLimits {
  /** Bytes. */
  readonly limit: number;
  /** The reading knew of the file's other names. Without it a second name is a change: `ECHANGED`. */
  readonly mayBeLinked: boolean;
}

/** Reads a regular file through its held folder; everything is checked on the opened file and not on its name. */
export function readContent(place: HeldPlace, { limit, mayBeLinked }: ReadLimits): FileContent {
  const fd = openFile(place);
  try {
    const stat = checkRegular(place, fstatSync(fd, { bigint: true }), mayBeLinked);
    if (stat.size > BigInt(limit))
      throw new ToolFault(
        "ETOOLARGE",
        `\`${place.path}\` has ${stat.size} bytes, more than the ${limit} that are read`,
      );
    return { bytes: readAll(place, fd, { limit, size: Number(stat.size) }), stat };
  } finally {
    closeSync(fd);
  }
}

/** Opens for reading. */
function openFile(place: HeldPlace): number {
  try {
    return openSync(place.folder.at(place.name), READ_FLAGS);
  } catch (error) {
    throw toFault(error, place.path);
  }
}

/** Only what is stored on a disk as a file: a pipe would hang, a device has no end, a link leads away. */
export function checkRegular(place: HeldPlace, stat: BigIntStats, mayBeLinked: boolean): BigIntStats {
  if (stat.isSymbolicLink()) throw new ToolFault("ECHANGED", `\`${place.path}\` is a link that was not there before`);
  if (stat.isDirectory()) throw new ToolFault("EKIND", `\`${place.path}\` is a folder`);
  if (!stat.isFile()) throw new ToolFault("EKIND", `\`${place.path}\` is not a regular file`);
  if (stat.nlink > 1n && !mayBeLinked)
    throw new ToolFault("ECHANGED", `\`${place.path}\` has a second name that it did not have before`);
  return stat;
}

/** The file may grow while it is read: the limit holds for what comes, not for what was announced. */
function readAll(
  place: HeldPlace,
  fd: number,
  { limit, size }: { readonly limit: number; readonly size: number },
): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; ;) {
    // Of a file that is what it announced, all of it and then its end.
    const room = total < size ? size - total : 1 << 16;
    const chunk = Buffer.allocUnsafe(Math.min(room, limit + 1 - total));
    const read = readSync(fd, chunk, 0, chunk.length, null);
    if (read === 0) return Buffer.concat(chunks, total);
    chunks.push(chunk.subarray(0, read));
    total += read;
    if (total > limit)
      throw new ToolFault("ETOOLARGE", `\`${place.path}\` has more than the ${limit} bytes that are read`);
  }
}

export interface Replacement {
  readonly bytes: Uint8Array;
  /** What the place must still hold: the file that was read, or nothing. */
  readonly expect: BigIntStats | null;
  /** Permission bits of a new file; default as the process's mask leaves. An existing file keeps its own. */
  readonly mode?: number;
}

/**
 * Puts content in place at once: an exclusive temporary file in the held folder, synced, then renamed. A link or a
 * second name at the place is replaced and never written through, so no other file changes.
 */
export function replaceContent(place: HeldPlace, { bytes, expect, mode }: Replacement): void {
  const before = lookAt(place);
  if (before !== null) checkReplaceable(place, before);
  const { folder } = place;
  const temporary = `.assent-${randomBytes(9).toString("base64url")}.tmp`;
  const fd = openTemporary(place, temporary);
  try {
    writeAll(fd, bytes);
    const owned = before === null || keepOwner(fd, before);
    const kept = before === null ? (mode ?? 0o666 & ~process.umask()) : Number(before.mode & 0o777n);
    // What its own group may do is nothing for the group that the file has now.
    fchmodSync(fd, owned ? kept : kept & ~0o070);
    fsyncSync(fd);
    if (!isSame(lookAt(place), expect)) {
      throw new ToolFault("ECHANGED", `\`${place.path}\` changed while it was being written`);
    }
    renameSync(folder.at(temporary), folder.at(place.name));
  } catch (error) {
    // verdict: failed, nothing replaced
    removeQuietly(place, temporary);
    throw toFault(error, place.path);
  } finally {
    closeSync(fd);
  }
  syncDirectory(folder);
}

/** False where the account may not give the file back to its owner or group. */
function keepOwner(fd: number, before: BigIntStats): boolean {
  const now = fstatSync(fd, { bigint: true });
  if (now.uid === before.uid && now.gid === before.gid) return true;
  try {
    fchownSync(fd, Number(before.uid), Number(before.gid));
    return true;
  } catch {
    // verdict: it becomes this account's, with no rights for another group
    return now.gid === before.gid;
  }
}

function openTemporary({ folder, path }: HeldPlace, temporary: string): number {
  try {
    return openSync(folder.at(temporary), CREATE_FLAGS, 0o600);
  } catch (error) {
    throw toFault(error, path);
  }
}

function checkReplaceable(place: HeldPlace, stat: BigIntStats): void {
  checkRegular(place, stat, true);
  // A rename needs no permission of the file that it replaces; whoever took the write bit away meant it.
  if ((stat.mode & 0o222n) === 0n) throw new ToolFault("EFILE", `\`${place.path}\` is marked read-only`);
}

/** Same file, unchanged since: identity, size and time of the last change of its content. */
function isSame(a: BigIntStats | null, b: BigIntStats | null): boolean {
  if (a === null || b === null) return a === b;
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at);
}

function removeQuietly({ folder }: HeldPlace, name: string): void {
  try {
    unlinkSync(folder.at(name));
  } catch {
    // verdict: the failure that led here; a temporary file may stay behind
    return;
  }
}
