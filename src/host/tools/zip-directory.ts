import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** One member as the central directory of a zip archive lists it, in its order. Source: APPNOTE.TXT 6.3.10, 4.3 and 4.4. */
export interface ZipMember {
  readonly name: string;
  /** The bytes of the name, as they stand in the archive. */
  readonly rawName: Buffer;
  /** Bytes in the archive and after unpacking, as claimed. */
  readonly packed: number;
  readonly size: number;
  /** Of the content, as claimed. */
  readonly crc: number;
  /** 0: stored, 8: deflated. */
  readonly method: number;
  /** Where its own header begins in the archive. */
  readonly at: number;
  readonly encrypted: boolean;
  /** `other`: a link, a device, anything that is no plain file or folder. */
  readonly kind: "file" | "dir" | "other";
  /** Permission bits of the one that packed it; null where none are kept. */
  readonly mode: number | null;
}

/** An archive of which parts can be read: a file, or all of its bytes. */
export interface ZipBytes {
  readonly size: number;
  /** Shorter where the archive ends. */
  read(position: number, length: number): Buffer;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_SIZE = 22;
const ENTRY_SIZE = 46;
/** The end record may be followed by a comment of at most 65,535 bytes. */
const TAIL = END_SIZE + 65_535;
/** Of the directory itself, in bytes. */
const LARGEST_DIRECTORY = 32 * 1024 * 1024;
/** More are not listed. */
export const MOST_MEMBERS = 10_000;
/** Folders within each other, of one member and of all together: a name of a few bytes each would make work without end. */
export const MOST_LEVELS = 100;
const MOST_LEVELS_OF_ALL = 20 * MOST_MEMBERS;
/** Of a member's name, in bytes: as long as a path may be. */
const LONGEST_NAME = 4_096;

/**
 * The members of an archive. Null where it is not one, is split over several files, uses the 64-bit form, has more than
 * 10,000 or has them in too many folders: an archive that cannot be listed for certain is not unpacked.
 */
export function readZipDirectory(archive: ZipBytes): readonly ZipMember[] | null {
  const { size } = archive;
  const tail = archive.read(Math.max(0, size - TAIL), Math.min(size, TAIL));
  const at = findEnd(tail);
  if (at < 0) return null;
  const [disk, count, length, offset] = [
    tail.readUInt16LE(at + 4),
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ];
  if (disk !== 0 || count > MOST_MEMBERS || offset === 0xffffffff || length > LARGEST_DIRECTORY) return null;
  return offset + length > size ? null : readEntries(archive.read(offset, length), count);
}

/** Names of the members; null as above, or where the file cannot be opened. A link in the last place is not followed. */
export function zipNames(path: string): readonly string[] | null {
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    // verdict: not known, and the runner then refuses a member that is protected
    return null;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return null;
    const read = (position: number, length: number): Buffer => readAt(fd, position, length);
    return readZipDirectory({ size: stat.size, read })?.map((member) => member.name) ?? null;
  } catch {
    // verdict: not known, as above
    return null;
  } finally {
    closeSync(fd);
  }
}

function readEntries(bytes: Buffer, count: number): readonly ZipMember[] | null {
  const members: ZipMember[] = [];
  let levels = 0;
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + ENTRY_SIZE > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return null;
    const nameLength = bytes.readUInt16LE(at + 28);
    const end = at + ENTRY_SIZE + nameLength;
    if (end > bytes.length || nameLength > LONGEST_NAME) return null;
    const own = levelsOf(bytes.subarray(at + ENTRY_SIZE, end));
    levels += own;
    if (own > MOST_LEVELS || levels > MOST_LEVELS_OF_ALL) return null;
    members.push(readEntry(bytes.subarray(at, end)));
    at = end + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return members;
}

function levelsOf(rawName: Buffer): number {
  return rawName.reduce((count, byte) => (byte === 0x2f ? count + 1 : count), 0);
}

const UTF8_NAME = 0x800;

function readEntry(entry: Buffer): ZipMember {
  const flags = entry.readUInt16LE(8);
  const rawName = entry.subarray(ENTRY_SIZE);
  const name = rawName.toString((flags & UTF8_NAME) === 0 ? "latin1" : "utf8");
  const unix = entry.readUInt16LE(4) >> 8 === 3 ? entry.readUInt32LE(38) >>> 16 : 0;
  const type = unix & 0o170000;
  const kind =
    type === 0 || type === 0o100000 || type === 0o040000
      ? name.endsWith("/") || type === 0o040000
        ? "dir"
        : "file"
      : "other";
  return {
    name,
    rawName,
    packed: entry.readUInt32LE(20),
    size: entry.readUInt32LE(24),
    crc: entry.readUInt32LE(16),
    method: entry.readUInt16LE(10),
    at: entry.readUInt32LE(42),
    encrypted: (flags & 1) === 1,
    kind,
    mode: unix === 0 ? null : unix & 0o777,
  };
}

function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_SIZE; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) === END && at + END_SIZE + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  return -1;
}

function readAt(fd: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const read = readSync(fd, bytes, 0, length, position);
  return bytes.subarray(0, read);
}
