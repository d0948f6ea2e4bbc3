import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import { removeSample } from "../../../src/host/try/sample.ts";
import { startReal, until, type RealHost } from "../real-host.ts";

describe("try it", () => {
  let real: RealHost;
  beforeEach(async () => {
    real = await startReal();
  });
  afterEach(() => real.close());

  const start = async (): Promise<string> =>
    ((await (await real.person.send("POST", "/api/try")).json()) as { chat: string }).chat;
  const waiting = (callId: string): Promise<ApprovalView> =>
    until(async () => (await real.pending()).find((view) => view.callId === callId));
  const states = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      [...(await real.recent())]
        .reverse()
        .map((view) => [view.callId, `${view.state} ${view.outcome?.text.trim().slice(0, 40) ?? ""}`.trim()]),
    );

  it("shows each kind of answer, through the real gate and runner", async () => {
    await start();
    const edit = await waiting("try-edit");
    expect(edit.change).toMatchObject({
      before: expect.stringContaining("Hello"),
      after: expect.stringContaining("Good morning"),
    });
    expect(await states()).toMatchObject({
      "try-read": expect.stringMatching(/^executed # Sample/),
      "try-status": expect.stringMatching(/^executed/),
      "try-add": "executed",
      "try-edit": "pending",
    });
    expect((await real.decide(edit, "allow")).status).toBe(200);
    const build = await waiting("try-build");
    const sample = build.cwd as string;
    expect(readFileSync(join(sample, "greeting.txt"), "utf8")).toContain("Good morning");
    await real.decide(build, "deny", { note: "not now" });
    await until(async () => (await states())["try-remove"]);
    expect(await states()).toMatchObject({
      "try-edit": expect.stringMatching(/^executed/),
      "try-build": "denied",
      "try-remove": "denied",
    });
    expect(existsSync(join(sample, "built.txt"))).toBe(false);
    expect(existsSync(sample)).toBe(true);
  });

  it("refuses to run what was declined, and what was run", async () => {
    await start();
    const edit = await waiting("try-edit");
    await real.decide(edit, "deny");
    const build = await waiting("try-build");
    await real.decide(build, "allow");
    await until(async () => (await states())["try-build"]?.startsWith("executed"));
    const run = async (id: string): Promise<[number, string]> => {
      const response = await real.person.send("POST", `/api/approvals/${id}/execute`);
      return [response.status, ((await response.json()) as { code: string }).code];
    };
    expect([await run(edit.id), await run(build.id)]).toEqual([
      [409, "already-decided"],
      [409, "already-executed"],
    ]);
  });

  it("never runs again what had begun when the host ended", async () => {
    await start();
    const edit = await waiting("try-edit");
    await real.change(
      async (store) => void (await store.approvals.move({ id: edit.id, from: ["pending"], to: "executing", at: 0 })),
    );
    real = await real.restart();
    await waiting("try-build");
    expect((await states())["try-edit"]).toMatch(/^unknown/);
    expect(readFileSync(join(edit.cwd as string, "greeting.txt"), "utf8")).toContain("Hello");
  });

  it("takes the sample away at the next start once the demo is over, and no folder that it did not make", async () => {
    await start();
    await real.decide(await waiting("try-edit"), "deny");
    const build = await waiting("try-build");
    const sample = build.cwd as string;
    real = await real.restart();
    expect(existsSync(sample)).toBe(true);
    await real.decide(await waiting("try-build"), "deny");
    await until(async () => (await states())["try-remove"]);
    await until(async () => {
      let ended: number | null = null;
      await real.change(async (store) => void (ended = (await store.chats.get(build.chat.id))?.endedAt ?? null));
      return ended ?? undefined;
    });
    real = await real.restart();
    expect(existsSync(sample)).toBe(false);
    removeSample(real.project);
    expect(existsSync(real.project)).toBe(true);
  });

  it("goes on after a restart where it waited", async () => {
    await start();
    const edit = await waiting("try-edit");
    real = await real.restart();
    const again = await waiting("try-edit");
    expect(again.id).toBe(edit.id);
    await real.decide(again, "allow");
    await waiting("try-build");
    expect((await states())["try-edit"]).toMatch(/^executed/);
  });
});
