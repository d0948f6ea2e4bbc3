/**
 * How long `zip_extract` takes, and how long the host answers nobody meanwhile: 10,000 small members, and one of 250 MB;
 * each with undo kept, and taken back.
 */
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { zipSync, type Zippable } from "fflate";
import { openUndoLog, undoRun } from "../src/host/tools/undo-log.ts";
import { makeSandbox, type Sandbox } from "../test/host/tools/sandbox.ts";
import { printTable } from "./measure.ts";

const MEMBERS = 10_000;
const LARGE = 250 * 1024 * 1024;

export async function run(): Promise<void> {
  const rows: string[][] = [];
  const archives: readonly (readonly [string, Zippable])[] = [
    [`${MEMBERS} members of 1 kB in 100 folders`, small()],
    ["one member of 250 MB", { large: [noise(LARGE), { level: 1 }] }],
  ];
  for (const [name, files] of archives) {
    const box = makeSandbox();
    box.put("a.zip", zipSync(files));
    rows.push([name, ...(await timed(() => unpack(box)))], ["  taken back", ...(await timed(() => takeBack(box)))]);
    box.remove();
  }
  printTable("zip_extract with undo", [["archive", "wall ms", "longest without an answer, ms"], ...rows]);
}

async function timed(work: () => Promise<unknown>): Promise<readonly [string, string]> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const start = performance.now();
  await work();
  const took = performance.now() - start;
  // The last wait is only counted once the loop has turned.
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  return [took.toFixed(0), (delay.max / 1e6).toFixed(0)];
}

async function unpack(box: Sandbox): Promise<void> {
  const undo = openUndoLog(join(box.root, "undo"));
  const result = await box.run("zip_extract", { archive: "a.zip", directory: "to" }, { undo });
  if (!result.ok) throw new Error(result.message);
}

async function takeBack(box: Sandbox): Promise<void> {
  const { left } = await undoRun(join(box.root, "undo"));
  if (left.length > 0) throw new Error(`${left.length} were left`);
}

function small(): Zippable {
  const names = Array.from({ length: MEMBERS }, (_, at) => `d${at % 100}/f${at}`);
  return Object.fromEntries(names.map((name, at) => [name, new Uint8Array(1_000).fill(at)]));
}

/** Bytes that pack badly enough to take time. */
function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 7) bytes[at] = Math.imul(at, 2_654_435_761) >>> 24;
  return bytes;
}
