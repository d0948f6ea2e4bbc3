import { spawn, type SpawnOptions } from "node:child_process";
import { text } from "node:stream/consumers";

/** Where a system keeps its own `cp`. Never one of PATH, which a project can put itself into. */
const COPIERS = ["/usr/bin/cp", "/bin/cp", "/run/current-system/sw/bin/cp"];
/** The access list is of what coreutils calls the mode. */
const KEEP = ["--attributes-only", "--preserve=mode,xattr"];

/** ms, for a disk that does not answer. */
const LONGEST = 20_000;

/**
 * Gives an opened file the extended attributes and the access list of another. `unknown`: nothing here can, and whether
 * there were any cannot be told. Node has no call for it, and `cp` of coreutils does it through the opened files, by no
 * name that could be swapped.
 */
export async function copyAttributes(from: number, to: number): Promise<"kept" | "failed" | "unknown"> {
  if (process.platform !== "linux") return "unknown";
  for (const program of COPIERS) {
    const done = await runCopier(program, [...KEEP, "/proc/self/fd/3", "/proc/self/fd/4"], [from, to]);
    if (done === null) continue;
    if (done.code === 0) return "kept";
    return (await knowsOption(program)) ? "failed" : "unknown";
  }
  return "unknown";
}

/** Other makes of `cp` do not, and fail for that alone. */
async function knowsOption(program: string): Promise<boolean> {
  const help = await runCopier(program, ["--help"], []);
  return help?.said.includes("--attributes-only") === true;
}

/** Null: there is no such program. */
function runCopier(
  program: string,
  args: readonly string[],
  files: readonly number[],
): Promise<{ readonly code: number | null; readonly said: string } | null> {
  const options: SpawnOptions = {
    stdio: ["ignore", "pipe", "ignore", ...files],
    env: { LC_ALL: "C" },
    timeout: LONGEST,
  };
  return new Promise((resolve) => {
    const child = spawn(program, args, options);
    const said = child.stdout === null ? Promise.resolve("") : text(child.stdout).catch(() => "");
    // verdict: not there, or not kept, and then nothing is replaced
    child.on("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "ENOENT" ? null : { code: null, said: "--attributes-only" }),
    );
    child.on("close", (code) => void said.then((out) => resolve({ code, said: out })));
  });
}
