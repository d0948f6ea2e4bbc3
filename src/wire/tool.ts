import { z } from "zod";
import type { Class } from "../core/class.ts";
import type { Entry, Layer, Mode } from "../core/policy.ts";

/** Whose layer of modes is looked at or changed. */
const modeScope = z.enum(["app", "project", "chat"]);
export type ModeScope = z.infer<typeof modeScope>;

/** GET /api/tools: families with their tools, then what is known of MCP. Source: host.md, decision.md. */
export interface ToolView {
  readonly kind: "family" | "tool" | "shared" | "server" | "mcp";
  /** Key of its entry: a family, a tool, a server's slug, a composed name; empty for the shared gate of MCP. */
  readonly id: string;
  /** Of a tool its family or server; null where it stands by itself. */
  readonly parent: string | null;
  readonly class: Class | null;
  readonly mode: Mode;
  /** Where the mode was set, `project.native.shell`; null: nowhere, so level and class decide. */
  readonly source: string | null;
  /** No arguments could make it run. */
  readonly hidden: boolean;
  readonly hiddenBy: string | null;
  /** The entry that holds whatever else is set. */
  readonly enforced: { readonly mode: "off" | "ask"; readonly source: string } | null;
  /** What the scope that was asked about says by itself. */
  readonly own: Entry | null;
  /** What would hold without `own`. */
  readonly inherited: { readonly mode: Mode; readonly source: string | null };
  /** Stored rules that allow some of its calls whatever the mode, but for off. */
  readonly rulesAllow: number;
}

export const modesQuery = z.object({ scope: modeScope, id: z.string().optional() });

const entries = z.record(z.string().min(1).max(256), z.record(z.string(), z.unknown()).nullable());

/** PUT /api/tools/authorization: an entry replaces the whole one that was there, null deletes it. */
export const modesPatch = z.strictObject({
  native: entries.optional(),
  mcp: z
    .strictObject({
      shared: z.record(z.string(), z.unknown()).nullable().optional(),
      servers: entries.optional(),
      tools: entries.optional(),
    })
    .optional(),
});

export interface ModesView {
  readonly scope: ModeScope;
  readonly id: string;
  readonly layer: Layer;
}
