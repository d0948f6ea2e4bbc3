import type { PathUse } from "../../core/reading.ts";
import { readContent } from "./file-content.ts";
import { mayBeLinked } from "./file-read.ts";
import { isSecret, walkFolder } from "./file-walk.ts";
import { putContent, readBefore } from "./file-write.ts";
import { withPlace, type HeldPlace } from "./held-directory.ts";
import { canonicalOf } from "./canonical-of.ts";
import type { ToolContext, ToolResult } from "./tool-context.ts";
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

/**
 * `zip_create`: each path by its own name, folders with what is below. What is a link, protected or no file is passed
 * over, and counted.
 */
export async function runZipCreate(
  sources: readonly PathUse[],
  archive: PathUse,
  context: ToolContext,
): Promise<ToolResult> {
  const packing: Packing = { files: new Map(), context, total: 0, skipped: 0 };
  for (const source of sources) await pack(source, packing);
  const bytes = await writeZip([...packing.files.values()], createTurns(context.signal));
  const path = canonicalOf(archive);
  const lost = await withPlace(path, context.roots ?? [], async (place) =>
    putContent(place, { before: await readBefore(place, context), bytes, context }),
  );
  const skipped = packing.skipped === 0 ? "" : `; ${packing.skipped} links, protected or special files were left out`;
  return {
    ok: true,
    output: `packed ${packing.files.size} files into ${path}, ${bytes.length} bytes${skipped}${lost}`,
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
    closed: ({ path: below }) => {
      throw new ToolFault("EFILE", `\`${path}/${below}\` cannot be opened, so nothing was packed`);
    },
    visit: async ({ folder, name: own, path: below, kind }) => {
      const place = { folder, name: own, path: `${path}/${below}` };
      if (kind === "file" && !isSecret(place.path, packing.context.world))
        await packFile(place, `${name}/${below}`, { packing, linked: false });
      else if (kind !== "dir") packing.skipped += 1;
    },
  });
  if (!whole) throw new ToolFault("ETOOLARGE", `\`${path}\` has more than ${MOST_FILES} entries`);
}

async function packFile(
  place: HeldPlace,
  member: string,
  { packing, linked }: { readonly packing: Packing; readonly linked: boolean },
): Promise<void> {
  if (packing.files.has(member))
    throw new ToolFault("EEXISTS", `two of the paths are called \`${member}\` in the archive`);
  const limit = MOST_TOTAL - packing.total;
  const { bytes, stat } = await readContent(place, { limit, mayBeLinked: linked, signal: packing.context.signal });
  packing.total += bytes.length;
  packing.files.set(member, { name: member, bytes, mode: Number(stat.mode & 0o777n), changedAt: Number(stat.mtimeMs) });
}
