import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a run left behind: files that are new, changed or gone, and stubs of the PATH that were started. */
export interface Traces {
  readonly changed: readonly string[];
  readonly started: readonly string[];
}

export interface Workshop {
  run(file: string, args: readonly string[]): Traces;
  close(): void;
}

/** The stub that stands for "any program": as a value it shows whether an option runs what it is given. */
export const PROBE = "probe";
/** Programs that others start by name; each only notes that it was started. */
const STUBS = [
  PROBE,
  "sh",
  "bash",
  "echo",
  "cat",
  "less",
  "more",
  "pager",
  "man",
  "vi",
  "vim",
  "nano",
  "editor",
  "ssh",
  "rsh",
  "gpg",
  "gzip",
  "bzip2",
  "xz",
  "zstd",
  "lzma",
  "lzop",
  "lzip",
  "compress",
  "diff",
  "cmp",
  "perl",
  "python3",
  "sendmail",
  "x-www-browser",
  "www-browser",
  "git-remote-probe",
];

/** A folder to throw away, with a little of everything, where real programs may do what they do. */
export function openWorkshop(): Workshop {
  const root = mkdtempSync(join(tmpdir(), "probe-"));
  const [bin, home, work, log] = ["bin", "home", "work", "log"].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  const env = {
    PATH: bin,
    HOME: home,
    LC_ALL: "C",
    TZ: "UTC",
    PROBE_LOG: log,
    GIT_OPTIONAL_LOCKS: "0",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  makeStubs(bin);
  furnish({ home, work });
  let before = snapshot([home, work]);
  return {
    run(file, args) {
      writeFileSync(log, "");
      spawnSync(file, args, {
        cwd: work,
        env,
        timeout: 2_000,
        stdio: ["ignore", "ignore", "ignore"],
        killSignal: "SIGKILL",
      });
      const after = snapshot([home, work]);
      const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
        (path) => before.get(path) !== after.get(path),
      );
      if (changed.length > 0) {
        furnish({ home, work });
        before = snapshot([home, work]);
      }
      return {
        changed: changed.map((path) => path.slice(root.length + 1)),
        started: readFileSync(log, "utf8").split("\n").filter(Boolean),
      };
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

function makeStubs(bin: string): void {
  mkdirSync(bin);
  for (const name of STUBS) {
    writeFileSync(join(bin, name), '#!/bin/sh\nprintf "%s\\n" "${0##*/}" >> "$PROBE_LOG"\n');
    chmodSync(join(bin, name), 0o755);
  }
}

function furnish({ home, work }: { readonly home: string; readonly work: string }): void {
  for (const dir of [home, work]) rmSync(dir, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  mkdirSync(join(work, "sub"), { recursive: true });
  writeFileSync(join(work, "in.txt"), "a 1\nb 2\nprobe 3\n");
  writeFileSync(join(work, "sub/b.txt"), "c 4\n");
  const real = (file: string, args: readonly string[]): void => {
    spawnSync(file, args, { cwd: work, env: { PATH: "/usr/bin:/bin", HOME: home }, stdio: "ignore" });
  };
  real("tar", ["-cf", "a.tar", "in.txt", "sub"]);
  if (!existsSync("/usr/bin/git")) return;
  real("git", ["init", "-q", "--template=", "."]);
  real("git", ["add", "."]);
  const who = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
  for (const message of ["one", "two"]) real("git", [...who, "commit", "-q", "--allow-empty", "-m", message]);
  real("git", ["remote", "add", "origin", "."]);
}

/** Each path with what would tell that it was touched; reading leaves all of it as it was. */
function snapshot(roots: readonly string[]): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  for (const root of roots) {
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const { size, mtimeMs, mode, ino } = lstatSync(path);
      seen.set(path, entry.isDirectory() ? `dir ${mode}` : `${size} ${mtimeMs} ${mode} ${ino}`);
    }
  }
  return seen;
}
