import { execFileSync, spawn, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

/** A process that exchanges two names in one step (`renameat2`), for which node has no call. */
export interface Swapper {
  start(first: string, second: string): Promise<void>;
  /** How often the two names were exchanged. */
  stop(): Promise<number>;
  close(): void;
}

/** Throws where there is no python3 with `renameat2` and none can be installed: a race that is not run proves nothing. */
export async function openSwapper(): Promise<Swapper> {
  const child = (await launch()) ?? (install() ? await launch() : null);
  if (child === null)
    throw new Error("the race tests need python3 on a C library with renameat2: `apt-get install -y python3`");
  return {
    async start(first, second) {
      await say(child, `${first}\t${second}`);
    },
    stop: () => say(child, ""),
    close: () => child.stdin.end(),
  };
}

type Python = ChildProcessByStdio<Writable, Readable, null>;

const SWAPPER = fileURLToPath(new URL("swapper.py", import.meta.url));

/** Null where it does not start. */
async function launch(): Promise<Python | null> {
  const child = spawn("python3", [SWAPPER], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.on("error", () => undefined); // verdict: none here; the end of the process says it
  const started = say(child, "").then(() => true);
  const ended = new Promise<boolean>((resolve) =>
    ["error", "exit"].map((event) => child.on(event, () => resolve(false))),
  );
  return (await Promise.race([started, ended])) ? child : null;
}

async function say(child: Python, line: string): Promise<number> {
  const answer = once(child.stdout, "data") as Promise<[Buffer]>;
  child.stdin.write(`${line}\n`);
  return Number((await answer)[0].toString());
}

/** Debian's own package, where that needs no password. */
function install(): boolean {
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const words = [...sudo, "apt-get", "install", "-y", "--no-install-recommends", "python3"];
  try {
    execFileSync(words[0] ?? "", words.slice(1), { stdio: "ignore", timeout: 240_000 });
    return true;
  } catch {
    return false; // verdict: not installed, and the tests fail with what is missing
  }
}
