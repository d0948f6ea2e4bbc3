import type { PathUse } from "../../core/reading.ts";
import { foldName } from "../../read/path/fold.ts";
import { gitPieceBrought } from "../../read/path/git-folder.ts";
import type { Protection } from "../../read/path/protected-index.ts";
import { protectionByName } from "../../read/path/protection.ts";
import { readContent, replaceContent } from "./file-content.ts";
import { mayBeLinked } from "./file-read.ts";
import { makeFolder } from "./file-write.ts";
import { holdChild, holdDirectory, lookAt, withPlace, type HeldDirectory } from "./held-directory.ts";
import { canonicalOf, type ToolContext, type ToolResult } from "./tool-context.ts";
import { ToolFault, toFault } from "./tool-fault.ts";
import { createTurns } from "./turns.ts";
import { MOST_MEMBERS, readZipDirectory, type ZipMember } from "./zip-directory.ts";
import { findMembers, type PackedMember, unpackMember } from "./zip-members.ts";

/** After unpacking, in bytes; an archive that claims more is refused before a byte is unpacked. */
const MOST_TOTAL = 256 * 1024 * 1024;

/**
 * `zip_extract`: all members or none. INVARIANT: nothing is written before every member is known to stay below the
 * folder, to be a plain file or folder, to replace nothing, and to be no protected file that the card did not show.
 */
export async function runZipExtract(archive: PathUse, directory: PathUse, context: ToolContext): Promise<ToolResult> {
  const { bytes, members } = await readArchive(archive, context);
  checkMembers(members, directory, context);
  const contents = await unpack(findMembers(bytes, members), context);
  const target = canonicalOf(directory);
  const made = await ensureFolder(target, context);
  const held = holdDirectory(target, context.roots);
  const turn = createTurns(context.signal, "stopped; a part is unpacked");
  try {
    for (const { member } of contents) {
      await turn();
      checkFree(held, member);
    }
    for (const { member, bytes: content } of contents) {
      await turn();
      place(held, { member, bytes: content, context });
    }
  } finally {
    held.close();
  }
  const files = members.filter(({ kind }) => kind === "file").length;
  return { ok: true, output: `unpacked ${files} files into ${target}${made ? ", which was made" : ""}`, cut: 0 };
}

async function readArchive(
  use: PathUse,
  context: ToolContext,
): Promise<{ readonly bytes: Buffer; readonly members: readonly ZipMember[] }> {
  const path = canonicalOf(use);
  const { bytes } = await withPlace(path, context.roots ?? [], (found) =>
    readContent(found, { limit: MOST_TOTAL, mayBeLinked: mayBeLinked(use) }),
  );
  const read = (position: number, length: number): Buffer => bytes.subarray(position, position + length);
  const members = readZipDirectory({ size: bytes.length, read });
  if (members === null)
    throw new ToolFault(
      "EARCHIVE",
      `\`${path}\` is not a zip archive that can be listed, of at most ${MOST_MEMBERS} members`,
    );
  return { bytes, members };
}

