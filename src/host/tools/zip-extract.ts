import type { PathUse } from "../../core/reading.ts";
import { readContent } from "./file-content.ts";
import { mayBeLinked } from "./file-read.ts";
import { replaceContent, temporaryName } from "./file-replace.ts";
import { createSyncs, syncDirectory, type Syncs } from "./file-sync.ts";
import { makeFolder } from "./file-write.ts";
import { holdChild, holdDirectory, lookAt, withPlace, type HeldDirectory, type HeldPlace } from "./held-directory.ts";
import { canonicalOf } from "./canonical-of.ts";
import type { ToolContext, ToolResult } from "./tool-context.ts";
import { partly, ToolFault, toFault } from "./tool-fault.ts";
import { createTurns } from "./turns.ts";
import { checkMembers, MOST_TOTAL, partsOf } from "./zip-check.ts";
import { MOST_LEVELS, MOST_MEMBERS, readZipDirectory, type ZipMember } from "./zip-directory.ts";
import { findMembers, type PackedMember, unpackMember } from "./zip-members.ts";

/**
 * `zip_extract`. INVARIANT: nothing is written before every member is known to stay below the folder, to be a plain file
 * or folder, to replace nothing, and to be no protected file that the card did not show.
 */
export async function runZipExtract(archive: PathUse, directory: PathUse, context: ToolContext): Promise<ToolResult> {
  const { bytes, members } = await readArchive(archive, context);
  checkMembers(members, directory, context.world);
  const contents = await unpack(findMembers(bytes, members), context);
  const target = canonicalOf(directory);
  const made = await ensureFolder(target, context);
  const held = holdDirectory(target, context.roots);
  try {
    await checkFree(held, members, context.signal);
    await placeAll(held, contents, context);
  } finally {
    held.close();
  }
  const files = members.filter(({ kind }) => kind === "file").length;
  return { ok: true, output: `unpacked ${files} files into ${target}${made ? ", which was made" : ""}`, cut: 0 };
}

async function readArchive(
  use: PathUse,
  { roots = [], signal }: ToolContext,
): Promise<{ readonly bytes: Buffer; readonly members: readonly ZipMember[] }> {
  const path = canonicalOf(use);
  const { bytes } = await withPlace(path, roots, (found) =>
    readContent(found, { limit: MOST_TOTAL, mayBeLinked: mayBeLinked(use), signal }),
  );
  const read = (position: number, length: number): Buffer => bytes.subarray(position, position + length);
  const members = readZipDirectory({ size: bytes.length, read });
  if (members === null)
    throw new ToolFault(
      "EARCHIVE",
      `\`${path}\` is not a zip archive that can be listed, of at most ${MOST_MEMBERS} members and ${MOST_LEVELS} folders within each other`,
    );
  return { bytes, members };
}

interface Content {
  readonly member: ZipMember;
  /** Null: a folder. */
  readonly bytes: Buffer | null;
}

/** All of them, before the first is written. */
async function unpack(found: readonly PackedMember[], { signal }: ToolContext): Promise<readonly Content[]> {
  const turn = createTurns(signal);
  const contents: Content[] = [];
  for (const each of found) {
    await turn();
    contents.push({ member: each.member, bytes: each.member.kind === "dir" ? null : await unpackMember(each, turn) });
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

async function checkFree(held: HeldDirectory, members: readonly ZipMember[], signal: AbortSignal): Promise<void> {
  const turn = createTurns(signal);
  for (const member of members) {
    await turn();
    await withMember(held, partsOf(member), {
      missing: () => undefined,
      found: (place) => {
        const stat = lookAt(place);
        if (stat === null || (member.kind === "dir" && stat.isDirectory())) return;
        throw new ToolFault("EEXISTS", `\`${member.name}\` is there already`);
      },
    });
  }
}

/** Files go onto the disk together, their folders after them; the answer is given once all are there. */
async function placeAll(held: HeldDirectory, contents: readonly Content[], context: ToolContext): Promise<void> {
  const turn = createTurns(context.signal);
  const syncs = createSyncs();
  try {
    for (const content of contents) {
      await turn();
      await placeOne(held, content, { context, syncs });
    }
    await syncs.finish();
    await syncFolders(held, contents);
  } catch (error) {
    syncs.drop();
    throw partly(error, held.path, "unpacked");
  }
}

/** Of the mode only the right to run is kept. */
async function placeOne(
  held: HeldDirectory,
  { member, bytes }: Content,
  { context, syncs }: { readonly context: ToolContext; readonly syncs: Syncs },
): Promise<void> {
  const make = (place: HeldPlace): void => {
    makeFolder(place);
    context.undo?.made(place.path);
  };
  await withMember(held, partsOf(member), {
    missing: make,
    found: async (place) => {
      if (bytes === null) return lookAt(place) === null ? make(place) : undefined;
      const temporary = temporaryName();
      await context.undo?.content(place.path, { before: null, after: bytes, temporary });
      const runs = ((member.mode ?? 0) & 0o100) !== 0;
      await replaceContent(place, { bytes, expect: null, temporary, runs, syncs, signal: context.signal });
    },
  });
}

/** Each folder that got something, once. */
async function syncFolders(held: HeldDirectory, contents: readonly Content[]): Promise<void> {
  await syncDirectory(held);
  const paths = contents.flatMap(({ member }) => {
    const parts = partsOf(member);
    return parts.map((_, at) => parts.slice(0, at).join("/")).slice(1);
  });
  for (const path of new Set(paths)) {
    const parts = path.split("/");
    await withMember(held, [...parts, "."], { missing: () => undefined, found: ({ folder }) => syncDirectory(folder) });
  }
}

interface Reach {
  /** A folder on the way is not there; making it lets the way go on. */
  readonly missing: (place: HeldPlace) => void;
  readonly found: (place: HeldPlace) => Promise<void> | void;
}

/** Goes down to a member's folder, each opened from the one before. */
async function withMember(root: HeldDirectory, parts: readonly string[], reach: Reach): Promise<void> {
  const opened: HeldDirectory[] = [];
  const place = (folder: HeldDirectory, name: string): HeldPlace => ({ folder, name, path: `${folder.path}/${name}` });
  try {
    let folder = root;
    for (const name of parts.slice(0, -1)) {
      const next = place(folder, name);
      if (lookAt(next) === null) reach.missing(next);
      if (lookAt(next) === null) return;
      folder = holdChild(folder, name);
      opened.push(folder);
    }
    await reach.found(place(folder, parts.at(-1) as string));
  } catch (error) {
    throw toFault(error, parts.join("/"));
  } finally {
    for (const folder of opened) folder.close();
  }
}
