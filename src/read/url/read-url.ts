import { finding } from "../../core/finding-table.ts";
import type { Finding, PartOffer, Target, ToolFacts } from "../../core/reading.ts";
import type { Call } from "../call.ts";
import { blankPart, firstString, type CallFacts, type ToolProfile } from "../profiles.ts";
import { isPrivateHost } from "./host.ts";
import { readUrlPattern } from "./pattern.ts";
import { formatTarget, readTarget, type TargetUrl } from "./target.ts";

/** The profile of tools that take one URL: ruled by host and path. Source: host.md, `web_fetch`. */
export const urlProfile: ToolProfile = { profile: "url", readPattern: readUrlPattern, readCall: readUrlCall };

function readUrlCall(call: Call, tool: ToolFacts): CallFacts {
  const text = `${tool.id} ${firstString(call.args)}`.trimEnd();
  const blank = { ...blankPart(text), class: tool.class };
  const url = urlArgument(call.args);
  if (url === null)
    return { parts: [blank], findings: [], argFault: { path: "$.url", message: "must be a string, not empty" } };
  const target = readTarget(url, "https");
  if (target.url !== undefined && !isWeb(target.url)) {
    return { parts: [blank], findings: [], argFault: { path: "$.url", message: "must be an http or https address" } };
  }
  // The host's own fetch reaches no such place, so that nobody is asked whether it may.
  if (
    tool.origin === "builtin" &&
    tool.id === "web_fetch" &&
    target.url !== undefined &&
    isPrivateHost(target.url.host)
  )
    return { parts: [blank], findings: [], argFault: { path: "$.url", message: "must be a public address" } };
  const part = {
    ...blank,
    known: true,
    targets: [target],
    findings: targetFindings(target),
    offers: urlOffers(tool.id, target),
  };
  return { parts: [part], findings: [] };
}

function urlArgument(args: unknown): string | null {
  if (typeof args !== "object" || args === null || !("url" in args)) return null;
  return typeof args.url === "string" && args.url !== "" ? args.url : null;
}

function isWeb(url: TargetUrl): boolean {
  return url.scheme === "https" || url.scheme === "http";
}

/** A public address that reads for certain needs only a rule; anything else says why a rule is not enough. */
function targetFindings(target: Target): readonly Finding[] {
  if (target.url === undefined)
    return [finding("unreadable", "the address could be read in more than one way", target.text)];
  if (!isPrivateHost(target.url.host)) return [];
  return [finding("network-target", "the address is on this machine or a private network", target.url.host)];
}

/** Host and path prefix (preselected), the host, the exact URL. Nothing that a pattern would read as a mask. */
function urlOffers(tool: string, { url }: Target): readonly PartOffer[] {
  if (url === undefined || /[*?]/.test(url.path.replace(/\/\?[^/]*$/, ""))) return [];
  const origin = formatTarget({ ...url, path: "" }).replace(/^https:\/\//, "");
  const parts = url.path.split("/").filter((part) => part !== "" && !part.startsWith("?"));
  const folder = url.path.endsWith("/") ? parts : parts.slice(0, -1);
  const below: readonly PartOffer[] =
    folder.length === 0 ? [] : [{ kind: "folder", tool, pattern: `${origin}/${folder.join("/")}/**` }];
  const exact: readonly PartOffer[] = url.path.includes("?")
    ? []
    : [{ kind: "url", tool, pattern: `${origin}${url.path}` }];
  return [...below, { kind: "host", tool, pattern: `${origin}/**` }, ...exact];
}
