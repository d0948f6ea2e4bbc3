import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

import { createAgentCalls } from "../host/agents/calls.ts";
import { createHookHandler } from "../host/agents/hook.ts";
import { createAgentSessions } from "../host/agents/sessions.ts";
import { readAgentToken } from "../host/auth/agent-token.ts";
import { isRunning, readRuntime } from "../host/http/runtime.ts";
import { openHost, type OpenedHost } from "../host/open.ts";
import { read } from "../read/read.ts";
import { ADAPTERS } from "./adapters.ts";
import { dataDir } from "./data-dir.ts";

/** How long a host that was just started may take to answer, ms. */
const START_LIMIT = 4_000;

/** The answer of the host that is coming up; null where none came in time, or it is not the one of this data directory. */
export async function askHost(agent: string, text: string): Promise<unknown> {
  const dir = dataDir();
  for (const started = Date.now(); Date.now() - started < START_LIMIT; await sleep(50)) {
    const runtime = readRuntime(dir);
    const credential = readAgentToken(dir, agent);
    if (runtime === null || credential === null || !(await isRunning(runtime))) continue;
    return post(`http://127.0.0.1:${runtime.port}/api/hooks/${agent}`, credential, text);
  }
  return null;
}

async function post(url: string, credential: { readonly token: string; readonly proof: string }, body: string): Promise<unknown> {
  try {
    const headers = { authorization: `Bearer ${credential.token}`, "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body });
    return response.ok && response.headers.get("x-assent-proof") === credential.proof ? await response.json() : null;
  } catch {
    return null; // verdict: no answer from a host; the event is decided here
  }
}

/** The agent's answer to one event, decided here from the stored policy. Never rejects, and never allows by failing. */
export async function answerHere(agent: string, text: string): Promise<unknown> {
  const adapter = ADAPTERS.find((it) => it.name === agent);
  if (adapter === undefined) throw new Error(`no adapter for \`${agent}\``);
  const event = parse(text);
  try {
    const host = await openHost({ dataDir: dataDir(), ownPorts: [], now: Date.now, onDefect: () => undefined });
    try {
      return await handlerOn(host)(adapter, event, { actor: { kind: "agent", name: agent, token: "hook" } });
    } finally {
      await host.close();
    }
  } catch (error) {
    return adapter.writeFailure(adapter.readEvent(event), `Assent could not decide this call: ${(error as Error).message}`);
  }
}

/** Nobody can answer in an inbox that no host serves, so nothing is held. */
const NO_HOLD = { get: async () => ({ hold: "agent", waitMs: 0 }) };

function handlerOn({ store, gate, world }: OpenedHost): ReturnType<typeof createHookHandler> {
  const hashArgs = (call: Parameters<Parameters<typeof createAgentCalls>[0]["hashArgs"]>[0]): string =>
    read({ ...call, cwd: null, project: null, source: "external", attended: true }, world()).argsHash;
  return createHookHandler({
    calls: createAgentCalls({ gate, approvals: store.approvals, hashArgs }),
    sessions: createAgentSessions({ store, now: Date.now, home: homedir() }),
    settings: NO_HOLD,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // verdict: a bad event, which the adapter answers with ask
  }
}
