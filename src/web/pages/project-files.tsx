import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Entry } from "../../core/policy.ts";
import type { FileChangeView, FileFault, ProjectFileView } from "../../wire/project-file.ts";
import { filesQuery } from "../api/queries.ts";
import { acceptFile } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { CallText } from "../render/call-text.tsx";

/** What the project's own files say, and what of it nobody has accepted yet. */
export function ProjectFiles({ project, mayChange }: { readonly project: string; readonly mayChange: boolean }) {
  const client = useQueryClient();
  const { data: files, error } = useQuery(filesQuery(project));
  const accept = useMutation({
    mutationFn: (file: ProjectFileView) => acceptFile(project, { name: file.name, hash: file.hash }),
    onSettled: () => client.invalidateQueries(),
  });
  const fault = error ?? accept.error;
  const there = (files ?? []).filter(({ state }) => state !== "absent");
  return (
    <>
      <ul className="flex flex-col gap-3">
        {there.map((file) => (
          <li key={file.name} className="rounded-lg border border-line bg-surface px-4 py-3 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-3">
              <CallText text={file.name} className="font-medium" />
              <span className={file.state === "accepted" ? "text-ink-2" : "text-ask"}>{SAID[file.state]}</span>
            </p>
            {file.fault !== null && <FaultLine fault={file.fault} />}
            {file.faults.map((each) => (
              <FaultLine key={`${each.line}:${each.column}`} fault={each} />
            ))}
            {file.warnings.map((each) => (
              <FaultLine key={`${each.line}:${each.column}`} fault={each} look="text-ask" />
            ))}
            {file.changes.length > 0 && <Changes changes={file.changes} />}
            {file.state === "proposed" && mayChange && (
              <Button className="mt-3" disabled={accept.isPending} onClick={() => accept.mutate(file)}>
                Accept what {file.name} says
              </Button>
            )}
          </li>
        ))}
      </ul>
      {files !== undefined && there.length === 0 && (
        <p className="text-sm text-ink-2">None is there. What you set for this project is written into them.</p>
      )}
      {fault !== null && (
        <p role="alert" className="mt-2 text-sm text-deny">
          {sentenceOf(fault)}
        </p>
      )}
    </>
  );
}

const SAID: Readonly<Record<ProjectFileView["state"], string>> = {
  absent: "not there",
  accepted: "as it was accepted",
  proposed: "says what nobody has accepted",
  broken: "cannot be read: its last good version counts",
};

interface FaultLineProps {
  readonly fault: FileFault;
  readonly look?: string;
}

function FaultLine({ fault: { line, column, path, message }, look = "text-deny" }: FaultLineProps) {
  return (
    <p className={`mt-1 ${look}`}>
      Line {line}, column {column}:{" "}
      {path !== undefined && (
        <>
          <CallText text={path} />{" "}
        </>
      )}
      <CallText prose text={message} />
    </p>
  );
}

function Changes({ changes }: { readonly changes: readonly FileChangeView[] }) {
  return (
    <table className="mt-2 w-full table-fixed text-left">
      <thead className="text-xs text-ink-3">
        <tr>
          {["For", "Accepted", "Proposed", "Until then"].map((head) => (
            <th key={head} scope="col" className="py-1 pr-3 font-medium">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {changes.map(({ path, accepted, proposed, now }) => (
          <tr key={path} className="align-top wrap-anywhere">
            <th scope="row" className="py-1 pr-3 font-normal">
              <CallText text={path} />
            </th>
            <td className="py-1 pr-3 text-ink-2">{sayEntry(accepted)}</td>
            <td className="py-1 pr-3">{sayEntry(proposed)}</td>
            <td className="py-1 text-ink-2">{now ?? "by level"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Patterns come from the file: they are text like any other. */
function sayEntry(entry: Entry | null): React.ReactNode {
  if (entry === null) return "not set";
  const { mode = "no mode", allowlist = [], enforced, callsPerRun, defaultTimeoutMs, maxTimeoutMs } = entry;
  const more = [
    ...(enforced === true ? ["enforced"] : []),
    ...(callsPerRun === undefined ? [] : [`${callsPerRun} calls a run`]),
    ...(defaultTimeoutMs === undefined ? [] : [`${defaultTimeoutMs} ms`]),
    ...(maxTimeoutMs === undefined ? [] : [`at most ${maxTimeoutMs} ms`]),
  ];
  return (
    <>
      {[mode, ...more].join(", ")}
      {allowlist.map((pattern) => (
        <span key={pattern} className="block">
          <CallText text={pattern} />
        </span>
      ))}
    </>
  );
}
