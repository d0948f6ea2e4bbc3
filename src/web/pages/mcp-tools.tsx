import { useQuery } from "@tanstack/react-query";
import type { McpToolView } from "../../wire/mcp.ts";
import { mcpToolsQuery } from "../api/queries.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { McpTool } from "./mcp-tool.tsx";

interface McpToolsProps {
  readonly server: string;
  readonly mayChange: boolean;
}

/** What a server's tools say of themselves: those that are others by now first, since they ask until they are accepted. */
export function McpTools({ server, mayChange }: McpToolsProps) {
  const { data: tools = [] } = useQuery(mcpToolsQuery(server));
  const changed = tools.filter((tool) => tool.changed !== null);
  const same = tools.filter((tool) => tool.changed === null);
  const listed = (some: readonly McpToolView[]) => (
    <ul className="flex flex-col gap-2">
      {some.map((tool) => (
        <McpTool
          key={`${tool.name} ${tool.changed?.hash ?? tool.hash}`}
          server={server}
          tool={tool}
          mayChange={mayChange}
        />
      ))}
    </ul>
  );
  return (
    <>
      {changed.length > 0 && (
        <section aria-label={`Changed tools of ${server}`} className="mt-3">
          <h3 className="mb-1.5 text-xs font-medium text-ask">
            {changed.length === 1
              ? "One tool has changed since it was accepted"
              : `${changed.length} tools have changed since they were accepted`}
          </h3>
          {listed(changed)}
        </section>
      )}
      {same.length > 0 && (
        <Disclosure label={same.length === 1 ? "1 tool" : `${same.length} tools`} className="mt-2">
          <div className="mt-2">{listed(same)}</div>
        </Disclosure>
      )}
    </>
  );
}
