import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openSqlite } from "../../../src/store/sqlite.ts";
import type { ApprovalView } from "../../../src/wire/approval.ts";
import type { ChatOpened, ChatView } from "../../../src/wire/chats.ts";
import { logIn, type TestSession } from "../http/serve.ts";
import { until } from "../real-host.ts";
import { callsIn } from "./chat-client.ts";
import { type Provider, startProvider } from "./provider.ts";
import { isAlive } from "../../support/processes.ts";

const ROUNDS = Number(process.env["ASSENT_KILLS"] ?? 20);

/** The last moment of a kill after a message is sent, ms: by then a round is mostly over. */
const LATEST = 1_500;

let base: string;
let provider: Provider;
let child: ChildProcess;
let person: TestSession;

beforeEach(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "assent-killed-")));
  mkdirSync(join(base, "app"));
  provider = await startProvider("openai-compatible");
  provider.answerBy(stepOf);
});
afterEach(async () => {
  child.kill("SIGKILL");
  await provider.close();
  rmSync(base, { recursive: true, force: true });
});

/** Two commands at once, then a third, then an end: each leaves one line in a file of its own. */
function stepOf(body: { messages: { role: string; content: unknown }[] }) {
  const lastUser = body.messages.findLastIndex(({ role }) => role === "user");
  const round = /round-\d+/.exec(JSON.stringify(body.messages[lastUser]?.content))?.[0] ?? "";
  const results = body.messages.slice(lastUser).filter(({ role }) => role === "tool").length;
  const append = (name: string) => ({
    id: `call_${name}`,
    name: "shell",
    args: { command: `echo ran >> ${round}-${name}.txt` },
  });
  if (results === 0) return { text: "Two at once.", calls: [append("a"), append("b")] };
  return results === 2 ? { text: "One more.", calls: [append("c")] } : { text: "All done." };
}

/** The host as it ships, in a process of its own. */
async function boot(port: number): Promise<{ readonly url: string; readonly link: string }> {
  const env = { ...process.env, ASSENT_HOME: join(base, "data"), HOME: base };
  const bin = join(import.meta.dirname, "../../../bin/assent.js");
  child = spawn(process.execPath, [bin, "--no-open", "--port", String(port)], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    text += chunk.toString();
    if (text.includes("stop with")) break;
  }
  const url = /listens on (\S+)/u.exec(text)?.[1];
  if (url === undefined) throw new Error(`the host does not start: ${text}`);
  return { url, link: /log in once:\s+(\S+)/u.exec(text)?.[1] ?? "" };
}

async function kill(): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** A project of which everything may be changed, and nothing is without being asked about. */
async function addProject(): Promise<string> {
  const store = await openSqlite(join(base, "data/assent.db"));
  const path = join(base, "app");
  const grants = [{ root: path, recursive: true, can: ["read", "write", "edit", "delete"] }] as const;
  const rest = { name: "app", opened: "custom", gitWorkTree: false, createdAt: 1 } as const;
  await store.projects.add({ id: "prj_1", path, grants, ...rest });
  await store.close();
  return "prj_1";
}

/** The scripted provider as a model. */
async function connect(): Promise<{ readonly connection: string; readonly model: string }> {
  const body = { kind: "openai-compatible", name: "s", baseUrl: provider.url, models: ["m"] };
  const made = await person.send("POST", "/api/connections", body);
  const { connection } = (await made.json()) as { connection: { id: string } };
  return { connection: connection.id, model: "m" };
}

async function get<T>(path: string): Promise<T> {
  return (await (await person.send("GET", path)).json()) as T;
}

/** Says yes to whatever waits, until the chat is at rest or the host is gone. */
async function answerAll(chat: string, until: () => boolean): Promise<void> {
  while (!until()) {
    const { approvals } = await get<{ approvals: ApprovalView[] }>(`/api/tools/authorization/pending?chat=${chat}`);
    for (const { id, digest } of approvals)
      await person.send("POST", "/api/tools/authorization/decide", { id, digest, decision: "allow" });
    const { chat: view } = await get<ChatOpened>(`/api/chats/${chat}`);
    if (view.state === "idle") return;
    await sleep(5);
  }
}

