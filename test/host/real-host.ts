import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { claudeCode } from "../../src/adapters/claude-code/adapter.ts";
import { startHost, type StartedHost, type StartOptions } from "../../src/host/start.ts";
import type { Store } from "../../src/store/store.ts";
import { openSqlite } from "../../src/store/sqlite.ts";
import type { ApprovalView } from "../../src/wire/approval.ts";
import { logIn, type TestSession } from "./http/serve.ts";

/** A host as it ships, in a data directory of its own, with a person logged in and a git project beside it. */
export interface RealHost {
  readonly host: StartedHost;
  readonly person: TestSession;
  readonly dataDir: string;
  readonly project: string;
  /** Sends an event of Claude Code to its hook route. */
  hook(event: object, signal?: AbortSignal): Promise<unknown>;
  /** Posts with the agent's token. */
  call(body: object, path?: string): Promise<unknown>;
  pending(): Promise<readonly ApprovalView[]>;
  recent(): Promise<readonly ApprovalView[]>;
  decide(view: ApprovalView, decision: "allow" | "deny", more?: object): Promise<Response>;
  /** Reaches into the database from beside the host. */
  change(work: (store: Store) => Promise<void>): Promise<void>;
  /** Answers the question of opening the project. */
  openProject(answer: "read" | "edit" | "ask"): Promise<Response>;
  /** Another host on the same data directory, after this one has ended, with the person logged in anew. */
  restart(): Promise<RealHost>;
  close(): Promise<void>;
}

export async function startReal(chats: StartOptions["chats"] = {}): Promise<RealHost> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "assent-real-")));
  const project = join(base, "home/dev/app");
  mkdirSync(project, { recursive: true });
  execFileSync("git", ["init", "--quiet"], { cwd: project });
  writeFileSync(join(project, "a.txt"), "one\n");
  return open(base, { chats, recover: false });
}

interface Opening {
  readonly chats: NonNullable<StartOptions["chats"]>;
  readonly recover: boolean;
}

async function open(base: string, { chats, recover }: Opening): Promise<RealHost> {
  const [dataDir, project] = [join(base, "data"), join(base, "home/dev/app")];
  const onDefect = (error: unknown): void => console.error(error);
  const host = await startHost({
    dataDir,
    port: 0,
    adapters: [claudeCode],
    webDir: null,
    version: "0.0.0",
    recover,
    chats,
    onDefect,
    checkAnswers: true,
  });
  const token = readFileSync(join(dataDir, "agents/claude-code.token"), "utf8").split("\n")[0] as string;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const person = await logIn(host.url, host.loginLink?.split("#")[1] as string);
  const post = async (path: string, body: object, signal?: AbortSignal): Promise<unknown> => {
    const response = await fetch(`${host.url}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      ...(signal ? { signal } : {}),
    });
    return response.json();
  };
  const list = async (path: string): Promise<readonly ApprovalView[]> =>
    ((await (await person.send("GET", path)).json()) as { approvals: ApprovalView[] }).approvals;
  return {
    host,
    person,
    dataDir,
    project,
    hook: (event, signal) => post("/api/hooks/claude-code", event, signal),
    call: (body, path = "/api/calls") => post(path, body),
    pending: () => list("/api/tools/authorization/pending"),
    recent: () => list("/api/approvals"),
    decide: ({ id, digest }, decision, more = {}) =>
      person.send("POST", "/api/tools/authorization/decide", { id, digest, decision, ...more }),
    async change(work) {
      const store = await openSqlite(join(dataDir, "assent.db"));
      await work(store).finally(() => store.close());
    },
    async openProject(answer) {
      const { projects } = (await (await person.send("GET", "/api/projects")).json()) as {
        projects: { id: string; path: string }[];
      };
      return person.send("POST", `/api/projects/${projects.find(({ path }) => path === project)?.id}/open`, { answer });
    },
    restart: async () => {
      await host.close();
      return open(base, { chats, recover: true });
    },
    async close() {
      await host.close();
      rmSync(dirname(dataDir), { recursive: true, force: true });
    },
  };
}

/** Asks again until there is what is waited for; fails by the test's own time limit. */
export async function until<T>(look: () => Promise<T | undefined | null | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
