import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { ToolFault } from "./tool-fault.ts";
import type { ZipMember } from "./zip-directory.ts";

const LOCAL = 0x04034b50;
const LOCAL_SIZE = 30;
const STORED = 0;
const DEFLATED = 8;

const inflate = promisify(inflateRaw);

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
export async function unpackMember({ member, packed }: PackedMember): Promise<Buffer> {
  const content = await contentOf(member, packed);
  if (content.length !== member.size || crc32(content) !== member.crc) throw fault(member, "is damaged");
  return content;
}

async function contentOf(member: ZipMember, packed: Buffer): Promise<Buffer> {
  if (member.method === STORED) return packed;
  if (member.method !== DEFLATED) throw fault(member, "is packed in a way that is not read");
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, member.size) });
  } catch (error) {
    // verdict: refused, nothing unpacked
    throw fault(member, "is damaged", error);
  }
}

function fault({ name }: ZipMember, what: string, cause?: unknown): ToolFault {
  return new ToolFault("EARCHIVE", `\`${name}\` ${what}`, cause);
}
