import type { Target } from "../../core/reading.ts";
import { readHost } from "./host.ts";

export type TargetUrl = NonNullable<Target["url"]>;

/** Ports that a scheme has by itself; a URL that writes them out is the same URL. */
const PORTS: Readonly<Record<string, string>> = {
  http: "80",
  https: "443",
  ftp: "21",
  ftps: "990",
  ssh: "22",
  git: "9418",
  ws: "80",
  wss: "443",
};

/** Schemes in which `user@` names an account of the service and not a password that travels along. */
const ACCOUNT_SCHEMES = new Set(["ssh", "git", "sftp", "rsync", "svn"]);

/**
 * Reads a network destination: a URL, `host[:port][/path]`, or `user@host:path` as git and scp write it. `scheme` is
 * what the program takes where none is written; `http` by default, as curl does, so that a rule about https is not
 * met by accident. Without `url` in the answer no rule spells the destination. Two spellings of one place read alike;
 * a query is one last part of the path that begins with `?`, so that only a closing `**` reaches it.
 */
export function readTarget(text: string, scheme = "http"): Target {
  const url = readUrl(text, scheme);
  return url === null ? { text } : { text, url };
}

function readUrl(text: string, fallback: string): TargetUrl | null {
  // Programs disagree about blanks, `\` and control characters in a URL, and so about its host.
  if (/[^!-~]|[\\^`{}|<>"]/.test(text)) return null;
  const remote = readRemote(text);
  if (remote !== null) return remote;
  const written = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text);
  const scheme = (written?.[1] ?? fallback).toLowerCase();
  const match = /^([^/?#]+)(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/.exec(text.slice(written?.[0].length ?? 0));
  if (match === null) return null;
  const authority = readAuthority(match[1] ?? "", scheme);
  const path = readPath(match[2] ?? "/", match[3]);
  return authority === null || path === null ? null : { scheme, ...authority, path };
}

/** `git@github.com:owner/repo.git`. A single letter before the colon is a drive of Windows. */
function readRemote(text: string): TargetUrl | null {
  const match = /^(?:[a-z0-9._-]+@)?([a-z0-9][a-z0-9._-]+):(?!\/\/)(?!\d+(?:[/?#]|$))(.+)$/i.exec(text);
  const host = match?.[1] === undefined ? null : readHost(match[1]);
  const path = match?.[2] === undefined ? null : readPath(`/${match[2]}`, undefined);
  return host === null || path === null ? null : { scheme: "ssh", host, port: "", path };
}

function readAuthority(text: string, scheme: string): { readonly host: string; readonly port: string } | null {
  const at = text.lastIndexOf("@");
  // `https://docs.python.org@evil.example` goes to evil.example and looks like the other.
  if (at >= 0 && (!ACCOUNT_SCHEMES.has(scheme) || !/^[\w.-]+$/.test(text.slice(0, at)))) return null;
  const match = /^(\[[^\]]*\]|[^:[\]]+)(?::(\d*))?$/.exec(text.slice(at + 1));
  const host = match?.[1] === undefined ? null : readHost(match[1]);
  const port = match?.[2] ?? "";
  if (host === null || Number(port) > 65_535) return null;
  const plain = port === "" ? "" : String(Number(port));
  return { host, port: plain === PORTS[scheme] ? "" : plain };
}

/** Dots resolved as a server sees them, needless escapes undone; null for an escape that is broken or hides a `/`. */
function readPath(text: string, query: string | undefined): string | null {
  // curl reads `[1-9]` in a path as several addresses.
  if (/%(?![0-9a-f]{2})/i.test(text) || /%(?:2f|5c|00)|[[\]]/i.test(text)) return null;
  const parts: string[] = [];
  const written = text.slice(1).split("/").map(plainPart);
  for (const [at, part] of written.entries()) {
    if (part === "..") parts.pop();
    if (part !== "." && part !== "..") parts.push(part);
    else if (at === written.length - 1) parts.push("");
  }
  return `/${[...parts, ...(query === undefined ? [] : [`?${query.replaceAll("/", "%2F")}`])].join("/")}`;
}

/** Unreserved characters stand for themselves; other escapes in upper case. Source: RFC 3986, 6.2.2. */
function plainPart(part: string): string {
  return part.replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
    const char = String.fromCharCode(parseInt(hex, 16));
    return /[\w.~-]/.test(char) ? char : escape.toUpperCase();
  });
}

/** The one spelling of a destination. */
export function formatTarget({ scheme, host, port, path }: TargetUrl): string {
  return `${scheme}://${host}${port === "" ? "" : `:${port}`}${path}`;
}
