import { spawn, spawnSync, type ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import type { ToolResult } from "../../../src/host/tools/tool-context.ts";
import type { Call } from "../../../src/read/call.ts";
import { read } from "../../../src/read/read.ts";

/**
 * Another process exchanges an honest name and one that leads outside while tools run. Nothing outside may be read,
 * changed, listed or made. `ASSENT_RACE_ATTEMPTS` sets the attempts of each shape; the published figure has 100,000.
 */
const ATTEMPTS = Number(process.env["ASSENT_RACE_ATTEMPTS"] ?? 300);
const SWAPPER = fileURLToPath(new URL("swapper.py", import.meta.url));
const canRace =
  process.platform === "linux" &&
  spawnSync("python3", ["-c", "import ctypes; ctypes.CDLL(None).renameat2"]).status === 0;
if (!canRace) console.warn("races are not tested: they need Linux and a python3 whose C library has renameat2");

interface Shape {
  readonly name: string;
  /** Relative to the top; exchanged with each other. */
  readonly swap: readonly [string, string];
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** Puts back what an attempt used up, through folders held from before the swapping. */
  readonly again?: (held: Held) => void;
}

interface Held {
  /** `<top>/ws/a/b` and `<top>/ws` as they were. */
  readonly inner: string;
  readonly project: string;
}

const SHAPES: readonly Shape[] = [
  { name: "parent, read", swap: ["ws/a/b", "ws/a/lnk"], tool: "read_file", args: { path: "a/b/secret.txt" } },
  {
    name: "parent, write",
    swap: ["ws/a/b", "ws/a/lnk"],
    tool: "write_file",
    args: { path: "a/b/secret.txt", content: "INSIDE" },
  },
  { name: "parent, list", swap: ["ws/a/b", "ws/a/lnk"], tool: "list_files", args: { path: "a/b" } },
  {
    name: "parent, delete",
    swap: ["ws/a/b", "ws/a/lnk"],
    tool: "delete_file",
    args: { path: "a/b/secret.txt" },
    again: ({ inner }) => writeFileSync(`${inner}/secret.txt`, "INSIDE"),
  },
  {
    name: "parent, rename target",
    swap: ["ws/a/b", "ws/a/lnk"],
    tool: "move_file",
    args: { from: "m.txt", to: "a/b/got.txt" },
    again: ({ inner, project }) => {
      rmSync(`${inner}/got.txt`, { force: true });
      writeFileSync(`${project}/m.txt`, "INSIDE");
    },
  },
  { name: "last component", swap: ["ws/ok.txt", "ws/l"], tool: "read_file", args: { path: "ok.txt" } },
  { name: "hard link", swap: ["ws/ok.txt", "ws/hard"], tool: "read_file", args: { path: "ok.txt" } },
  { name: "root", swap: ["ws", "wslink"], tool: "read_file", args: { path: "secret.txt" } },
];

describe.skipIf(!canRace)("a name that is swapped while a tool runs", () => {
  let top = "";
  beforeEach(() => {
    top = realpathSync(mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "assent-race-")));
    mkdirSync(join(top, "ws/a/b"), { recursive: true });
    mkdirSync(join(top, "outside"));
    for (const path of ["ws/a/b/secret.txt", "ws/ok.txt", "ws/secret.txt", "ws/m.txt"])
      writeFileSync(join(top, path), "INSIDE");
    for (const path of ["secret.txt", "canary.txt"]) writeFileSync(join(top, "outside", path), "CANARY");
    symlinkSync("../../outside", join(top, "ws/a/lnk"));
    symlinkSync("../outside/secret.txt", join(top, "ws/l"));
    linkSync(join(top, "outside/canary.txt"), join(top, "ws/hard"));
    symlinkSync("outside", join(top, "wslink"));
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  it.each(SHAPES)("$name: nothing outside is reached", { timeout: 60_000 + ATTEMPTS * 20 }, async (shape) => {
    const fds = ["ws/a/b", "ws"].map((path) => openSync(join(top, path), constants.O_RDONLY | constants.O_DIRECTORY));
    const [inner = "", project = ""] = fds.map((fd) => `/proc/self/fd/${fd}`);
    const swapper = await startSwapper(shape, top);
    const count = { ran: 0, refused: 0, escaped: 0 };
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      shape.again?.({ inner, project });
      const result = await attemptOnce(shape, top);
      count[result === null || !result.ok ? "refused" : "ran"] += 1;
      if (result?.ok === true && /CANARY|canary/.test(result.output)) count.escaped += 1;
    }
    const swaps = await stopSwapper(swapper);
    for (const fd of fds) closeSync(fd);
    expect(outside(top)).toEqual(["canary.txt=CANARY", "secret.txt=CANARY"]);
    expect(count.escaped).toBe(0);
    // It was a race: names were swapped, and honest attempts went through.
    expect([count.ran > 0, swaps > ATTEMPTS / 10]).toEqual([true, true]);
  });

  it("and the same by name reaches it, so the race is one", async () => {
    const swapper = await startSwapper(SHAPES[0] as Shape, top);
    const path = join(top, "ws/a/b/secret.txt");
    let escaped = 0;
    for (let attempt = 0; attempt < 20_000 && escaped === 0; attempt += 1) {
      if (checkedByName(path) === "CANARY") escaped += 1;
    }
    await stopSwapper(swapper);
    expect(escaped).toBe(1);
  });
});

function checkedByName(path: string): string | null {
  try {
    return realpathSync.native(path) === path ? readFileSync(path, "utf8") : null;
  } catch {
    return null; // verdict: refused; the name was just being exchanged
  }
}

/** Null where the reading already says that the path leads outside. */
async function attemptOnce({ tool, args }: Shape, top: string): Promise<ToolResult | null> {
  const project = join(top, "ws");
  const world = nodeWorld({ env: { PATH: "/usr/bin", HOME: "/nowhere" }, cwd: "/" });
  const call: Call = { tool, args, cwd: project, project, source: "model", attended: false };
  const reading = read(call, world);
  const inside = reading.parts[0]?.paths.every(
    ({ canonical, kind }) => canonical?.startsWith(`${project}/`) === true && kind !== "hardlink",
  );
  if (inside !== true) return null;
  return runTool(call, reading, { world, signal: new AbortController().signal, outputLimit: 1000 });
}

type Swapper = ChildProcessByStdio<Writable, Readable, null>;

async function startSwapper({ swap }: Shape, top: string): Promise<Swapper> {
  const child = spawn("python3", [SWAPPER, ...swap.map((path) => join(top, path))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return child;
}

async function stopSwapper(child: Swapper): Promise<number> {
  const said: string[] = [];
  child.stdout.on("data", (bytes: Buffer) => said.push(bytes.toString()));
  child.stdin.end();
  await once(child, "close");
  return Number(said.join(""));
}

function outside(top: string): readonly string[] {
  return ["canary.txt", "secret.txt", "got.txt"]
    .filter((name) => existsSync(join(top, "outside", name)))
    .map((name) => `${name}=${readFileSync(join(top, "outside", name), "utf8")}`);
}
