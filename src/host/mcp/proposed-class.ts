import type { Class } from "../../core/class.ts";

/**
 * A class for a person to accept or not, from what the server says of its tool, else from its name. It decides nothing:
 * a server may say anything. Null where nothing is said. Source: decision.md, "Names".
 */
export function proposedClass(name: string, descriptor: unknown): Class | null {
  const said = annotationsOf(descriptor);
  if (said["destructiveHint"] === true && said["readOnlyHint"] !== true) return "destructive";
  if (said["readOnlyHint"] === true) return said["openWorldHint"] === false ? "read" : "remote-read";
  if (said["readOnlyHint"] === false) return said["openWorldHint"] === true ? "network" : "write";
  return byName(name);
}

const NAMES: readonly (readonly [pattern: RegExp, cls: Class])[] = [
  [/^(?:delete|remove|drop|purge|destroy|wipe)(?![a-z])/i, "destructive"],
  [/^(?:send|post|publish|upload|share|invite|notify)(?![a-z])/i, "network"],
  [/^(?:run|exec|execute|eval|start|deploy)(?![a-z])/i, "execute"],
  [/^(?:create|add|write|edit|update|set|move|rename|insert|merge)(?![a-z])/i, "write"],
  [/^(?:get|list|read|search|find|show|describe|count|query)(?![a-z])/i, "remote-read"],
];

function byName(name: string): Class | null {
  // `listFiles` begins with a word as `list_files` does.
  const words = name.replace(/([a-z])([A-Z])/g, "$1_$2");
  return NAMES.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

function annotationsOf(descriptor: unknown): Readonly<Record<string, unknown>> {
  const { annotations } = (descriptor ?? {}) as { readonly annotations?: unknown };
  return typeof annotations === "object" && annotations !== null ? (annotations as Record<string, unknown>) : {};
}
