/** The host's routes as this UI uses them; nothing else in the UI knows a path. Source: host.md, "HTTP API". */
import type { ApprovalMode, Entry, Level } from "../../core/policy.ts";
import type { ApprovalView, DecideBody } from "../../wire/approval.ts";
import type { AuditLine } from "../../wire/audit.ts";
import type { CheckAnswer } from "../../wire/check.ts";
import type { RuleBody, RuleView } from "../../wire/rule.ts";
import type { Me } from "../../wire/session.ts";
import type { DefaultsView } from "../../wire/defaults.ts";
import type { AcceptFileBody, ProjectFileView } from "../../wire/project-file.ts";
import type { SecurityBody, SecurityDocument } from "../../wire/security.ts";
import type { ModeScope, ToolView } from "../../wire/tool.ts";
import { getJson, sendJson } from "./client.ts";

export interface Decided {
  readonly approval: ApprovalView;
  /** Other approvals that a saved rule answered. */
  readonly resettled: readonly string[];
  readonly saved: "saved" | "session-only" | "none";
}

export interface AuditQuery {
  readonly text?: string;
  readonly type?: string;
  readonly approval?: string;
  /** Only lines before this number; for the next page. */
  readonly before?: number;
}

export interface AuditPage {
  readonly lines: readonly AuditLine[];
  /** Where the next page begins; null on the last one. */
  readonly next: number | null;
}

export type Verified =
  | { readonly ok: true; readonly lines: number; readonly anchored: boolean }
  | { readonly ok: false; readonly seq: number; readonly message: string };

export interface CheckBody {
  readonly tool: string;
  readonly args: unknown;
  /** Id of the project whose policy and folder count. */
  readonly project?: string;
}

/** A browser or device that this person is signed in with. */
export interface SessionView {
  readonly id: string;
  readonly name: string;
  readonly lastSeen: number;
  readonly current: boolean;
}

/** A chat, or a session of an agent. */
export interface ChatView {
  readonly id: string;
  readonly project: string | null;
  readonly title: string;
  readonly agent: string | null;
  /** Null: as the default says. */
  readonly level: Level | null;
  readonly approvalMode: ApprovalMode | null;
  readonly lastSeen: number;
  readonly endedAt: number | null;
}

type Entries = Readonly<Record<string, Entry | null>>;

/** An entry replaces the whole one that was there, null deletes it. */
export interface LayerPatch {
  readonly native?: Entries;
  readonly mcp?: { readonly shared?: Entry | null; readonly servers?: Entries; readonly tools?: Entries };
}

/** Whose modes are shown and set; of the app the id is empty. */
export interface ModePlace {
  readonly scope: ModeScope;
  readonly id: string;
}

export interface Autonomy {
  readonly level?: Level | null;
  readonly approvalMode?: ApprovalMode | null;
}

export const getMe = () => getJson<Me>("/api/me");
export const login = (token: string) => sendJson<{ readonly csrf: string }>("POST", "/api/login", { token });

export const listPending = () =>
  getJson<{ readonly approvals: readonly ApprovalView[] }>("/api/tools/authorization/pending").then(
    (body) => body.approvals,
  );
export const listRecent = () =>
  getJson<{ readonly approvals: readonly ApprovalView[] }>("/api/approvals?recent=20").then((body) => body.approvals);
export const getApproval = (id: string, options: { readonly unmask: boolean }) =>
  getJson<{ readonly approval: ApprovalView }>(
    `/api/approvals/${encodeURIComponent(id)}${options.unmask ? "?unmask=1" : ""}`,
  ).then((body) => body.approval);
export const previewApproval = (id: string, args: unknown) =>
  sendJson<{ readonly approval: ApprovalView }>("POST", `/api/approvals/${encodeURIComponent(id)}/preview`, {
    args,
  }).then((body) => body.approval);
export const decide = (body: DecideBody) => sendJson<Decided>("POST", "/api/tools/authorization/decide", body);

