import type { Store } from "../../store/store.ts";
import type { Role } from "../../wire/session.ts";
import type { Principal } from "./principal.ts";
import { cookieValues } from "../http/admit.ts";
import { refuse, type HttpRefusal } from "../http/refusal.ts";
import { sightOf } from "./sight.ts";
import { hashToken, sameText } from "./token.ts";

/** Who may call a route. An agent may call only what names it: proposing calls and learning their outcome. */
export type Access =
  /** `all`: only one who sees every project. */
  | { readonly kind: "person"; readonly role: Role; readonly all?: true }
  /** `name`: only the principal of that name. */
  | { readonly kind: "agent"; readonly name?: string }
  | { readonly kind: "either" }
  /** Needs no credential; `reason` says why that is safe. */
  | { readonly kind: "open"; readonly reason: string };

const RANK: Readonly<Record<Role, number>> = { viewer: 0, approver: 1, owner: 2 };

export type Caller = Extract<Principal, { readonly kind: "person" | "agent" }>;
export type Authenticated = { readonly ok: true; readonly caller: Caller } | HttpRefusal;

export interface AuthSource {
  readonly store: Pick<Store, "sessions" | "agentTokens" | "persons" | "chats">;
  readonly cookie: string;
  readonly now: () => number;
}

/** `seen` is written this often at most, ms: a durable write for each request would be felt. */
const SEEN_EVERY = 60_000;
/** A session that was not used for this long has to log in again, ms. */
const IDLE_LIMIT = 30 * 24 * 3_600_000;

/**
 * The boundary: every route but the open ones passes here. Only the token that is presented tells one principal from
 * another; every other header can be forged by a process on this machine. Source: host.md, "Who may call it".
 */
export async function requireAuth(
  request: Request,
  access: Exclude<Access, { kind: "open" }>,
  source: AuthSource,
): Promise<Authenticated> {
  const cookies = cookieValues([request.headers.get("cookie") ?? ""], source.cookie);
  const bearer = request.headers.get("authorization");
  if (bearer !== null && cookies.length > 0) return refuse("EREQUEST", "two credentials in one request");
  const found = bearer === null ? await findPerson(request, cookies, source) : await findAgent(bearer, source);
  if (!found.ok) return found;
  if (!mayCall(found.caller, access)) return refuse("EFORBIDDEN", "this credential may not do that");
  const forAll = access.kind === "person" && access.all === true;
  if (forAll && !(await seesAll(source, found.caller)))
    return refuse("EFORBIDDEN", "only who sees every project may do that");
  return found;
}

async function seesAll({ store }: AuthSource, caller: Caller): Promise<boolean> {
  return caller.kind === "person" && (await sightOf(store, caller.id)).all;
}

function mayCall(caller: Caller, access: Exclude<Access, { kind: "open" }>): boolean {
  if (access.kind === "either") return true;
  if (caller.kind === "agent") return access.kind === "agent" && (access.name ?? caller.name) === caller.name;
  return access.kind === "person" && RANK[caller.role] >= RANK[access.role];
}

async function findPerson(request: Request, cookies: readonly string[], source: AuthSource): Promise<Authenticated> {
  const unknown = refuse("EUNAUTHENTICATED", "log in first");
  const hash = cookies.length === 1 ? hashToken(cookies[0] as string) : null;
  const session = hash === null ? null : await source.store.sessions.byTokenHash(hash);
  const now = source.now();
  if (session === null || !sameText(session.tokenHash, hash as string) || now - session.lastSeen > IDLE_LIMIT)
    return unknown;
  const forged = isRead(request) ? null : findForgery(request, session.csrf);
  if (forged !== null) return forged;
  const person = await source.store.persons.get(session.person);
  if (person === null) return unknown;
  if (now - session.lastSeen > SEEN_EVERY) await source.store.sessions.seen(session.id, now);
  return {
    ok: true,
    caller: { kind: "person", id: person.id, name: person.name, role: person.role, session: session.id },
  };
}

/** What a browser adds to a request of the page itself. The gate in front has checked the values; here they must be there. */
export function findForgery(request: Request, csrf: string | null): HttpRefusal | null {
  if (request.headers.get("origin") === null) return refuse("EORIGIN", "an Origin header is needed");
  if (request.headers.get("sec-fetch-site") !== "same-origin")
    return refuse("EORIGIN", "the request has to come from the page itself");
  if (csrf !== null && !sameText(request.headers.get("x-csrf-token") ?? "", csrf))
    return refuse("ECSRF", "the CSRF token does not fit this session");
  return null;
}

async function findAgent(bearer: string, source: AuthSource): Promise<Authenticated> {
  const hash = hashToken(/^Bearer ([\w-]+)$/.exec(bearer)?.[1] ?? "");
  const token = hash === null ? null : await source.store.agentTokens.byTokenHash(hash);
  if (token === null || !sameText(token.tokenHash, hash as string))
    return refuse("EUNAUTHENTICATED", "this token is not known");
  const now = source.now();
  // verdict: the token is good; that it was used is not known on a full disk, where the gate refuses the call itself
  if (now - (token.lastSeen ?? 0) > SEEN_EVERY) await source.store.agentTokens.seen(token.id, now).catch(() => {});
  return { ok: true, caller: { kind: "agent", name: token.agent, token: token.id } };
}

function isRead(request: Request): boolean {
  return request.method === "GET" || request.method === "HEAD";
}
