import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import type { Turn } from "./turns.ts";
import { checksum } from "./zip-members.ts";

/** A file that goes into an archive. */
export interface ToPack {
  /** Path in the archive, with `/`. */
  readonly name: string;
  readonly bytes: Buffer;
  /** Permission bits. */
  readonly mode: number;
  /** ms since 1970. */
  readonly changedAt: number;
}

const deflate = promisify(deflateRaw);

/** Made on Unix, so that the permission bits count. */
const MADE_BY = 0x0314;
const NEEDS = 20;
const UTF8_NAME = 0x800;
const DEFLATED = 8;

/** A zip archive of these files, in order. `turn` is called before each. Source: APPNOTE.TXT 6.3.10, 4.3. */
export async function writeZip(files: readonly ToPack[], turn: Turn): Promise<Buffer> {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    await turn();
    const packed = await deflate(file.bytes);
    const name = Buffer.from(file.name, "utf8");
    const shared = sharedFields(file, { name, packed, sum: await checksum(file.bytes, turn) });
    const body = Buffer.concat([u32(0x04034b50), shared, u16(0), name, packed]);
    entries.push(entryOf(file, { name, shared, at }));
    bodies.push(body);
    at += body.length;
  }
  const directory = Buffer.concat(entries);
  const count = u16(files.length);
  const end = Buffer.concat([u32(0x06054b50), u32(0), count, count, u32(directory.length), u32(at), u16(0)]);
  return Buffer.concat([...bodies, directory, end]);
}

/** What stands both before a member and in the directory, from the version that is needed to the name's length. */
function sharedFields(
  { bytes, changedAt }: ToPack,
  { name, packed, sum }: { readonly name: Buffer; readonly packed: Buffer; readonly sum: number },
): Buffer {
  const head = [u16(NEEDS), u16(UTF8_NAME), u16(DEFLATED), dosTime(changedAt), u32(sum)];
  return Buffer.concat([...head, u32(packed.length), u32(bytes.length), u16(name.length)]);
}

function entryOf(
  { mode }: ToPack,
  { name, shared, at }: { readonly name: Buffer; readonly shared: Buffer; readonly at: number },
): Buffer {
  // No extra field, no comment, first disk, no internal attributes.
  const rest = [u16(0), u16(0), u16(0), u16(0), u32(((0o100000 | mode) << 16) >>> 0), u32(at)];
  return Buffer.concat([u32(0x02014b50), u16(MADE_BY), shared, ...rest, name]);
}

/** In steps of two seconds, local time; the format knows none before 1980 and none after 2107. */
function dosTime(ms: number): Buffer {
  const time = new Date(Math.min(Math.max(ms, Date.UTC(1980, 0, 2)), Date.UTC(2107, 11, 30)));
  const clock = (time.getHours() << 11) | (time.getMinutes() << 5) | (time.getSeconds() >> 1);
  const date = ((time.getFullYear() - 1980) << 9) | ((time.getMonth() + 1) << 5) | time.getDate();
  return Buffer.concat([u16(clock), u16(date)]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
