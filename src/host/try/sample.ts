import { execFile } from "node:child_process";
import { lstatSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";

const PREFIX = "assent-try-";

const FILES: Readonly<Record<string, string>> = {
  "README.md": "# Sample\n\nA throw-away project: whatever the scripted agent does, it does here.\n",
  "greeting.txt": "Hello, reader.\nThis file is about to be edited.\n",
  "notes.txt": "A file that is not committed yet.\n",
  "build.sh": "#!/bin/sh\ncp greeting.txt built.txt && echo built\n",
};

/**
 * A small git repository in the system's folder for temporary files; not in the data directory, which is refused to
 * every tool. Answers its canonical path.
 */
export async function makeSample(): Promise<{ readonly path: string; readonly gitWorkTree: boolean }> {
  const path = realpathSync(mkdtempSync(join(tmpdir(), PREFIX)));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(path, name), text);
  return { path, gitWorkTree: await initGit(path) };
}

/** Takes a sample away. INVARIANT: only ever a folder that `makeSample` could have made, and none that a link leads to. */
export function removeSample(path: string): void {
  const isOurs = dirname(path) === realpathSync(tmpdir()) && basename(path).startsWith(PREFIX);
  if (!isOurs || !lstatSync(path).isDirectory()) return;
  rmSync(path, { recursive: true, force: true });
}

async function initGit(cwd: string): Promise<boolean> {
  try {
    await promisify(execFile)("git", ["init", "--quiet"], { cwd, timeout: 10_000 });
    return true;
  } catch {
    return false; // verdict: a sample without git; its git commands then fail, and say so
  }
}
