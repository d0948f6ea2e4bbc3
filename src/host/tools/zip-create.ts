import type { PathUse } from "../../core/reading.ts";
import { protectionByName } from "../../read/path/protection.ts";
import { readContent, replaceContent } from "./file-content.ts";
import { MOST_BYTES, mayBeLinked } from "./file-read.ts";
import { walkFolder } from "./file-walk.ts";
import { modeOf } from "./file-write.ts";
import { lookAt, withPlace, type HeldPlace } from "./held-directory.ts";
import { canonicalOf, type ToolContext, type ToolResult } from "./tool-context.ts";
import { ToolFault } from "./tool-fault.ts";
import { createTurns } from "./turns.ts";
import { type ToPack, writeZip } from "./zip-write.ts";

/** Before packing, in bytes. */
const MOST_TOTAL = 128 * 1024 * 1024;
const MOST_FILES = 10_000;
interface Packing {
  /** By their names in the archive. */
  readonly files: Map<string, ToPack>;
  readonly context: ToolContext;
  total: number;
  skipped: number;
}

/** `zip_create`: each path by its own name, folders with what is below. Links and protected files are passed over, and counted. */
export async function runZipCreate(
  sources: readonly PathUse[],
  archive: PathUse,
  context: ToolContext,
): Promise<ToolResult> {
  const packing: Packing = { files: new Map(), context, total: 0, skipped: 0 };
  for (const source of sources) await pack(source, packing);
  const bytes = await writeZip([...packing.files.values()], createTurns(context.signal));
  const path = canonicalOf(archive);
  await withPlace(path, context.roots ?? [], (place) => {
    const before = lookAt(place) === null ? null : readContent(place, { limit: MOST_BYTES, mayBeLinked: true });
    context.undo?.content(
      path,
      before === null ? null : { bytes: before.bytes, mode: modeOf(before.stat.mode) },
      bytes,
    );
    replaceContent(place, { bytes, expect: before?.stat ?? null });
  });
  const skipped = packing.skipped === 0 ? "" : `; ${packing.skipped} links or protected files were left out`;
  return {
    ok: true,
    output: `packed ${packing.files.size} files into ${path}, ${bytes.length} bytes${skipped}`,
    cut: 0,
  };
}

async function pack(source: PathUse, packing: Packing): Promise<void> {
  const path = canonicalOf(source);
  const roots = packing.context.roots ?? [];
  const name = path.split("/").at(-1) ?? "";
  if (source.kind !== "dir") {
    await withPlace(path, roots, (place) => packFile(place, name, { packing, linked: mayBeLinked(source) }));
    return;
  }
  const whole = await walkFolder(path, {
    roots,
    signal: packing.context.signal,
    limit: MOST_FILES,
    enter: () => true,
    visit: ({ folder, name: own, path: below, kind }) => {
      const place = { folder, name: own, path: `${path}/${below}` };
      if (kind === "file" && !isSecret(place.path, packing))
        packFile(place, `${name}/${below}`, { packing, linked: false });
      else if (kind !== "dir") packing.skipped += 1;
    },
  });
  if (!whole) throw new ToolFault("ETOOLARGE", `\`${path}\` has more than ${MOST_FILES} entries`);
}

/** A path that was given itself has been asked about; what lies below a folder has not. */
function isSecret(path: string, { context }: Packing): boolean {
  const guard = protectionByName(path, context.world);
  return guard !== undefined && guard.class !== "W";
}

function packFile(
  place: HeldPlace,
  member: string,
  { packing, linked }: { readonly packing: Packing; readonly linked: boolean },
): void {
  if (packing.files.has(member))
    throw new ToolFault("EEXISTS", `two of the paths are called \`${member}\` in the archive`);
  const { bytes, stat } = readContent(place, { limit: MOST_TOTAL - packing.total, mayBeLinked: linked });
  packing.total += bytes.length;
  packing.files.set(member, { name: member, bytes, mode: modeOf(stat.mode), changedAt: Number(stat.mtimeMs) });
}
