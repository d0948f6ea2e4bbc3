import { isReadOnly } from "../../core/class.ts";
import { finding } from "../../core/finding-table.ts";
import type { Target } from "../../core/reading.ts";
import { isLoopbackHost } from "../url/host.ts";
import { readTarget } from "../url/target.ts";
import type { Arg } from "./arg.ts";
import { addFinding, raise } from "./line.ts";
import type { Start } from "./program.ts";

/** Network destinations that a command names. Source: rules.md, "a destination on the network that is not fixed". */

export function addTarget({ draft, at }: Start, arg: Arg, kind: "u" | "h"): void {
  if (at.away) return;
  if (arg.kind !== "literal" && !hasFixedHost(arg)) {
    draft.targets.push({ text: arg.text });
    return addFinding(draft, finding("network-target", `it connects to \`${arg.text}\`, which is not fixed`, arg.text));
  }
  // A remote's name (`origin`) stands for what the repository's own settings say.
  if (kind === "u" && !FETCHERS.has(draft.program ?? "") && /^[\w-]+$/.test(arg.text)) return;
  if (kind === "u" && /^\.{0,2}\//.test(arg.text)) return;
  draft.targets.push(readTarget(arg.text));
}

/** Whatever a pattern names, it begins as written: behind the `/` that ends the host only the path is open. */
function hasFixedHost({ kind, prefix }: Arg): boolean {
  return kind === "glob" && /^(?:https?:\/\/[^/?#]+|[\w.-]+(?::\d+)?)\//.test(prefix);
}

const FETCHERS: ReadonlySet<string> = new Set(["curl", "wget", "http", "https", "xh", "aria2c", "httpie"]);

/**
 * A command that names where it connects to reaches more than what the user configured, whatever it does there; web
 * servers of this machine may be read. Where only the class says so, nothing is named that a rule could spell.
 */
export function guardTargets({ draft, at }: Start): void {
  if (draft.targets.length === 0) return;
  if (isReadOnly(draft.class)) {
    if (onlyLoopback(draft.targets, at.line.world.ownPorts)) return raise(draft, "remote-read");
    raise(draft, "network");
  }
  for (const target of draft.targets) {
    const where = target.url?.host ?? target.text;
    addFinding(draft, finding("network-target", `it connects to \`${where}\``, target.text));
  }
}

/** Whether every destination is a web server of this very machine, by a literal address. */
export function onlyLoopback(targets: readonly Target[], ownPorts: readonly number[]): boolean {
  return (
    targets.length > 0 &&
    targets.every(
      ({ url }) =>
        url !== undefined && /^https?$/.test(url.scheme) && isLoopbackHost(url.host) && !ownPorts.includes(portOf(url)),
    )
  );
}

function portOf({ port, scheme }: { readonly port: string; readonly scheme: string }): number {
  return port === "" ? (scheme === "https" ? 443 : 80) : Number(port);
}
