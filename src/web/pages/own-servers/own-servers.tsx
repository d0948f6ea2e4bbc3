import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { AnswerOf } from "../../../wire/client.ts";
import { mcpServersQuery } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { ErrorLine } from "../../parts/error-line.tsx";
import { Section } from "../../parts/page.tsx";
import { Loading } from "../../parts/states.tsx";
import { OwnServerForm } from "./own-server-form.tsx";
import { OwnServer } from "./own-server.tsx";
import type { Edited } from "./draft.ts";
import { ProjectServers } from "./project-servers.tsx";

interface OwnServersProps {
  readonly me: Pick<AnswerOf<"GET /api/me">, "command" | "projects">;
  readonly mayChange: boolean;
}

/** MCP servers whose tools Assent's own chats have: what starts, whether it runs, and what its tools say of themselves. */
export function OwnServers({ me, mayChange }: OwnServersProps) {
  const { data, error } = useQuery(mcpServersQuery);
  const [editing, setEditing] = useState<Edited | null>(null);
  return (
    <Section
      id="own-mcp"
      title="MCP servers for chats"
      says="Started when a chat here needs them. Each of their calls is decided like any other; a program that starts can do what you can."
    >
      <ErrorLine error={data === undefined ? error : null} />
      {data === undefined && error === null && <Loading label="the MCP servers" rows={2} />}
      <ul className="flex flex-col gap-3">
        {data?.own.map((server) => (
          <OwnServer
            key={server.slug}
            server={server}
            projects={me.projects}
            mayChange={mayChange}
            onEdit={() => setEditing({ server })}
          />
        ))}
      </ul>
      {data?.own.length === 0 && <p className="text-sm text-ink-2">None yet.</p>}
      {mayChange && data !== undefined && (
        <Button className="mt-3" icon={<Plus size={14} aria-hidden />} onClick={() => setEditing({})}>
          Add an MCP server
        </Button>
      )}
      {mayChange && <ProjectServers projects={me.projects} onReview={(proposed) => setEditing({ proposed })} />}
      {editing !== null && <OwnServerForm of={editing} me={me} onClose={() => setEditing(null)} />}
    </Section>
  );
}
