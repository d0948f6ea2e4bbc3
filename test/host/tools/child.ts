import { read } from "../../../src/read/read.ts";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import { openUndoLog } from "../../../src/host/tools/undo-log.ts";

/** Runs a tool as a program of its own that is killed at the nth step of it. Arguments: project, log, tool, its arguments, n. */
const [project = "", log = "", tool = "", args = "{}", steps = "1"] = process.argv.slice(2);

let left = Number(steps);
const signal = {
  get aborted(): boolean {
    if (--left === 0) process.kill(process.pid, "SIGKILL");
    return false;
  },
} as AbortSignal;
const world = nodeWorld({ env: { PATH: "/usr/bin:/bin", HOME: `${project}/../home` }, cwd: project });
const call = {
  tool,
  args: JSON.parse(args) as unknown,
  cwd: project,
  project,
  source: "model",
  attended: true,
} as const;
const context = { world, signal, outputLimit: 1_000, timeoutMs: 10_000, undo: openUndoLog(log) };
const result = await runTool(call, read(call, world), context);
process.exitCode = result.ok ? 0 : 1;
