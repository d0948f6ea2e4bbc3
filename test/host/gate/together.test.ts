import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import { needsOwnLook } from "../../../src/core/own-look.ts";
import { type Bench, openBench, OWNER } from "./harness.ts";

let bench: Bench;

beforeEach(async () => {
  bench = await openBench({ opened: "edit" });
});
afterEach(() => bench.close());

async function asked(tool: string, args: unknown): Promise<ApprovalView> {
  const proposed = await bench.propose(tool, args);
  expect(proposed.effect).toBe("ask");
  return (await bench.gate.get(proposed.approvalId, OWNER)) as ApprovalView;
}

async function allowTogether({ id, digest }: Pick<ApprovalView, "id" | "digest">): Promise<string> {
  const decided = await bench.gate.decide({ id, digest, decision: "allow" }, OWNER, { together: true });
  return decided.ok ? decided.approval.state : `${decided.status} ${decided.code}`;
}

async function allowAlone({ id, digest }: Pick<ApprovalView, "id" | "digest">): Promise<string> {
  const decided = await bench.gate.decide({ id, digest, decision: "allow" }, OWNER);
  return decided.ok ? decided.approval.state : `${decided.status} ${decided.code}`;
}

describe("a call that is answered with others", () => {
  const own: readonly (readonly [string, string, unknown])[] = [
    ["cannot be read for certain", "shell", { command: 'eval "$X"' }],
    ["reads outside of what was granted", "shell", { command: "cat /var/log/syslog" }],
    ["writes a protected file", "write_file", { path: ".git/config", content: "x" }],
    ["uses a tool that nobody knows", "mcp__who__knows", {}],
  ];
  it.each(own)("needs a look of its own where it %s", async (_, tool, args) => {
    const card = await asked(tool, args);
    expect(needsOwnLook(card)).toBe(true);
    expect(await allowTogether(card)).toBe("409 own-look");
    expect((await bench.gate.get(card.id, OWNER))?.state).toBe("pending");
    expect(await allowAlone(card)).toBe("approved");
  });

  const shared: readonly (readonly [string, string, unknown])[] = [
    ["no rule covers it", "shell", { command: "npm test" }],
    ["it has several parts", "shell", { command: "npm test && git commit -m x" }],
    ["it discards work", "shell", { command: "git reset --hard" }],
  ];
  it.each(shared)("is allowed where %s", async (_, tool, args) => {
    const card = await asked(tool, args);
    expect(needsOwnLook(card)).toBe(false);
    expect(await allowTogether(card)).toBe("approved");
  });

  it("needs one where a rule asks, in whichever part, and where the chat asks every time", async () => {
    const at = bench.clock.now;
    const rule = { id: "r1", tool: "shell", pattern: "git push *", decision: "ask", scope: "global" } as const;
    await bench.store.rules.add({ ...rule, target: "", createdBy: "ana", createdAt: at });
    const part = await asked("shell", { command: "npm test && git push origin main" });
    expect(await allowTogether(part)).toBe("409 own-look");
    const chat = await bench.store.chats.get("chat");
    const free = await asked("shell", { command: "npm test" });
    await bench.store.chats.update({ ...(chat as NonNullable<typeof chat>), level: "L2" });
    expect(await allowTogether(free)).toBe("409 own-look");
  });

  it("is bound to what was shown, and taken once", async () => {
    const [first, second] = [
      await asked("shell", { command: "npm test" }),
      await asked("shell", { command: "npm ci" }),
    ];
    expect(await allowTogether({ id: first.id, digest: second.digest })).toBe("409 stale");
    expect(await Promise.all([allowTogether(first), allowTogether(first)])).toEqual([
      "approved",
      "409 already-decided",
    ]);
    expect((await bench.gate.get(second.id, OWNER))?.state).toBe("pending");
  });
});
