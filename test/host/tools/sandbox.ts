import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { read } from "../../../src/read/read.ts";
import type { Call } from "../../../src/read/call.ts";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import { runnerEnv } from "../../../src/host/tools/runner-env.ts";
import type { ToolContext, ToolResult } from "../../../src/host/tools/tool-context.ts";

/** A project on a real disk, with a home folder and a place outside of both. */
export interface Sandbox {
  readonly root: string;
  /** `<root>/ws` */
  readonly project: string;
  readonly world: ReturnType<typeof nodeWorld>;
  /** Absolute, of a path in the project. */
  at(path: string): string;
  put(path: string, content: string | Uint8Array): void;
  get(path: string): string;
  call(tool: string, args: unknown): Call;
  /** Reads the call and runs it, as though it had been allowed. */
  run(tool: string, args: unknown, over?: Partial<ToolContext>): Promise<ToolResult>;
  remove(): void;
}

export function makeSandbox(): Sandbox {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "assent-tools-")));
  const project = join(root, "ws");
  for (const folder of ["ws", "outside", "home"]) mkdirSync(join(root, folder));
  const env = runnerEnv({ PATH: process.env["PATH"], HOME: join(root, "home"), LANG: "C.UTF-8" });
  const world = nodeWorld({ env, cwd: project, dataDir: join(root, "data") });
  const call = (tool: string, args: unknown): Call => ({
    tool,
    args,
    cwd: project,
    project,
    source: "model",
    attended: false,
  });
  return {
    root,
    project,
    world,
    at: (path) => join(project, path),
    put: (path, content) => writeFileSync(join(project, path), content),
    get: (path) => readFileSync(join(project, path), "utf8"),
    call,
    run: (tool, args, over = {}) => {
      const proposed = call(tool, args);
      const context = { world, signal: new AbortController().signal, outputLimit: 100_000, timeoutMs: 20_000, ...over };
      return runTool(proposed, read(proposed, world), context);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** With a file of three lines in `src`, and one outside that nothing of it may reach. */
export function stockedSandbox(): Sandbox {
  const box = makeSandbox();
  mkdirSync(box.at("src"));
  box.put("src/a.txt", "one\ntwo\nthree\n");
  box.put("../outside/secret.txt", "CANARY");
  return box;
}
