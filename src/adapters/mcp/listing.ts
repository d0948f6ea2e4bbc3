import { isShape } from "./message.ts";

/** One walk over all pages of a list. */
export interface Walk {
  readonly cursors: Set<string>;
  readonly tools: Map<string, unknown>;
  /** How many changes the server had told of when it began. */
  readonly at: number;
}

export function newWalk(at: number): Walk {
  return { cursors: new Set(), tools: new Map(), at };
}

/** Pages and tools of one list at most: a server could go on for ever. */
const MAX_PAGES = 256;
const MAX_TOOLS = 10_000;

export type Page =
  | { readonly ok: true; readonly tools: readonly unknown[]; readonly next: string | null }
  | { readonly ok: false; readonly message: string };

/**
 * Adds a page to the walk. Of two tools with one name the first counts: the later one could be called under the
 * description of the other.
 */
export function addPage(walk: Walk, result: unknown): Page {
  if (!isShape(result) || !Array.isArray(result["tools"]))
    return { ok: false, message: "the list of tools cannot be read" };
  const { nextCursor } = result;
  const next = typeof nextCursor === "string" ? nextCursor : null;
  if (next !== null && walk.cursors.has(next))
    return { ok: false, message: "the server repeats a cursor in its list of tools" };
  if (next !== null) walk.cursors.add(next);
  const tools = (result["tools"] as unknown[]).filter((tool) => {
    const name = nameOf(tool);
    if (name === null || walk.tools.has(name)) return false;
    walk.tools.set(name, tool);
    return true;
  });
  const tooMany = walk.cursors.size > MAX_PAGES || walk.tools.size > MAX_TOOLS;
  return tooMany ? { ok: false, message: "the server's list of tools does not end" } : { ok: true, tools, next };
}

export function nameOf(tool: unknown): string | null {
  return isShape(tool) && typeof tool["name"] === "string" ? tool["name"] : null;
}
