import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import type { AgentCall } from "../../../src/host/agents/calls.ts";
import { createMcpService, type McpDeps } from "../../../src/host/mcp/service.ts";
import type { CallAnswer } from "../../../src/wire/call.ts";
import type { McpCallBody, McpWaiting } from "../../../src/wire/mcp.ts";

const BODY: McpCallBody = {
  session: "s",
  entry: { command: "server", args: [], env: [], cwd: "/p" },
  name: null,
  project: null,
  tool: "t",
  descriptor: null,
  args: {},
  beside: {},
  callId: "1",
  waitMs: 1000,
};

/** A service whose client is trusted to answer, with a call that waits for a person until it is said. */
function waitingCall(get: () => Promise<unknown>) {
  const answered = Promise.withResolvers<CallAnswer>();
  const deps = {
    gate: { get },
    calls: {
      propose: ({ onWaiting }: AgentCall) => (onWaiting?.("apr_1"), answered.promise),
    },
    registry: {
      serverOf: async () => ({ slug: "server", answerIn: "client" }),
      sightOne: async () => ({ id: "mcp__server__t", descriptor: {} }),
    },
    gates: { chatOf: async () => ({ id: "chat" }) },
    now: () => 1,
  };
  const service = createMcpService(deps as unknown as McpDeps);
  const waiting: McpWaiting[] = [];
  const from = { actor: { kind: "agent", name: "mcp", token: "t" }, signal: new AbortController().signal } as const;
  const answer = service.propose(BODY, from, (told) => waiting.push(told));
  return { waiting, answer, say: answered.resolve };
}

it.each([
  ["cannot be read", () => Promise.reject(new Error("disk"))],
  ["is gone", () => Promise.resolve(null)],
])("a call whose card %s waits all the same, and nobody is asked in the client", async (_name, get) => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", note);
  try {
    const call = waitingCall(get);
    for (let i = 0; i < 5; i += 1) await turn();
    expect([call.waiting, unhandled]).toEqual([[{ waiting: "apr_1" }], []]);
    call.say({ answer: "allow", approval: "apr_1" });
    expect(await call.answer).toEqual({ answer: "allow", approval: "apr_1" });
  } finally {
    process.off("unhandledRejection", note);
  }
});
