import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

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
  const path = realpathSync(mkdtempSync(join(tmpdir(), "assent-try-")));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(path, name), text);
  return { path, gitWorkTree: await initGit(path) };
}

async function initGit(cwd: string): Promise<boolean> {
  try {
    await promisify(execFile)("git", ["init", "--quiet"], { cwd, timeout: 10_000 });
    return true;
  } catch {
    return false; // verdict: a sample without git; its git commands then fail, and say so
  }
}
