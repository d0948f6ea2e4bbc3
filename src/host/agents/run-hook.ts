import { type IncomingMessage, request } from "node:http";
import { homedir } from "node:os";
import { json } from "node:stream/consumers";
import type { AgentAdapter } from "../../wire/agent.ts";
import { readAgentToken } from "../auth/agent-token.ts";
import { isRunning, readRuntime } from "../http/runtime.ts";
import { createAgentCalls } from "./calls.ts";
import { argsHashIn } from "./args-hash.ts";
import { createHookHandler } from "./hook.ts";
import { createAgentSessions } from "./sessions.ts";

export interface RunHookOptions {
  readonly dataDir: string;
  readonly now?: () => number;
  /** How long the host may take to answer the call, ms. Default 580,000. */
  readonly answerLimitMs?: number;
}

/** A person may be asked meanwhile. Below the 590 s after which the launcher gives up, so that this answer is read. */
const ANSWER_LIMIT_MS = 580_000;
/** Whether there is a host is known sooner; one that hangs would be waited for in vain. */
const HEALTH_LIMIT_MS = 2_000;

/**
 * One event of an agent's hook from a process of its own: by the host that runs, else from the stored policy, with the
 * audit line. INVARIANT: whatever goes wrong ends in the adapter's failure answer, which asks or denies.
 */
export async function runHook(adapter: AgentAdapter, input: unknown, options: RunHookOptions): Promise<unknown> {
  try {
    return (await askHost(adapter, input, options)) ?? (await answerAlone(adapter, input, options));
  } catch {
    return adapter.writeFailure(adapter.readEvent(input), "Assent could not decide this call"); // verdict: ask or deny
  }
}

/** Null where there is no host that can prove that it is one. Rejects where it has the call and gives no answer. */
async function askHost(adapter: AgentAdapter, input: unknown, options: RunHookOptions): Promise<unknown> {
  const { dataDir, answerLimitMs = ANSWER_LIMIT_MS } = options;
  const [runtime, credential] = [readRuntime(dataDir), readAgentToken(dataDir, adapter.name)];
  if (runtime === null || credential === null || !(await isRunning(runtime, HEALTH_LIMIT_MS))) return null;
  const signal = AbortSignal.timeout(answerLimitMs);
  try {
    const url = `http://127.0.0.1:${runtime.port}/api/hooks/${adapter.name}`;
    const response = await post(url, { token: credential.token, body: JSON.stringify(input), signal });
    // Another user's program may sit on the port of a host that died: only the host knows the proof.
    const proven = response.statusCode === 200 && response.headers["x-assent-proof"] === credential.proof;
    return proven ? await json(response) : null;
  } catch (error) {
    if (signal.aborted) throw error; // verdict: the failure answer; it is not decided twice
    return null; // verdict: no host, so this process decides
  }
}

/** Not by `fetch`, which gives an answer up that has not begun after five minutes. */
function post(
  url: string,
  { token, body, signal }: { readonly token: string; readonly body: string; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    request(url, { method: "POST", headers, signal, agent: false }, resolve).on("error", reject).end(body);
  });
}

/** Nobody waits here: what has to be asked goes to the agent's prompt, or is denied with the id of its approval. */
async function answerAlone(
  adapter: AgentAdapter,
  input: unknown,
  { dataDir, now = Date.now }: RunHookOptions,
): Promise<unknown> {
  const { openHost } = await import("../open.ts");
  const { store, recorder, gate, world, close } = await openHost({ dataDir, ownPorts: [], now, onDefect: () => {} });
  try {
    const sessions = createAgentSessions({ store, recorder, now, home: homedir() });
    const calls = createAgentCalls({
      gate,
      approvals: store.approvals,
      chats: store.chats,
      hashArgs: argsHashIn(world),
      now,
    });
    const handle = createHookHandler({ calls, sessions, settings: store.settings, maxWaitMs: 0 });
    return await handle(adapter, input, { actor: { kind: "agent", name: adapter.name, token: "" } });
  } finally {
    await close();
  }
}