function checkMembers(members: readonly ZipMember[], directory: PathUse, context: ToolContext): void {
  const total = members.reduce((sum, { size }) => sum + size, 0);
  if (total > MOST_TOTAL)
    throw new ToolFault("ETOOLARGE", `the archive unpacks to ${total} bytes, more than ${MOST_TOTAL}`);
  const read = directory.brings === undefined ? null : new Set(directory.brings);
  const names = new Set<string>();
  for (const member of members) {
    // Rules were held against the names that were read, and against no others.
    if (read !== null && !read.has(member.name))
      throw new ToolFault("ECHANGED", `\`${member.name}\` was not in the archive when it was read`);
    const fault = memberFault(member);
    if (fault !== null) throw new ToolFault("EARCHIVE", `\`${member.name}\` ${fault}`);
    const folded = partsOf(member).map(foldName).join("/");
    if (member.kind === "file" && names.has(folded))
      throw new ToolFault("EARCHIVE", `\`${member.name}\` is in the archive twice`);
    if (member.kind === "file") names.add(folded);
    const path = `${canonicalOf(directory)}/${partsOf(member).join("/")}`;
    checkProtected(member.name, directory, protectionByName(path, context.world));
  }
  const repository = gitPieceBrought(
    canonicalOf(directory),
    members.map(({ name }) => name),
    context.world,
  );
  checkProtected("what it unpacks", directory, repository);
  const both = members.flatMap(foldersOf).find((folder) => names.has(folder));
  if (both !== undefined) throw new ToolFault("EARCHIVE", `\`${both}\` is in the archive as a file and as a folder`);
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
  const parts = name.replace(/\/$/, "").split("/");
  return parts.some((part) => part === "" || part === "." || part === "..") ? "leads out of the folder" : null;
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

interface Content {
  readonly member: ZipMember;
  /** Empty for a folder. */
  readonly bytes: Buffer;
}

/** All of them, before the first is written. */
async function unpack(found: readonly PackedMember[], { signal }: ToolContext): Promise<readonly Content[]> {
  const turn = createTurns(signal);
  const contents: Content[] = [];
  for (const each of found) {
    await turn();
    contents.push({
      member: each.member,
      bytes: each.member.kind === "dir" ? Buffer.alloc(0) : await unpackMember(each),
    });
  }
  return contents;
}

async function ensureFolder(path: string, context: ToolContext): Promise<boolean> {
  return withPlace(path, context.roots ?? [], (found) => {
    if (lookAt(found) !== null) return false;
    makeFolder(found);
    context.undo?.made(path);
    return true;
  });
}

function checkFree(held: HeldDirectory, member: ZipMember): void {
  withMember(held, member, {
    missing: () => undefined,
    found: (folder, name) => {
      const stat = lookAt({ folder, name, path: `${held.path}/${member.name}` });
      if (stat === null || (member.kind === "dir" && stat.isDirectory())) return;
      throw new ToolFault("EEXISTS", `\`${member.name}\` is there already`);
    },
  });
}

interface Unpacked extends Content {
  readonly context: ToolContext;
}

/** Of the mode only the right to run is kept. */
function place(held: HeldDirectory, { member, bytes, context }: Unpacked): void {
  withMember(held, member, {
    missing: (folder, name, path) => {
      makeFolder({ folder, name, path });
      context.undo?.made(path);
    },
    found: (folder, name) => {
      const at = { folder, name, path: `${held.path}/${partsOf(member).join("/")}` };
      if (member.kind === "dir") {
        if (lookAt(at) !== null) return;
        makeFolder(at);
        context.undo?.made(at.path);
        return;
      }
      context.undo?.content(at.path, null, bytes);
      replaceContent(at, { bytes, expect: null, mode: ((member.mode ?? 0) & 0o100) === 0 ? 0o644 : 0o755 });
    },
  });
}

interface Reach {
  /** A folder on the way is not there; making it lets the way go on. */
  readonly missing: (folder: HeldDirectory, name: string, path: string) => void;
  readonly found: (folder: HeldDirectory, name: string) => void;
}

/** Goes down to a member's folder, each opened from the one before. */
function withMember(root: HeldDirectory, member: ZipMember, reach: Reach): void {
  const parts = partsOf(member);
  const opened: HeldDirectory[] = [];
  try {
    let folder = root;
    for (const name of parts.slice(0, -1)) {
      const path = `${folder.path}/${name}`;
      if (lookAt({ folder, name, path }) === null) reach.missing(folder, name, path);
      if (lookAt({ folder, name, path }) === null) return;
      folder = holdChild(folder, name);
      opened.push(folder);
    }
    reach.found(folder, parts.at(-1) as string);
  } catch (error) {
    throw toFault(error, member.name);
  } finally {
    for (const folder of opened) folder.close();
  }
}

function partsOf({ name }: ZipMember): readonly string[] {
  return name.replace(/\/$/, "").split("/");
}