test(
  `a host that is killed at any moment loses nothing, does nothing twice, and says what it does not know: ${ROUNDS} times`,
  { timeout: 60_000 + ROUNDS * 15_000 },
  async () => {
    const first = await boot(0);
    person = await logIn(first.url, first.link.split("#")[1] as string);
    const port = Number(new URL(first.url).port);
    const project = await addProject();
    const model = await connect();
    const seen = { executed: 0, unknown: 0, killedWhile: new Map<string, number>() };

    for (let round = 0; round < ROUNDS; round++) {
      const body = { project, model };
      const { chat } = (await (await person.send("POST", "/api/chats", body)).json()) as { chat: ChatView };
      const text = { text: `round-${round}` };
      let dead = false;
      const killing = sleep(Math.random() * LATEST).then(async () => {
        dead = true;
        await kill();
      });
      try {
        await person.send("POST", `/api/chats/${chat.id}/messages`, text);
        await answerAll(chat.id, () => dead);
      } catch {
        // The host is gone: that is what this is about.
      }
      await killing;
      await boot(port);
      // A connection that was kept from before the kill fails once.
      await until(() => get(`/api/chats/${chat.id}`).catch(() => false));
      const after = await get<ChatOpened>(`/api/chats/${chat.id}`);
      count(
        seen.killedWhile,
        after.messages.length === 0 ? "before it began" : `${after.chat.state} after ${after.messages.length}`,
      );
      if (after.messages.length === 0) await person.send("POST", `/api/chats/${chat.id}/messages`, text);
      await answerAll(chat.id, () => false);
      await check(chat.id, `round-${round}`, seen);
    }
    console.info(
      `${ROUNDS} kills: ${seen.executed} executed, ${seen.unknown} unknown, 0 lost, 0 twice`,
      [...seen.killedWhile].sort(),
    );
  },
);

/** The pid that a process has written down, once it has. */
function pidIn(name: string): Promise<number> {
  const file = join(base, "app", name);
  return until(async () => existsSync(file) && Number(readFileSync(file, "utf8")));
}

test.skipIf(process.platform !== "linux")(
  "what a command was at when its host was killed is ended by the next; what an earlier one left goes on",
  { timeout: 60_000 },
  async () => {
    const sleeper = (name: string) => `sh -c 'echo $$ > ${name}; exec sleep 60'`;
    const commands = [
      `setsid ${sleeper("before")} >/dev/null 2>&1 & sleep 0.3`,
      `${sleeper("child")} & setsid ${sleeper("session")} & wait`,
    ];
    provider.answerBy(({ messages }: { messages: { role: string }[] }) => {
      const results = messages.filter(({ role }) => role === "tool").length;
      const command = commands[results];
      if (command === undefined) return { text: "All done." };
      return { calls: [{ id: `call_${results}`, name: "shell", args: { command } }] };
    });
    const first = await boot(0);
    person = await logIn(first.url, first.link.split("#")[1] as string);
    const body = { project: await addProject(), approvalMode: "full", model: await connect() };
    const { chat } = (await (await person.send("POST", "/api/chats", body)).json()) as { chat: ChatView };
    await person.send("POST", `/api/chats/${chat.id}/messages`, { text: "go" });
    const [before, inGroup, session] = await Promise.all(["before", "child", "session"].map(pidIn));
    try {
      await kill();
      expect([before, inGroup, session].map((pid) => isAlive(pid as number))).toEqual([true, true, true]);
      await boot(Number(new URL(first.url).port));
      await until(async () => !isAlive(inGroup as number) && !isAlive(session as number));
      expect(isAlive(before as number)).toBe(true);
    } finally {
      for (const pid of [before, inGroup, session]) if (isAlive(pid as number)) process.kill(pid as number, "SIGKILL");
    }
  },
);

/** Every call has one result, which the last request to the model held; and what it says is what is there. */
async function check(chat: string, round: string, seen: { executed: number; unknown: number }): Promise<void> {
  const { chat: view, runs, messages } = await get<ChatOpened>(`/api/chats/${chat}`);
  expect([view.state, runs.map(({ state, error }) => [state, error])]).toEqual(["idle", [["done", null]]]);
  const calls = callsIn(messages);
  expect(calls.map(({ tool }) => tool)).toEqual(["shell", "shell", "shell"]);
  for (const [index, { state, result }] of calls.entries()) {
    const file = join(base, "app", `${round}-${"abc"[index]}.txt`);
    const lines = existsSync(file) ? readFileSync(file, "utf8").split("\n").length - 1 : 0;
    if (state === "unknown") {
      seen.unknown += 1;
      expect([lines <= 1, result?.code]).toEqual([true, "EUNKNOWN"]);
    } else {
      seen.executed += 1;
      expect([state, result?.ok, lines]).toEqual(["executed", true, 1]);
    }
  }
  const asked = provider.requests.at(-1)?.body as unknown as { messages: { role: string; content: string }[] };
  const told = asked.messages.filter(({ role }) => role === "tool").map(({ content }) => content.includes("EUNKNOWN"));
  expect(told).toEqual(calls.map(({ state }) => state === "unknown"));
}

function count(of: Map<string, number>, key: string): void {
  of.set(key, (of.get(key) ?? 0) + 1);
}
