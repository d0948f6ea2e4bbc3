import type { PathUse } from "../../core/reading.ts";
import { foldName } from "../../read/path/fold.ts";
import { gitPieceBrought } from "../../read/path/git-folder.ts";
import type { Protection } from "../../read/path/protected-index.ts";
import { protectionByName } from "../../read/path/protection.ts";
import type { World } from "../../read/world.ts";
import { shownName } from "./shown-name.ts";
import { canonicalOf } from "./canonical-of.ts";
import { ToolFault } from "./tool-fault.ts";
import type { ZipMember } from "./zip-directory.ts";

/** After unpacking, in bytes; an archive that claims more is refused before a byte is unpacked. */
export const MOST_TOTAL = 256 * 1024 * 1024;

/**
 * Throws where a member could leave the folder, is no plain file or folder, is there twice, was not read when the call
 * was decided about, or is a protected file that the card did not show.
 */
export function checkMembers(members: readonly ZipMember[], directory: PathUse, world: World): void {
  const total = members.reduce((sum, { size }) => sum + size, 0);
  if (total > MOST_TOTAL)
    throw new ToolFault("ETOOLARGE", `the archive unpacks to ${total} bytes, more than ${MOST_TOTAL}`);
  const read = directory.brings === undefined ? null : new Set(directory.brings);
  const names = new Set<string>();
  for (const member of members) {
    // Rules were held against the names that were read, and against no others.
    if (read !== null && !read.has(member.name))
      throw new ToolFault("ECHANGED", `\`${shownName(member.name)}\` was not in the archive when it was read`);
    const fault = memberFault(member);
    if (fault !== null) throw new ToolFault("EARCHIVE", `\`${shownName(member.name)}\` ${fault}`);
    checkOnce(member, names);
    const path = `${canonicalOf(directory)}/${partsOf(member).join("/")}`;
    checkProtected(member.name, directory, protectionByName(path, world));
  }
  const brought = members.map(({ name }) => name);
  checkProtected("what it unpacks", directory, gitPieceBrought(canonicalOf(directory), brought, world));
  const both = members.flatMap(foldersOf).find((folder) => names.has(folder));
  if (both !== undefined) throw new ToolFault("EARCHIVE", `\`${both}\` is in the archive as a file and as a folder`);
}

/** The names on the way to a member, its own last. */
export function partsOf({ name }: Pick<ZipMember, "name">): readonly string[] {
  return name.replace(/\/$/, "").split("/");
}

/** Names that differ in case alone are one file on some disks. */
function checkOnce(member: ZipMember, names: Set<string>): void {
  if (member.kind !== "file") return;
  const folded = partsOf(member).map(foldName).join("/");
  if (names.has(folded)) throw new ToolFault("EARCHIVE", `\`${member.name}\` is in the archive twice`);
  names.add(folded);
}

/** The folders that a member needs, folded. */
function foldersOf(member: ZipMember): readonly string[] {
  const parts = partsOf(member).map(foldName);
  const depth = member.kind === "dir" ? parts.length : parts.length - 1;
  return parts.slice(0, depth).map((_, at) => parts.slice(0, at + 1).join("/"));
}

function memberFault({ name, kind, encrypted }: ZipMember): string | null {
  if (kind === "other") return "is a link or a device";
  if (encrypted) return "is encrypted";
  if (name.startsWith("/") || /^[a-z]:|[\\\p{Cc}]/iu.test(name)) return "is not a name inside the archive";
  return partsOf({ name }).some((part) => part === "" || part === "." || part === "..")
    ? "leads out of the folder"
    : null;
}

const RANK = { W: 1, R: 2, D: 3 } as const;

/** A member whose name is protected more than what the reading said was never agreed to. */
function checkProtected(name: string, directory: PathUse, guard: Protection | undefined): void {
  if (
    guard === undefined ||
    (guard.class !== "D" && directory.protected !== undefined && RANK[directory.protected] >= RANK[guard.class])
  )
    return;
  throw new ToolFault("EPOLICY", `\`${name}\` ${guard.reason}, and nobody was asked about it`);
}
