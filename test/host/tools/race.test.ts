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
import { zipSync } from "fflate";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import type { ToolResult } from "../../../src/host/tools/tool-context.ts";
import type { Call } from "../../../src/read/call.ts";
import { read } from "../../../src/read/read.ts";
import { RACE_SHAPES, type HeldFolders, type RaceShape } from "./race-shapes.ts";
import { openSwapper, type Swapper } from "./swapper.ts";

/**
 * Another process exchanges an honest name and one that leads outside while tools run. Nothing outside may be read,
 * changed, listed or made. By default each shape has 10,000 attempts or what fits in its time, so that a busy machine
 * is not held up; `ASSENT_RACE_ATTEMPTS=100000` is the published figure, without a limit of time.
 */
const WANTED = process.env["ASSENT_RACE_ATTEMPTS"];
const ATTEMPTS = Number(WANTED ?? 10_000);
const SHAPE_MS = WANTED === undefined ? 4_000 : Number.POSITIVE_INFINITY;
const FEWEST = 200;
const CONTROL_MS = 20_000;

describe.skipIf(process.platform !== "linux")("a name that is swapped while a tool runs", () => {
  let top = "";
  let swapper: Swapper;
  let folders: ReturnType<typeof holdFolders>;
  beforeAll(async () => {
    swapper = await openSwapper();
  }, 300_000);
  afterAll(() => swapper.close());
  beforeEach(() => {
    top = makeTop();
    folders = holdFolders(top);
  });
  afterEach(() => {
    folders.release();
    rmSync(top, { recursive: true, force: true });
  });

  it.each(RACE_SHAPES)("$name: nothing outside is reached", { timeout: 60_000 + ATTEMPTS * 20 }, async (shape) => {
    await swapper.start(join(top, shape.swap[0]), join(top, shape.swap[1]));
    const count = await race(shape, top, folders.held);
    const swaps = await swapper.stop();
    if (WANTED !== undefined) console.info(`${shape.name}: ${JSON.stringify({ ...count, swaps })}`);
    // It was a race: names were swapped, and both honest attempts and caught ones happened.
    const raced = count.ran > 0 && count.refused > 0 && swaps > 0;
    expect({ escaped: count.escaped, outside: outside(top), raced }).toEqual({
      escaped: 0,
      outside: UNTOUCHED,
      raced: true,
    });
  });

  it.each(RACE_SHAPES)("$name: checked by name, it is reached", { timeout: CONTROL_MS * 2 }, async (shape) => {
    await swapper.start(join(top, shape.swap[0]), join(top, shape.swap[1]));
    const result = raceByName(shape, top, folders.held);
    await swapper.stop();
    expect(result).toBe("escaped");
  });
});

interface RaceCount {
  readonly attempts: number;
  readonly ran: number;
  readonly refused: number;
  readonly escaped: number;
}

async function race(shape: RaceShape, top: string, held: HeldFolders): Promise<RaceCount> {
  const count = { attempts: 0, ran: 0, refused: 0, escaped: 0 };
  const end = performance.now() + SHAPE_MS;
  while (count.attempts < ATTEMPTS && (count.attempts < FEWEST || performance.now() < end)) {
    shape.again?.(held);
    const result = await attempt(shape, top);
    count.attempts += 1;
    count[result?.ok === true ? "ran" : "refused"] += 1;
    if (result?.ok === true && isFromOutside(result.output)) count.escaped += 1;
  }
  return count;
}

/** Null where the reading already says that the path leads outside. */
async function attempt({ tool, args }: RaceShape, top: string): Promise<ToolResult | null> {
  const project = join(top, "ws");
  const call: Call = { tool, args, cwd: project, project, source: "model", attended: false };
  const reading = read(call, WORLD);
  const inside = reading.parts[0]?.paths.every(
    ({ canonical, kind }) => canonical?.startsWith(`${project}/`) === true && kind !== "hardlink",
  );
  if (inside !== true) return null;
  return runTool(call, reading, { world: WORLD, signal: new AbortController().signal, outputLimit: 1000 });
}

const WORLD = nodeWorld({ env: { PATH: "/usr/bin", HOME: "/nowhere" }, cwd: "/" });

function raceByName(shape: RaceShape, top: string, held: HeldFolders): "escaped" | "safe" {
  let escaped = false;
  for (const end = performance.now() + CONTROL_MS; !escaped && performance.now() < end;) {
    shape.again?.(held);
    escaped = isFromOutside(attemptByName(shape, top)) || outside(top).join() !== UNTOUCHED.join();
  }
  return escaped ? "escaped" : "safe";
}

function attemptByName({ byName }: RaceShape, top: string): string {
  try {
    return byName(join(top, "ws"));
  } catch {
    return ""; // verdict: refused; the name was just being exchanged
  }
}

function isFromOutside(text: string): boolean {
  return /canary/i.test(text);
}

function makeTop(): string {
  const top = realpathSync(mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "assent-race-")));
  mkdirSync(join(top, "ws/a/b"), { recursive: true });
  mkdirSync(join(top, "outside"));
  for (const path of ["ws/a/b/secret.txt", "ws/ok.txt", "ws/secret.txt", "ws/m.txt"])
    writeFileSync(join(top, path), "INSIDE");
  writeFileSync(join(top, "ws/x.zip"), zipSync({ "got.txt": Buffer.from("INSIDE") }));
  for (const path of ["secret.txt", "canary.txt"]) writeFileSync(join(top, "outside", path), "CANARY");
  symlinkSync("../../outside", join(top, "ws/a/lnk"));
  symlinkSync("../outside/secret.txt", join(top, "ws/l"));
  linkSync(join(top, "outside/canary.txt"), join(top, "ws/hard"));
  symlinkSync("outside", join(top, "wslink"));
  return top;
}

const UNTOUCHED = ["canary.txt=CANARY", "secret.txt=CANARY"];

function outside(top: string): readonly string[] {
  return ["canary.txt", "secret.txt", "got.txt"]
    .filter((name) => existsSync(join(top, "outside", name)))
    .map((name) => `${name}=${readFileSync(join(top, "outside", name), "utf8")}`);
}

function holdFolders(top: string): { readonly held: HeldFolders; readonly release: () => void } {
  const fds = ["ws/a/b", "ws"].map((path) => openSync(join(top, path), constants.O_RDONLY | constants.O_DIRECTORY));
  const [inner = "", project = ""] = fds.map((fd) => `/proc/self/fd/${fd}`);
  return { held: { inner, project }, release: () => fds.forEach((fd) => closeSync(fd)) };
}
