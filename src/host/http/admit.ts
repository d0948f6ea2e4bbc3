import { refuse, type HttpRefusal } from "./refusal.ts";

/** What is known of a request before its body is read. `rawHeaders` as Node gives them: name, value, name, value. */
export interface RequestHead {
  readonly method: string;
  readonly target: string;
  readonly rawHeaders: readonly string[];
}

/** What this listener answers to. */
export interface Served {
  /** Each `host:port` in lower case, for example `127.0.0.1:4747`. */
  readonly authorities: readonly string[];
  readonly scheme: "http" | "https";
  /** Name of the session cookie, which may stand only once in a request. */
  readonly cookie: string;
}

const READS = new Set(["GET", "HEAD"]);
const WRITES = new Set(["POST", "PUT", "DELETE"]);
/** Headers that one request may carry once: two of them would let two readers of it disagree. */
const SINGLE = ["host", "origin", "authorization", "content-type", "content-length", "sec-fetch-site", "x-csrf-token"];

/**
 * The gate in front of every request: API, static files, health and upgrades. It keeps web pages out and says nothing
 * about who calls; that is `requireAuth`. Null where the request may go on. Source: host.md, "Who may call it".
 */
export function admit(head: RequestHead, served: Served): HttpRefusal | null {
  const headers = groupHeaders(head.rawHeaders);
  return (
    checkMethod(head.method) ??
    checkTarget(head.target) ??
    checkSingles(headers) ??
    checkHost(headers, served) ??
    checkOrigin(headers, served) ??
    checkFetchSite(head, headers) ??
    checkProtocol(headers) ??
    checkCookies(headers, served) ??
    checkBodyKind(head.method, headers)
  );
}

type Headers = ReadonlyMap<string, readonly string[]>;

function checkMethod(method: string): HttpRefusal | null {
  // OPTIONS too: no CORS preflight is ever answered.
  return READS.has(method) || WRITES.has(method) ? null : refuse("EMETHOD", `method \`${method}\` is not served`);
}

/** One spelling of a path only, so that no later reader resolves it to another route or file. */
function checkTarget(target: string): HttpRefusal | null {
  const path = target.split("?", 1)[0] ?? "";
  const bad = refuse("EREQUEST", "the request target is not a plain path");
  if (!/^\/(?!\/)[\w\-.~!$&'()*+,;=:@/%]*$/.test(path)) return bad;
  if (/%(?:[01][0-9a-f]|2e|2f|5c|7f)/i.test(path)) return bad;
  if (path.split("/").some((part) => part === "." || part === "..")) return bad;
  return isDecodable(path) ? null : bad;
}

function checkSingles(headers: Headers): HttpRefusal | null {
  const doubled = SINGLE.find((name) => (headers.get(name)?.length ?? 0) > 1);
  return doubled === undefined ? null : refuse("EREQUEST", `header \`${doubled}\` may be sent once only`);
}

/** An exact name and port. A looser rule (any address, any `*.localhost`) is what rebinding pages get through. */
function checkHost(headers: Headers, served: Served): HttpRefusal | null {
  const host = headers.get("host")?.[0];
  if (host === undefined) return refuse("EREQUEST", "a Host header is needed");
  return served.authorities.includes(host.toLowerCase())
    ? null
    : refuse("EHOST", "this host name and port are not served");
}

/** Forwarding headers are never looked at: whoever sends the request writes them. */
function checkOrigin(headers: Headers, served: Served): HttpRefusal | null {
  const origin = headers.get("origin")?.[0];
  if (origin === undefined) return null;
  const own = `${served.scheme}://${headers.get("host")?.[0]?.toLowerCase()}`;
  return origin === own ? null : refuse("EORIGIN", "the request comes from another origin");
}

/**
 * `same-site` is refused with the rest: a page on another port of this machine is same-site. A link from elsewhere
 * may open the page itself in a tab of its own, never in a frame, and never an answer of the API.
 */
function checkFetchSite(head: RequestHead, headers: Headers): HttpRefusal | null {
  const site = headers.get("sec-fetch-site")?.[0];
  if (site === undefined || site === "same-origin") return null;
  const elsewhere = refuse("EORIGIN", "the request was started by another page");
  if (!READS.has(head.method)) return elsewhere;
  const opensPage =
    headers.get("sec-fetch-mode")?.[0] === "navigate" && headers.get("sec-fetch-dest")?.[0] === "document";
  if (opensPage && !isApi(decodeURIComponent(head.target.split("?", 1)[0] ?? ""))) return null;
  return site === "none" ? null : elsewhere;
}

/** A form or a `no-cors` fetch cannot send JSON without a preflight, which is never answered. */
function checkBodyKind(method: string, headers: Headers): HttpRefusal | null {
  if (READS.has(method)) return null;
  const type = headers.get("content-type")?.[0] ?? "";
  if (!/^application\/json(?:\s*;\s*charset="?utf-8"?)?$/i.test(type.trim()))
    return refuse("EMEDIATYPE", "the content type has to be application/json");
  return headers.has("content-encoding") ? refuse("EMEDIATYPE", "compressed bodies are not read") : null;
}

/** Cookies do not separate ports: another local server can set a second one of our name, and must not win by order. */
function checkCookies(headers: Headers, served: Served): HttpRefusal | null {
  return cookieValues(headers.get("cookie") ?? [], served.cookie).length > 1
    ? refuse("EREQUEST", "the session cookie was sent twice")
    : null;
}

function checkProtocol(headers: Headers): HttpRefusal | null {
  if (headers.has("upgrade")) return refuse("EREQUEST", "no protocol upgrade is served");
  return headers.has("expect") ? refuse("EEXPECT", "expectations are not served") : null;
}

/** All values that a cookie name has in the given Cookie headers. */
export function cookieValues(headers: readonly string[], name: string): readonly string[] {
  return headers
    .flatMap((header) => header.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair === name || pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** Whether a path, decoded as the router decodes it, belongs to the API; the rest is the page and its files. */
function isApi(path: string): boolean {
  return /^\/(?:api|mcp)(?:\/|$)/i.test(path);
}

function groupHeaders(raw: readonly string[]): Headers {
  const headers = new Map<string, string[]>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    headers.set(name, [...(headers.get(name) ?? []), raw[at + 1] as string]);
  }
  return headers;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false; // verdict: not a path
  }
}
