import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { DirectoryGrant } from "../../../src/core/policy.ts";
import { identityOf } from "../../../src/host/policy/root-identity.ts";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { type Bench, HOST, openBench, OWNER } from "../gate/harness.ts";

let bench: Bench;
beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
  writeFileSync(join(bench.project, "a"), "one");
  await remember(identityOf(bench.project));
});
afterEach(() => bench.close());

async function remember(identity: string | undefined): Promise<void> {
  const project = await bench.store.projects.get("prj");
  if (project === null || identity === undefined) throw new Error("the project is gone");
  await bench.store.projects.update({ ...project, identity });
}

const read = async (): Promise<string> => (await bench.propose("read_file", { path: join(bench.project, "a") })).effect;

/** Another folder in place of the project, made before the first is gone so that it is no second use of its inode. */
function swap(): void {
  const fresh = `${bench.project}-new`;
  mkdirSync(fresh);
  writeFileSync(join(fresh, "a"), "two");
  renameSync(bench.project, `${bench.project}-old`);
  renameSync(fresh, bench.project);
}

describe("a granted root", () => {
  it.each<[string, () => Promise<void> | void, string]>([
    ["as it was", () => {}, "allow"],
    [
      "with a new device number, as after a start of the machine",
      () => remember(`1:${statSync(bench.project).ino}`),
      "allow",
    ],
    ["in whose place another folder stands", swap, "ask"],
    ["that is gone", () => renameSync(bench.project, `${bench.project}-old`), "ask"],
    [
      "in whose place a link stands",
      () => {
        renameSync(bench.project, `${bench.project}-old`);
        symlinkSync(`${bench.project}-old`, bench.project);
      },
      "ask",
    ],
    [
      "in whose place a file stands",
      () => {
        rmSync(bench.project, { recursive: true });
        writeFileSync(bench.project, "");
      },
      "ask",
    ],
  ])("%s", async (_name, change, effect) => {
    await change();
    expect(await read()).toBe(effect);
  });

  it("that is replaced between the allow and its claim is not claimed", async () => {
    const allowed = await bench.propose("read_file", { path: join(bench.project, "a") });
    const control = await bench.propose("read_file", { path: join(bench.project, "a") }, { callId: "control" });
    expect(await bench.gate.claim(control.approvalId, HOST)).toMatchObject({ ok: true });
    swap();
    expect([allowed.effect, await bench.gate.claim(allowed.approvalId, HOST)]).toMatchObject([
      "allow",
      { ok: false, status: 409, code: "stale" },
    ]);
  });

  it("that is replaced after the claim is not opened", async () => {
    const allowed = await bench.propose("read_file", { path: join(bench.project, "a") });
    const claimed = await bench.gate.claim(allowed.approvalId, HOST);
    if (!claimed.ok) throw new Error(claimed.message);
    swap();
    const world = nodeWorld({ env: process.env });
    const context = { world, signal: new AbortController().signal, outputLimit: 1_000 };
    const roots = claimed.roots ?? [];
    expect([
      await runTool(claimed.call, claimed.reading, { ...context, roots }),
      await runTool(claimed.call, claimed.reading, context),
    ]).toMatchObject([
      { ok: false, code: "ECHANGED" },
      { ok: true, output: expect.stringContaining("two") },
    ]);
  });

  it.each<[string, Partial<DirectoryGrant>, boolean]>([
    ["may be written", { can: ["read", "write"] }, true],
    ["may only be read", { can: ["read", "delete"] }, false],
    ["may be written without what lies below", { can: ["read", "write"], recursive: false }, false],
  ])("that %s: whether a sandbox lets commands write there", async (_, grant, writable) => {
    const project = await bench.store.projects.get("prj");
    if (project === null) throw new Error("the project is gone");
    const grants = [{ root: bench.project, recursive: true, can: [], ...grant }] as const;
    await bench.store.projects.update({ ...project, opened: "custom", grants });
    const proposed = await bench.propose("shell", { command: "git status" });
    expect(await bench.gate.claim(proposed.approvalId, HOST)).toMatchObject({
      ok: true,
      writable: writable ? [bench.project] : [],
    });
  });

  it("that was replaced is none that a sandbox lets commands write to", async () => {
    swap();
    const { approvalId: id } = await bench.propose("shell", { command: "date" });
    const [card] = await bench.gate.pending(null, OWNER);
    await bench.gate.decide({ id, digest: card?.digest ?? "", decision: "allow" }, OWNER);
    expect(await bench.gate.claim(id, HOST)).toMatchObject({ ok: true, writable: [] });
  });
});
