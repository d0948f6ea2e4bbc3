import { readlinkSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import type { Held } from "./sandbox-held.ts";

interface Before {
  readonly path: string;
  /** Canonical folder that it lies in. */
  readonly folder: string | null;
  /** What the link that stood there points to; null where nothing stood there. */
  readonly target: string | null;
}

/**
 * Puts back what no mount can hold, once the command has ended: what is to stay away, and links, since a mount is of what
 * a link points to and not of the link. To be called before the command starts; nothing of it runs when the answer is.
 */
export function keepFor({ hold, sweep }: Held): () => void {
  const at = (path: string, target: string | null): Before => ({ path, folder: canonicalOf(dirname(path)), target });
  const links = hold.flatMap((path) => {
    const target = linkAt(path);
    return target === null ? [] : [at(path, target)];
  });
  const before = [...sweep.map((path) => at(path, null)), ...links];
  return () => before.forEach(putBack);
}

/** A folder in the place of the one that it lay in is left alone: by a link it could be anybody's. */
function putBack({ path, folder, target }: Before): void {
  if (folder === null || canonicalOf(dirname(path)) !== folder) return;
  if (target !== null && linkAt(path) === target) return;
  rmSync(path, { recursive: true, force: true });
  if (target !== null) symlinkSync(target, path);
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null; // verdict: it is no link, so a mount holds it
  }
}

function canonicalOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null; // verdict: there is no such folder, so nothing was left in it
  }
}
