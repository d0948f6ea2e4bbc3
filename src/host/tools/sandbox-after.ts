import { chmodSync, lstatSync, readlinkSync, realpathSync, renameSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Held } from "./sandbox-held.ts";
import { ToolFault } from "./tool-fault.ts";

interface Before {
  readonly path: string;
  /** Canonical folder that it lies in. */
  readonly folder: string | null;
  /** What the link that stood there points to; null where nothing stood there. */
  readonly target: string | null;
}

/**
 * Puts back what no mount can hold, once the command has ended: what is to stay away, and links, since a mount is of what
 * a link points to and not of the link. To be called before the command starts; nothing of it runs when the answer is,
 * which throws where something could not be put back.
 */
export function keepFor({ hold, sweep }: Held): () => void {
  const at = (path: string, target: string | null): Before => ({ path, folder: canonicalOf(dirname(path)), target });
  const links = hold.flatMap((path) => {
    const target = linkAt(path);
    return target === null ? [] : [at(path, target)];
  });
  const before = [...sweep.map((path) => at(path, null)), ...links];
  return () => {
    const left = before.filter((each) => !putBack(each)).map(({ path }) => `\`${path}\``);
    if (left.length > 0)
      throw new ToolFault("EFILE", `the command put something in the place of ${left.join(", ")}, and it stays there`);
  };
}

/** A folder in the place of the one that it lay in is left alone: by a link it could be anybody's. */
function putBack({ path, folder, target }: Before): boolean {
  if (folder === null || canonicalOf(dirname(path)) !== folder) return true;
  if (target !== null && linkAt(path) === target) return true;
  try {
    inWritable(folder, () => {
      if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) renameSync(path, freeName(path));
      if (target !== null) symlinkSync(target, path);
    });
    return true;
  } catch {
    return false; // verdict: failed, and the caller says so
  }
}

/** The command may have closed the folder to keep what it put there. */
function inWritable(folder: string, act: () => void): void {
  const { mode } = statSync(folder);
  if ((mode & 0o300) === 0o300) return act();
  chmodSync(folder, mode | 0o300);
  try {
    act();
  } finally {
    chmodSync(folder, mode);
  }
}

/** A person may have put it there meanwhile, so it is kept under a name that nothing starts. */
function freeName(path: string): string {
  const name = `${dirname(path)}/put-aside.${basename(path).replace(/^\.+/, "")}`;
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}.${n}`;
    if (lstatSync(free, { throwIfNoEntry: false }) === undefined) return free;
  }
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
