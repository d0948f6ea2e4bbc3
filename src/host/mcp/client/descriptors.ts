import type { Call, Descriptor } from "../../../read/call.ts";
import { MCP } from "../gates.ts";
import type { McpRegistry } from "../registry.ts";
import type { OwnServers } from "./own-servers.ts";

/** Where a call is made. */
interface At {
  /** Id; null: in none. */
  readonly project: string | null;
  /** In a chat of the host's own. */
  readonly ownChat: boolean;
}

/**
 * What is known of the tool of a call. INVARIANT: only of the host's own chats and of gates. Another agent has servers of
 * its own, and one that is called like one of these is another. A chat's server that is off or gone is disabled.
 */
export function descriptorsOf(registry: Pick<McpRegistry, "descriptorOf">, servers: Pick<OwnServers, "get" | "isOff">) {
  return ({ tool, agent }: Pick<Call, "tool" | "agent">, { project, ownChat }: At): Descriptor | undefined => {
    if (agent !== undefined && agent !== MCP) return undefined;
    const [, server = "", name = ""] = /^mcp__([^_]+)__(.*)$/s.exec(tool) ?? [];
    const gone = ownChat && server !== "" && servers.get(server) === undefined;
    if (gone || servers.isOff(server, project)) return { server, name, state: "server-disabled" };
    return registry.descriptorOf(tool);
  };
}
