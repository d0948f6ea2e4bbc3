import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import { type RealHost, startReal } from "../real-host.ts";

let real: RealHost;
let calls = 0;
beforeAll(async () => void (real = await startReal()));
afterAll(() => real.close());

interface Answered {
  readonly status: number;
  readonly code?: string;
}

async function post(agent: string, path: string, body: object): Promise<Answered> {
  const token = readFileSync(join(real.dataDir, `agents/${agent}.token`), "utf8").split("\n")[0];
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(real.host.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = (await response.text()).trim().split("\n").at(-1) as string;
  return { status: response.status, ...(JSON.parse(text) as object) };
}

const entry = { command: "/usr/bin/node", args: [], env: [], cwd: "/" };
const descriptor = { name: "add", inputSchema: { type: "object" } };
/** Each way in: how a call is proposed there, and how its outcome is told. */
const WAYS = {
  "/api/calls": {
    agent: "claude-code",
    propose: (callId: string) => ({
      tool: "Bash",
      args: { command: `npm run ${callId}` },
      cwd: real.project,
      session: "s",
      callId,
      waitMs: 0,
    }),
    executed: { ok: true },
  },
  "/api/mcp/calls": {
    agent: "mcp",
    propose: (callId: string) => ({
      session: "gate",
      entry,
      name: "notes",
      tool: "add",
      descriptor,
      args: { callId },
      callId,
      waitMs: 0,
    }),
    executed: { state: "executed" },
  },
} as const;

describe.each(Object.entries(WAYS))("the outcome of a call by %s", (path, { agent, propose, executed }) => {
  const ask = async (): Promise<ApprovalView> => {
    await post(agent, path, propose(`c${++calls}`));
    return (await real.pending()).find(({ callId }) => callId === `c${calls}`) as ApprovalView;
  };
  const tell = (id: string) => post(agent, `${path}/${id}/outcome`, executed);
  const run = async (): Promise<ApprovalView> => {
    const view = await ask();
    await real.decide(view, "allow");
    await post(agent, path, propose(view.callId));
    return view;
  };

  it("is taken once, of what was begun and by whom", async () => {
    const [waits, denied, approved, ran] = [await ask(), await ask(), await ask(), await run()];
    await real.decide(denied, "deny");
    await real.decide(approved, "allow");
    const said = async (id: string): Promise<string> => {
      const { status, code } = await tell(id);
      return `${status} ${code ?? "taken"}`;
    };
    const all = [waits, denied, approved, ran, ran].map(({ id }) => id);
    const answers: string[] = [];
    for (const id of [...all, "apr_none"]) answers.push(await said(id));
    expect(answers).toEqual([
      "409 pending",
      "409 already-decided",
      "409 ECONFLICT",
      "200 taken",
      "409 already-executed",
      "404 ENOTFOUND",
    ]);
    const other = Object.values(WAYS).find((way) => way.agent !== agent)?.agent as string;
    expect(["403", "404"]).toContain(String((await post(other, `${path}/${ran.id}/outcome`, executed)).status));
  });
});
