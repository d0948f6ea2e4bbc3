import { expect, test } from "vitest";
import type { EngineDeps } from "../../../src/host/engine/context.ts";
import { createEngine } from "../../../src/host/engine/engine.ts";
import type { Run } from "../../../src/store/tables/runs.ts";

const OWNER = { kind: "host" } as const;

function run(id: string, root = id): Run {
  const data = { kind: "model" } as Run["data"];
  const parent = root === id ? null : root;
  return { id, chat: "chat", parent, root, state: "running", head: null, startedAt: 1, endedAt: null, data };
}

/** An engine whose runs stand where they are; `during` runs beside what a stop does first. */
function engineOn(known: readonly Run[], during: Partial<Record<"read" | "cancel", () => void>>) {
  const runs = new Map(known.map((each) => [each.id, each]));
  const cancelled: ((root: string) => boolean)[] = [];
  const once = (name: "read" | "cancel"): void => {
    during[name]?.();
    delete during[name];
  };
  const tables = {
    runs: {
      get: async (id: string) => runs.get(id) ?? null,
      async open(chat: string | null) {
        const open = [...runs.values()].filter((each) => each.endedAt === null && each.chat === (chat ?? each.chat));
        once("read");
        return open;
      },
      async update(id: string, change: Partial<Run>) {
        runs.set(id, { ...(runs.get(id) as Run), ...change });
        return true;
      },
    },
    chats: { get: async () => null },
  };
  const engine = createEngine({
    store: { ...tables, onEvent: () => () => undefined },
    feed: { write: (_chat: string, work: (...of: unknown[]) => unknown) => work(tables, async () => undefined) },
    // What a run does next takes until the end of the test.
    transcript: { get: () => new Promise(() => undefined) },
    stops: { add: () => undefined, remove: () => undefined, all: () => [] },
    runner: { endRun: async () => undefined, endLeftBehind: () => undefined },
    gate: {
      async cancel(_chat: string, _principal: unknown, which: (root: string) => boolean = () => true) {
        cancelled.push(which);
        once("cancel");
        return 0;
      },
    },
    now: () => 2,
    onDefect: (error: unknown) => {
      throw error;
    },
  } as unknown as EngineDeps);
  return { engine, runs, cancelled };
}

test("a subagent that began while the stop looked is ended with its parent", async () => {
  const bench = engineOn([run("own")], { read: () => void bench.runs.set("sub", run("sub", "own")) });
  await bench.engine.stop("chat", OWNER);
  expect([...bench.runs.values()].map(({ id, state }) => [id, state])).toEqual([
    ["own", "stopped"],
    ["sub", "stopped"],
  ]);
});

test.each(["read", "cancel"] as const)("the run of a message sent during the %s is not ended", async (when) => {
  const next = { ...run("next"), head: "msg" };
  const bench = engineOn([run("own")], {
    [when]: () => {
      bench.runs.set("next", next);
      bench.engine.begin(next);
    },
  });
  await bench.engine.stop("chat", OWNER);
  expect([bench.runs.get("own")?.state, bench.runs.get("next")?.state]).toEqual(["stopped", "running"]);
  expect(bench.engine.isRunning("chat")).toBe(true);
  // Its calls wait on; those of the run that was stopped, and of none that runs here, do not.
  expect(["own", "next", "other"].map((root) => bench.cancelled.at(-1)?.(root))).toEqual([true, false, true]);
});
