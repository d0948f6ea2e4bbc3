import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { SECURITY_HEADERS } from "../../src/host/http/headers.ts";
import type { ApprovalView, DecideBody } from "../../src/wire/approval.ts";
import type { AuditLine } from "../../src/wire/audit.ts";
import type { HostEvent } from "../../src/wire/event.ts";
import type { RuleBody, RuleView } from "../../src/wire/rule.ts";
import type { AgentView, GatedView, Me, ProjectView } from "../../src/wire/session.ts";
import { createChats, type FixtureChats, freshChats } from "./fixture-chats.ts";
import { answerPolicy, type FixturePolicy, freshPolicy } from "./fixture-policy.ts";
import { approval, auditLines, claude, NOW, part, project, rules } from "./fixtures.ts";

/** What the stand-in host holds. It answers in the shapes of the real one and decides nothing by itself. */
export interface Fixture {
  approvals: ApprovalView[];
  rules: RuleView[];
  /** Waiting calls that a new rule settles. */
  settles: readonly string[];
  audit: readonly AuditLine[];
  projects: ProjectView[];
  agents: AgentView[];
  gated: GatedView[];
  policy: FixturePolicy;
  chats: FixtureChats;
  stopped: boolean;
  /** Nothing can be remembered. */
  full: boolean;
  signedIn: boolean;
  /** Answers 503 to everything while set. */
  down: boolean;
  /** Paths that are answered 503. */
  fails: readonly string[];
  /** Paths that are never answered. */
  hangs: readonly string[];
}

export interface FixtureServer {
  readonly url: string;
  readonly state: Fixture;
  /** Bodies of all mutations, in order. */
  readonly sent: { readonly path: string; readonly body: unknown }[];
  /** Event streams that are open. */
  readonly streams: number;
  readonly chats: Pick<ReturnType<typeof createChats>, "tell" | "add" | "change">;
  add(view: ApprovalView): void;
  change(id: string, change: Partial<ApprovalView>): void;
  /** Tells pages that something changed. */
  tell(type: HostEvent["type"]): void;
  /** Breaks all event streams, as a host does that goes away. */
  drop(): void;
  reset(state?: Partial<Fixture>): void;
  close(): Promise<void>;
}