export const listRules = () =>
  getJson<{ readonly rules: readonly RuleView[] }>("/api/settings/command-rules").then((body) => body.rules);
/** `resettled`: waiting calls that the change answered or made void. */
export interface RuleChanged {
  readonly rule: RuleView;
  readonly resettled: readonly string[];
}
export const addRule = (body: RuleBody) => sendJson<RuleChanged>("POST", "/api/settings/command-rules", body);
export const removeRule = (id: string) => sendJson<RuleChanged>("DELETE", "/api/settings/command-rules", { id });

export const check = (body: CheckBody) =>
  sendJson<CheckAnswer & { readonly explanation?: string }>("POST", "/api/check", body);

export const listAudit = (query: AuditQuery) => getJson<AuditPage>(`/api/audit?${searchOf(query)}`);
export const verifyAudit = () => getJson<Verified>("/api/audit/verify");

export const listSessions = () =>
  getJson<{ readonly sessions: readonly SessionView[] }>("/api/sessions").then((body) => body.sessions);
export const endSession = (id: string) => sendJson<unknown>("DELETE", `/api/sessions/${encodeURIComponent(id)}`);
export const makeLoginLink = () =>
  sendJson<{ readonly link: string }>("POST", "/api/login/links").then((body) => body.link);
export const logout = () => sendJson<unknown>("POST", "/api/logout");

export const setStopped = (stopped: boolean) => sendJson<unknown>("POST", "/api/level", { stopped });
export const openProject = (id: string, answer: "read" | "edit" | "ask") =>
  sendJson<unknown>("POST", `/api/projects/${encodeURIComponent(id)}/open`, { answer });
export const listTools = ({ scope, id }: ModePlace) =>
  getJson<{ readonly tools: readonly ToolView[] }>(
    `/api/tools${scope === "app" ? "" : `?${scope}=${encodeURIComponent(id)}`}`,
  ).then((body) => body.tools);
export const setModes = ({ scope, id }: ModePlace, patch: LayerPatch) =>
  sendJson<unknown>(
    "PUT",
    `/api/tools/authorization?scope=${scope}${scope === "app" ? "" : `&id=${encodeURIComponent(id)}`}`,
    patch,
  );

export const listChats = () =>
  getJson<{ readonly chats: readonly ChatView[] }>("/api/chats?limit=200").then((body) => body.chats);
export const setChatAutonomy = (chat: string, autonomy: Autonomy) =>
  sendJson<unknown>("PUT", `/api/chats/${encodeURIComponent(chat)}/policy`, autonomy);
export const getDefaults = () => getJson<DefaultsView>("/api/settings/defaults");
export const setDefaults = (change: Autonomy & { readonly preset?: string }) =>
  sendJson<DefaultsView>("PUT", "/api/settings/defaults", change);

export const getSecurity = (project: string) =>
  getJson<SecurityDocument>(`/api/projects/${encodeURIComponent(project)}/security`);
export const putSecurity = (project: string, body: Omit<SecurityBody, "tools"> & Pick<SecurityDocument, "tools">) =>
  sendJson<SecurityDocument>("PUT", `/api/projects/${encodeURIComponent(project)}/security`, body);

export const listFiles = (project: string) =>
  getJson<{ readonly files: readonly ProjectFileView[] }>(`/api/projects/${encodeURIComponent(project)}/files`).then(
    (body) => body.files,
  );
export const acceptFile = (project: string, file: AcceptFileBody) =>
  sendJson<unknown>("POST", `/api/projects/${encodeURIComponent(project)}/files/accept`, file);

export const startTry = () => sendJson<unknown>("POST", "/api/try");

export const EVENTS_PATH = "/api/events";
export const AUDIT_EXPORT_PATH = "/api/audit?format=jsonl";

function searchOf(query: AuditQuery): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query))
    if (value !== undefined && value !== "") search.set(key, String(value));
  return search.toString();
}
