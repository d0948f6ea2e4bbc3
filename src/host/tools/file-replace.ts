import {
  closeSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  linkSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
  type BigIntStats,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { copyAttributes } from "./file-attributes.ts";
import { checkRegular, openRegular, SLICE } from "./file-content.ts";
import { syncDirectory, syncFile, type Syncs } from "./file-sync.ts";
import { CREATE_FLAGS, lookAt, type HeldPlace } from "./held-directory.ts";
import { ToolFault, toFault } from "./tool-fault.ts";
import { createTurns } from "./turns.ts";

export interface Replacement {
  readonly bytes: Uint8Array;
  /** What the place must still hold: the file that was read, or nothing. */
  readonly expect: BigIntStats | null;
  /** Name that the content has in the same folder until it is whole: from `temporaryName`. Default: a new one. */
  readonly temporary?: string;
  /** Permission bits of a new file; default as the process's mask or its folder leaves. An existing file keeps its own. */
  readonly mode?: number;
  /** A new file may be run, where the mask or its folder leaves that. Default false. */
  readonly runs?: boolean;
  /** Ends the writing of a large file. */
  readonly signal?: AbortSignal;
  /** Who waits for the disk, the folder's entry included. Default: it is waited for here. */
  readonly syncs?: Syncs;
}

/**
 * Puts content in place at once: an exclusive temporary file in the held folder, synced, which then takes the name. A
 * link or a second name at the place is replaced and never written through, so no other file changes. Answers what of
 * the old file could not be kept, to be said; empty where all was.
 */
export async function replaceContent(place: HeldPlace, given: Replacement): Promise<string> {
  const before = lookAt(place);
  if (before !== null) checkReplaceable(place, before);
  const { temporary = temporaryName() } = given;
  // Of a new file the system knows best: a folder may have a list of who may read what is made in it.
  const isPrivate = before !== null || given.mode !== undefined;
  const fd = openTemporary(place, temporary, isPrivate ? 0o600 : given.runs === true ? 0o777 : 0o666);
  let open = true;
  try {
    // INVARIANT: all of it before the content, which nobody reads meanwhile who may not read the file.
    const lost = before === null ? "" : await keepRights(place, fd, before);
    if (before === null && given.mode !== undefined) fchmodSync(fd, given.mode);
    await writeAll(fd, given);
    open = false;
    await (given.syncs?.add(fd) ?? syncFile(fd));
    takeName(place, temporary, given.expect);
    if (given.syncs === undefined) await syncDirectory(place.folder);
    return lost;
  } catch (error) {
    // verdict: failed, nothing replaced
    removeQuietly(place, temporary);
    throw toFault(error, place.path);
  } finally {
    if (open) closeSync(fd);
  }
}

/** What is kept of it elsewhere lets a host that died in between be cleaned up after. */
export function temporaryName(): string {
  return `.assent-${randomBytes(9).toString("base64url")}.tmp`;
}

/** Answers what could not be kept. */
async function keepRights(place: HeldPlace, fd: number, before: BigIntStats): Promise<string> {
  const stays = keepOwner(fd, before);
  const lost = await keepAttributes(place, fd, before);
  fchmodSync(fd, keptMode(before, stays));
  const said = [
    stays ? "" : "; it could not be given back to its owner",
    (before.mode & 0o6000n) === 0n ? "" : "; it runs with no rights but those of who starts it",
    before.nlink === 1n ? "" : "; its other names keep what it held",
  ];
  return lost + said.join("");
}

/** INVARIANT: before the content, which takes the rights away that go with a program's bytes. */
async function keepAttributes(place: HeldPlace, fd: number, before: BigIntStats): Promise<string> {
  const old = openRegular(place);
  try {
    if (!isSame(fstatSync(old, { bigint: true }), before)) throw changed(place);
    const done = await copyAttributes(old, fd);
    if (done === "failed")
      throw new ToolFault("EFILE", `\`${place.path}\` has attributes that cannot be kept, so it was not replaced`);
    return done === "kept" ? "" : "; extended attributes and an access list, if it had any, could not be kept";
  } finally {
    closeSync(old);
  }
}

async function writeAll(fd: number, { bytes, signal }: Replacement): Promise<void> {
  const turn = createTurns(signal);
  for (let at = 0; at < bytes.length;) {
    await turn();
    at += writeSync(fd, bytes, at, Math.min(SLICE, bytes.length - at));
  }
}

/** False where the account may not give the file back to its owner or group. */
function keepOwner(fd: number, before: BigIntStats): boolean {
  const now = fstatSync(fd, { bigint: true });
  if (now.uid === before.uid && now.gid === before.gid) return true;
  try {
    fchownSync(fd, Number(before.uid), Number(before.gid));
    return true;
  } catch {
    // verdict: it becomes this account's, with no rights for another group, and that is said
    return false;
  }
}

/** Rights of its owner are not for what a tool put into it. */
function keptMode(before: BigIntStats, stays: boolean): number {
  const kept = Number(before.mode & 0o777n);
  // What its own group may do is nothing for the group that the file has now.
  return stays ? kept : kept & ~0o070;
}

/** A name that was free is linked to, which fails where another took it meanwhile; a rename would replace that. */
function takeName(place: HeldPlace, temporary: string, expect: BigIntStats | null): void {
  if (!isSame(lookAt(place), expect)) throw changed(place);
  const { folder, name } = place;
  if (expect === null && linkNew(folder.at(temporary), folder.at(name))) unlinkSync(folder.at(temporary));
  else renameSync(folder.at(temporary), folder.at(name));
}

/** Gives a second name. False where the disk knows none (FAT). */
export function linkNew(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (["EPERM", "ENOTSUP", "EOPNOTSUPP", "EMLINK"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return false;
    throw error;
  }
}

function openTemporary({ folder, path }: HeldPlace, temporary: string, mode: number): number {
  try {
    return openSync(folder.at(temporary), CREATE_FLAGS, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EACCES")
      throw new ToolFault("EFILE", `the folder of \`${path}\` may not be written by this account`, error);
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

function changed({ path }: HeldPlace): ToolFault {
  return new ToolFault("ECHANGED", `\`${path}\` changed while it was being written`);
}

function removeQuietly({ folder }: HeldPlace, name: string): void {
  try {
    unlinkSync(folder.at(name));
  } catch {
    // verdict: the failure that led here; a temporary file may stay behind
    return;
  }
}