const WEB = join(import.meta.dirname, "../../dist/web");
const MIME: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export async function startFixtureServer(): Promise<FixtureServer> {
  let state = fresh();
  let events: HostEvent[] = [];
  const streams = new Set<ServerResponse>();
  const chats = createChats(() => state.chats);
  const sent: { path: string; body: unknown }[] = [];

  const emit = (type: HostEvent["type"], id?: string): void => {
    const event: HostEvent = { seq: events.length + 1, at: NOW, type, ...(id === undefined ? {} : { id }) };
    events.push(event);
    for (const stream of streams) stream.write(frame(event));
  };
  const change = (id: string, more: Partial<ApprovalView>): void => {
    state.approvals = state.approvals.map((view) => (view.id === id ? { ...view, ...more } : view));
    emit("approval.changed", id);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://fixture");
    if (!pathname.startsWith("/api/")) return serveFile(pathname, response);
    if (state.hangs.includes(pathname)) return undefined;
    if (state.down || state.fails.includes(pathname))
      return reply(response, 503, { code: "EUNAVAILABLE", message: "the host is going away" });
    if (pathname === "/api/login") return login(request, response);
    if (!state.signedIn) return reply(response, 401, { code: "EUNAUTHENTICATED", message: "there is no session" });
    if (pathname === "/api/events") return stream(request, response, searchParams);
    const body = request.method === "GET" ? undefined : await readBody(request);
    if (request.method !== "GET") {
      if (request.headers["x-csrf-token"] !== "csrf")
        return reply(response, 403, { code: "ECSRF", message: "the token is missing" });
      // Asked as one types, and nothing changes by it.
      if (!pathname.endsWith("/lint")) sent.push({ path: `${request.method} ${pathname}`, body });
    }
    const found = route(`${request.method} ${pathname}`, searchParams, body);
    return reply(response, found.status, found.body);
  };

  const route = (what: string, search: URLSearchParams, body: unknown): { status: number; body: unknown } => {
    const ofChats =
      state.chats.views.length > 0 || !what.endsWith(" /api/chats") ? chats.answer(what, search, body) : null;
    if (ofChats !== null) return ofChats;
    const set = answerPolicy(state.policy, what, { search, body });
    if (set?.changed) emit("policy.changed");
    if (set !== null) return set;
    const approvalId = /^(?:GET|POST) \/api\/approvals\/([^/]+)/.exec(what)?.[1];
    if (what === "GET /api/me") return ok(me());
    if (what === "GET /api/tools/authorization/pending")
      return ok({
        approvals: state.approvals
          .filter((view) => view.state === "pending" && view.chat.id === (search.get("chat") ?? view.chat.id))
          .slice(0, Number(search.get("first") ?? Infinity)),
      });
    if (what === "GET /api/approvals")
      return ok({ approvals: state.approvals.filter((view) => view.state !== "pending").toReversed() });
    if (what === "POST /api/tools/authorization/decide") return decide(body as DecideBody);
    if (what === "POST /api/tools/authorization/allow-shown") {
      const calls = (body as { calls: readonly { id: string; digest: string }[] }).calls;
      const results = calls.map(({ id, digest }) => {
        const taken = decide({ id, digest, decision: "allow" });
        return { id, ok: taken.status === 200, ...(taken.body as object) };
      });
      return ok({ results });
    }
    if (approvalId !== undefined) {
      const view = state.approvals.find((each) => each.id === approvalId);
      if (view === undefined) return { status: 404, body: { code: "ENOTFOUND", message: "there is no such approval" } };
      return what.endsWith("/preview")
        ? preview(view, (body as { args: unknown }).args)
        : ok({
            approval:
              search.get("unmask") === "1"
                ? { ...view, args: { command: "curl -H 'Authorization: Bearer hunter2' localhost" }, masked: [] }
                : view,
          });
    }
    if (what === "GET /api/settings/command-rules") return ok({ rules: state.rules });
    if (what === "POST /api/settings/command-rules") return addRule(body as RuleBody);
    if (what === "PUT /api/settings/command-rules") return changeRule(body as RuleBody & { readonly id: string });
    if (what === "POST /api/settings/command-rules/lint") return ok({ finding: lint(body as RuleBody) });
    if (what.startsWith("DELETE /api/settings/command-rules")) {
      const removed = state.rules.find((rule) => rule.id === (body as { id?: string }).id);
      state.rules = state.rules.filter((rule) => rule.id !== (body as { id?: string }).id && !what.endsWith(rule.id));
      emit("rules.changed");
      return ok({ rule: removed, resettled: [] });
    }
    if (what === "POST /api/check") return check(body as { args: { command?: string } });
    if (what === "GET /api/audit") return audit(search);
    if (what === "GET /api/audit/verify") return ok({ ok: true, lines: state.audit.length, anchored: true });
    if (what === "GET /api/sessions")
      return ok({
        sessions: [
          {
            id: "ses_1",
            kind: "browser",
            name: "Chromium on Linux",
            createdAt: NOW - 3_600_000,
            lastSeen: NOW,
            current: true,
          },
          {
            id: "ses_2",
            kind: "browser",
            name: "Firefox on Linux",
            createdAt: NOW - 7_200_000,
            lastSeen: NOW - 3_000_000,
            current: false,
          },
        ],
      });
    if (what === "POST /api/login/links") return ok({ link: "http://127.0.0.1:4747/login#token" });
    if (what === "POST /api/level") {
      state.stopped = (body as { stopped: boolean }).stopped;
      if (state.stopped)
        state.approvals = state.approvals.map((view) => (view.state === "pending" ? { ...view, state: "void" } : view));
      emit("level.changed");
      return ok({ stopped: state.stopped });
    }
    const opened = /^POST \/api\/projects\/([^/]+)\/open$/.exec(what)?.[1];
    if (opened !== undefined) {
      state.projects = state.projects.map((each) => (each.id === opened ? { ...each, opened: "edit" } : each));
      emit("policy.changed");
      return ok({ ok: true });
    }
    if (what === "POST /api/try") {
      state.approvals.push(
        approval("apr_try", {
          chat: { id: "chat_try", title: "Try it", agent: "Sample agent" },
          summary: "Runs npm test in the sample project",
        }),
      );
      emit("approval.created", "apr_try");
      return { status: 201, body: { chat: "chat_try" } };
    }
    return ok({ ok: true });
  };

  const decide = (body: DecideBody): { status: number; body: unknown } => {
    const view = state.approvals.find((each) => each.id === body.id);
    if (view === undefined) return { status: 404, body: { code: "ENOTFOUND", message: "there is no such approval" } };
    if (view.state !== "pending")
      return { status: 409, body: { code: "already-decided", message: "this call has been decided", approval: view } };
    const remembered =
      body.remember === undefined ? null : (view.offers[body.remember.offer]?.rules[0]?.pattern ?? null);
    const settled: ApprovalView = {
      ...view,
      state: body.decision === "allow" ? "executed" : "denied",
      answer: { decision: body.decision, by: "Ana", at: NOW, remembered, note: body.note ?? null },
      outcome: body.decision === "allow" ? { ok: true, text: "ok", at: NOW } : null,
    };
    state.approvals = state.approvals.map((each) => (each.id === body.id ? settled : each));
    emit("approval.changed", body.id);
    const brief = body.remember?.scope === "run" || body.remember?.scope === "session";
    const saved = state.full ? "not-saved" : brief ? "session-only" : "saved";
    return ok({ approval: settled, resettled: [], saved: remembered === null ? "none" : saved });
  };

  const preview = (view: ApprovalView, args: unknown): { status: number; body: unknown } => {
    const command = (args as { command?: string }).command ?? "";
    if (command.startsWith("mkfs")) return { status: 403, body: { code: "EPOLICY", message: "a rule denies `mkfs`" } };
    const harmless = command.startsWith("git status");
    return ok({
      approval: {
        ...view,
        args,
        edited: true,
        digest: "edited".padEnd(64, "1"),
        summary: `Runs ${command}`,
        reason: harmless ? "It only reads." : view.reason,
        findings: [],
        parts: [part(command, harmless ? { effect: "allow", reason: "only reads" } : {})],
      },
    });
  };

  const lint = ({ decision, pattern }: RuleBody): { kind: string; message: string } | null =>
    pattern === "rm *"
      ? { kind: "no-effect", message: `\`${decision} rm *\` lets nothing through, as \`rm x\` shows: this deletes` }
      : null;

  const changeRule = ({ id, ...body }: RuleBody & { readonly id: string }): { status: number; body: unknown } => {
    const before = state.rules.find((rule) => rule.id === id);
    if (before === undefined) return { status: 404, body: { code: "ENOTFOUND", message: "there is no such rule" } };
    const rule: RuleView = { ...before, pattern: body.pattern, decision: body.decision, fault: null };
    state.rules = state.rules.map((each) => (each.id === id ? rule : each));
    emit("rules.changed");
    return ok({ rule, resettled: [] });
  };

  const addRule = (body: RuleBody): { status: number; body: unknown } => {
    if (body.pattern.includes("("))
      return { status: 400, body: { code: "bad-rule", message: "a pattern has no `(`", path: "$.pattern" } };
    const rule: RuleView = {
      id: `rule_${state.rules.length + 10}`,
      tool: body.tool,
      pattern: body.pattern,
      decision: body.decision,
      scope: body.scope,
      target: null,
      expiresAt: body.expiresAt ?? null,
      note: null,
      createdBy: "Ana",
      createdAt: NOW,
      readOnly: false,
      fault: null,
    };
    state.rules = [...state.rules, rule];
    emit("rules.changed");
    return ok({ rule, resettled: state.settles });
  };

  const audit = (search: URLSearchParams): { status: number; body: unknown } => {
    const before = Number(search.get("before") ?? Number.POSITIVE_INFINITY);
    const text = search.get("text") ?? "";
    const found = state.audit.filter(
      (line) =>
        line.seq < before &&
        (search.get("approval") ?? line.approval) === line.approval &&
        JSON.stringify(line).includes(text),
    );
    const lines = found.slice(0, 100);
    return ok({ lines, next: found.length > 100 ? (lines.at(-1)?.seq ?? null) : null });
  };

  const me = (): Me => ({
    person: { id: "ana", name: "Ana", role: "owner", all: true },
    csrf: "csrf",
    version: "0.1.0",
    command: "~/src/assent/bin/assent.js",
    dataDir: "/home/ana/.local/share/assent",
    level: state.stopped ? "L3" : "L0",
    stopped: state.stopped,
    pending: state.approvals.filter((view) => view.state === "pending").length,
    seq: events.length,
    projects: state.projects,
    unreviewed: state.policy.files.some((file) => file.state === "proposed") ? [project.id] : [],
    agents: state.agents,
    gated: state.gated,
  });

  const login = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await readBody(request)) as { token?: string };
    if (body.token !== "good-token")
      return reply(response, 401, {
        code: "EUNAUTHENTICATED",
        message: "this login link was used, is too old or was never made",
      });
    state.signedIn = true;
    return reply(response, 200, { csrf: "csrf" });
  };

  const stream = (request: IncomingMessage, response: ServerResponse, search: URLSearchParams): void => {
    response.writeHead(200, { ...SECURITY_HEADERS, "content-type": "text/event-stream", "cache-control": "no-store" });
    const from = Number(search.get("after") ?? events.length);
    response.write(": here\n\n");
    for (const event of events.slice(from)) response.write(frame(event));
    streams.add(response);
    request.on("close", () => streams.delete(response));
    chats.stream(search.get("chats") ?? "", response);
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get state() {
      return state;
    },
    sent,
    get streams() {
      return streams.size;
    },
    chats,
    add: (view) => {
      state.approvals.push(view);
      emit("approval.created", view.id);
    },
    change,
    tell: (type) => emit(type),
    drop: () => {
      for (const open of streams) open.destroy();
      chats.drop();
    },
    reset: (more = {}) => {
      for (const open of streams) open.destroy();
      chats.drop();
      chats.forget();
      state = { ...fresh(), ...more };
      events = [];
      sent.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        for (const open of streams) open.destroy();
        chats.drop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function fresh(): Fixture {
  return {
    approvals: [],
    rules: [...rules],
    settles: [],
    audit: auditLines(240),
    projects: [project],
    agents: [claude],
    gated: [],
    policy: freshPolicy(),
    chats: freshChats(),
    stopped: false,
    full: false,
    signedIn: true,
    down: false,
    fails: [],
    hangs: [],
  };
}

function check(body: { args: { command?: string } }): { status: number; body: unknown } {
  const command = body.args.command ?? "";
  const effect = /^(git status|ls|cat)\b/.test(command) ? "allow" : command.startsWith("mkfs") ? "deny" : "ask";
  const reason = { allow: "it only reads", ask: "no rule speaks of it", deny: "rule `mkfs *` denies it" }[effect];
  return ok({
    id: null,
    effect,
    code: `level-${effect}`,
    reason,
    class: "execute",
    hidden: false,
    findings: [],
    offers: [],
    decidedBy: { kind: "level", id: "L0" },
    explanation: `6 parts   ${command}: ${reason}`,
    parts: command.split(" && ").map((text) => ({
      text,
      program: text.split(" ")[0],
      file: `/usr/bin/${text.split(" ")[0]}`,
      class: "execute",
      effect,
      code: `level-${effect}`,
      reason,
      decidedBy: { kind: "level", id: "L0" },
      findings: [],
      paths: [],
    })),
  });
}

function ok(body: unknown): { status: number; body: unknown } {
  return { status: 200, body };
}

function frame(event: HostEvent): string {
  return `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { ...SECURITY_HEADERS, "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

async function serveFile(pathname: string, response: ServerResponse): Promise<void> {
  const asset = extname(pathname) !== "";
  const file = join(WEB, normalize(asset ? pathname : "/index.html"));
  const bytes = await readFile(file).catch(() => null); // answered as 404
  if (bytes === null) return reply(response, 404, { code: "ENOTFOUND", message: "there is no such file" });
  response.writeHead(200, { ...SECURITY_HEADERS, "content-type": MIME[extname(file)] ?? "application/octet-stream" });
  response.end(bytes);
}
