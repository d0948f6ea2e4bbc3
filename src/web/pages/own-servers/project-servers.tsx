import { useQuery } from "@tanstack/react-query";
import type { AnswerOf } from "../../../wire/client.ts";
import type { ProjectServer } from "../../../wire/own-servers.ts";
import { projectServersQuery } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { CallText } from "../../render/call-text.tsx";
import { sayEntry } from "./say-entry.ts";

interface ProjectServersProps {
  readonly projects: AnswerOf<"GET /api/me">["projects"];
  readonly onReview: (server: ProjectServer) => void;
}

/** What projects' own files propose. Nothing of it starts before it is reviewed and confirmed like any other. */
export function ProjectServers({ projects, onReview }: ProjectServersProps) {
  const { data = [] } = useQuery(projectServersQuery);
  if (data.length === 0) return null;
  return (
    <section aria-label="Proposed by projects" className="mt-4 text-sm">
      <h3 className="mb-1.5 text-xs font-medium text-ink-2">Proposed by projects’ .mcp.json</h3>
      <ul className="flex flex-col gap-2">
        {data.map((server) => (
          <li
            key={`${server.project} ${server.name}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-dashed border-edge/70 px-3 py-2"
          >
            <div className="min-w-0 flex-1">
              <p>
                <CallText prose text={server.name} className="font-medium" />
                <span className="ml-2 text-xs text-ink-3">
                  {projects.find(({ id }) => id === server.project)?.name ?? "a project that is gone"}
                </span>
              </p>
              <p className="text-xs text-ink-3">
                <CallText text={server.entry === null ? (server.fault ?? "") : sayEntry(server.entry)} />
              </p>
            </div>
            {server.entry !== null && (
              <Button size="small" onClick={() => onReview(server)}>
                Review
                <span className="sr-only"> {server.name}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
