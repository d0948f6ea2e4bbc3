import type { ChatTools } from "../../wire/chats.ts";
import type { ToolList } from "../policy/tool-list.ts";
import type { ToolShape } from "../../read/builtin/shapes.ts";
import type { ToolDefinitions } from "../tools/definitions.ts";

/** A tool as a model is told of it. */
export interface AdvertisedTool extends ToolShape {
  readonly name: string;
}

export interface Advertised {
  readonly tools: readonly AdvertisedTool[];
  readonly hidden: readonly (AdvertisedTool & { readonly reason: string })[];
}

interface AdvertisedTo {
  readonly chat: string;
  readonly subagent: boolean;
  /** Of what can run here. */
  readonly definitions: ToolDefinitions;
}

/** Not handed on: a subagent's task would be its parent model's to spread without end. */
export const NOT_FOR_SUBAGENTS: ReadonlySet<string> = new Set(["subagent"]);

/**
 * The one list of what a chat's model is told of: for the request to the model, and for `GET /api/chats/:id/tools`.
 * Rejects where policy cannot be read: the run then fails, and no tool is told of.
 */
export async function advertisedTools(
  toolList: ToolList,
  { chat, subagent, definitions }: AdvertisedTo,
): Promise<Advertised> {
  const views = await toolList({ chat, project: null });
  const known = views.flatMap((view) => {
    const definition = view.kind === "tool" || view.kind === "mcp" ? definitions[view.id] : undefined;
    if (definition === undefined || (subagent && NOT_FOR_SUBAGENTS.has(view.id))) return [];
    return [{ name: view.id, ...definition, hidden: view.hidden, reason: view.hiddenBy ?? "turned off" }];
  });
  return {
    tools: known
      .filter(({ hidden }) => !hidden)
      .map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
    hidden: known.filter(({ hidden }) => hidden).map(({ hidden: _hidden, ...tool }) => tool),
  };
}

/** With what hiding saves, in prompt tokens. */
export function toChatTools({ tools, hidden }: Advertised): ChatTools {
  const listed = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    tokens: tokensOf({ name, description, inputSchema }),
  }));
  const kept = hidden.map(({ name, description, inputSchema, reason }) => ({
    name,
    reason,
    tokens: tokensOf({ name, description, inputSchema }),
  }));
  const sum = (of: readonly { readonly tokens: number }[]) => of.reduce((total, { tokens }) => total + tokens, 0);
  return { tools: listed, hidden: kept, tokens: { sent: sum(listed), saved: sum(kept) } };
}

/** An estimate: about four characters of JSON make a token. */
function tokensOf(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}
