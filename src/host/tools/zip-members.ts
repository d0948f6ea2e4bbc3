import { crc32, createInflateRaw } from "node:zlib";
import { SLICE } from "./file-content.ts";
import { shownName } from "./shown-name.ts";
import { ToolFault } from "./tool-fault.ts";
import type { Turn } from "./turns.ts";
import type { ZipMember } from "./zip-directory.ts";

const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;

/** A member and the bytes in the archive that it is packed in. */
export interface PackedMember {
  readonly member: ZipMember;
  readonly packed: Buffer;
}

/**
 * Finds where each member lies, by the header that stands there. INVARIANT: no byte of the archive belongs to two
 * members: a bomb lists one large member thousands of times. Source: APPNOTE.TXT 6.3.10, 4.3.7.
 */
export function findMembers(bytes: Buffer, members: readonly ZipMember[]): readonly PackedMember[] {
  const found = members.map((member) => ({ member, ...placeOf(bytes, member) }));
  const inOrder = found.toSorted((a, b) => a.member.at - b.member.at);
  const shared = inOrder.find(({ member }, at) => at > 0 && member.at < (inOrder[at - 1]?.end ?? 0));
  if (shared !== undefined) throw fault(shared.member, "shares its bytes with another member");
  return found;
}

function placeOf(bytes: Buffer, member: ZipMember): { readonly packed: Buffer; readonly end: number } {
  const { at, rawName, packed } = member;
  if (at + LOCAL_SIZE > bytes.length || bytes.readUInt32LE(at) !== LOCAL)
    throw fault(member, "is not where it should be");
  const nameEnd = at + LOCAL_SIZE + bytes.readUInt16LE(at + 26);
  const start = nameEnd + bytes.readUInt16LE(at + 28);
  // Other programs go by this name, so that an archive could show two faces.
  if (!bytes.subarray(at + LOCAL_SIZE, nameEnd).equals(rawName)) throw fault(member, "has another name where it lies");
  const end = start + packed;
  if (end > bytes.length) throw fault(member, "is cut off");
  return { packed: bytes.subarray(start, end), end };
}

/** The content, once it is known to be what was listed. Never more than was claimed is unpacked. */
export async function unpackMember({ member, packed }: PackedMember, turn: Turn): Promise<Buffer> {
  const content = await contentOf(member, packed);
  if (content.length !== member.size || (await checksum(content, turn)) !== member.crc)
    throw fault(member, "is damaged");
  return content;
}

/** CRC-32, with a turn before each slice. */
export async function checksum(bytes: Buffer, turn: Turn): Promise<number> {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += SLICE) {
    await turn();
    sum = crc32(bytes.subarray(at, at + SLICE), sum);
  }
  return sum;
}

async function contentOf(member: ZipMember, packed: Buffer): Promise<Buffer> {
  if (member.method === STORED) return packed;
  if (member.method !== DEFLATED) throw fault(member, "is packed in a way that is not read");
  try {
    return await inflate(packed, member.size);
  } catch (error) {
    // verdict: refused, nothing unpacked
    throw fault(member, "is damaged", error);
  }
}

/** Piece by piece into one place: put together at its end a large member would hold the host up. */
async function inflate(packed: Buffer, size: number): Promise<Buffer> {
  const content = Buffer.allocUnsafe(size);
  const stream = createInflateRaw({ chunkSize: Math.min(Math.max(size, 64), SLICE) });
  stream.end(packed);
  let at = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (at + piece.length > size) throw new Error("more than was claimed");
    at += piece.copy(content, at);
  }
  return content.subarray(0, at);
}

function fault({ name }: ZipMember, what: string, cause?: unknown): ToolFault {
  return new ToolFault("EARCHIVE", `\`${shownName(name)}\` ${what}`, cause);
}
