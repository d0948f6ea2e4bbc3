import { closeSync, fstatSync, openSync, readSync, type BigIntStats } from "node:fs";
import { READ_FLAGS, type HeldPlace } from "./held-directory.ts";
import { ToolFault, toFault } from "./tool-fault.ts";
import { createTurns } from "./turns.ts";

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
  /** Ends the reading of a large file. */
  readonly signal?: AbortSignal;
}

/** Bytes that are read or written before the host answers others. */
export const SLICE = 1024 * 1024;

/** Reads a regular file through its held folder; everything is checked on the opened file and not on its name. */
export async function readContent(place: HeldPlace, limits: ReadLimits): Promise<FileContent> {
  const fd = openRegular(place);
  try {
    const stat = checkRegular(place, fstatSync(fd, { bigint: true }), limits.mayBeLinked);
    if (stat.size > BigInt(limits.limit))
      throw new ToolFault(
        "ETOOLARGE",
        `\`${place.path}\` has ${stat.size} bytes, more than the ${limits.limit} that are read`,
      );
    return { bytes: await readAll(place, fd, { ...limits, size: Number(stat.size) }), stat };
  } catch (error) {
    throw toFault(error, place.path);
  } finally {
    closeSync(fd);
  }
}

/** Opens for reading. */
export function openRegular(place: HeldPlace): number {
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

/** The file may grow or shrink while it is read: the limit holds for what comes, not for what was announced. */
async function readAll(
  { path }: HeldPlace,
  fd: number,
  { limit, size, signal }: ReadLimits & { readonly size: number },
): Promise<Buffer> {
  const turn = createTurns(signal);
  // One more than was announced, so that its end is seen.
  let bytes = Buffer.allocUnsafe(size + 1);
  for (let total = 0; ;) {
    await turn();
    if (total === bytes.length) bytes = Buffer.concat([bytes], 2 * total);
    const read = readSync(fd, bytes, total, Math.min(SLICE, bytes.length - total), null);
    if (read === 0) return bytes.subarray(0, total);
    total += read;
    if (total > limit) throw new ToolFault("ETOOLARGE", `\`${path}\` has more than the ${limit} bytes that are read`);
  }
}
