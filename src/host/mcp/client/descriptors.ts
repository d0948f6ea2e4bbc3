import type { Call, Descriptor } from "../../../read/call.ts";
import { MCP } from "../gates.ts";
import type { McpRegistry } from "../registry.ts";
import type { OwnServers } from "./own-servers.ts";

/**
 * What is known of the tool of a call. INVARIANT: only of the host's own chats and of gates. Another agent has servers of
 * its own, and one that is called like one of these is another.
 */
export function descriptorsOf(registry: Pick<McpRegistry, "descriptorOf">, servers: OwnServers) {
  return ({ tool, agent }: Pick<Call, "tool" | "agent">, project: string | null): Descriptor | undefined => {
    if (agent !== undefined && agent !== MCP) return undefined;
    const off = servers.list().find(({ slug }) => tool.startsWith(`mcp__${slug}__`) && servers.isOff(slug, project));
    if (off === undefined) return registry.descriptorOf(tool);
    return { server: off.slug, name: tool.slice(`mcp__${off.slug}__`.length), state: "server-disabled" };
  };
}
