import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProjectView } from "../../wire/session.ts";
import { check } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { Explanation } from "../parts/explanation.tsx";
import { raised, sentenceOf } from "../parts/sentence.ts";
import { VerdictChip } from "../parts/verdict.tsx";
import { FindingLine, PartsList } from "../card/parts-list.tsx";
import { HostText } from "../render/host-text.tsx";
import type { RuleSeed } from "./rule-form.tsx";
import { usePaused } from "./use-paused.ts";

interface TryCommandProps {
  readonly projects: readonly ProjectView[];
  readonly onMakeRule: (seed: RuleSeed) => void;
}

/** What would be decided about a command, by the host's own function and on its machine; nothing runs. */
export function TryCommand({ projects, onMakeRule }: TryCommandProps) {
  const [command, setCommand] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const project = projects.find(({ id }) => id === chosen) ?? projects[0];
  const typed = command.trim();
  const asked = usePaused(typed, 120);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["check", asked, project?.id],
    queryFn: () =>
      check({ tool: "shell", args: { command: asked }, ...(project === undefined ? {} : { project: project.id }) }),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
  });
  // What is shown may still be about the words before: its offer is none for these.
  const offered = isPlaceholderData || asked !== typed ? undefined : data?.offers[0]?.rules[0]?.pattern;
  return (
    <section aria-label="Try a command" className="rounded-lg border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-2 p-3">
        <label className="min-w-0 flex-1 basis-72">
          <span className="sr-only">Try a command</span>
          <input
            value={command}
            spellCheck={false}
            onChange={(event) => setCommand(event.target.value)}
            placeholder="Try a command: git push -f"
            className="mono h-9 w-full rounded border border-edge bg-surface px-3 text-sm placeholder:font-sans placeholder:text-ink-3"
          />
        </label>
        {projects.length > 1 && (
          <label>
            <span className="sr-only">In the project</span>
            <select
              value={project?.id}
              onChange={(event) => setChosen(event.target.value)}
              className="h-9 max-w-40 rounded border border-edge/60 bg-surface px-2 text-sm text-ink-2"
            >
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  in {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {typed !== "" && error !== null && (
          <p className="border-t border-line px-4 py-3 text-sm text-deny">{sentenceOf(error)}</p>
        )}
        {typed !== "" && error === null && data !== undefined && (
          <div className="border-t border-line px-4 py-3 text-sm">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
              <VerdictChip effect={data.effect} />
              <HostText text={raised(data.reason)} className="min-w-0 flex-1 basis-60" />
              {data.effect !== "deny" && (
                <Button
                  size="small"
                  onClick={() => onMakeRule({ tool: "shell", pattern: offered ?? typed, example: typed })}
                >
                  Make a rule of this
                </Button>
              )}
            </div>
            {data.findings
              .filter(({ message }) => !data.parts.some((part) => part.findings.some((own) => own.message === message)))
              .map((finding) => (
                <FindingLine key={`${finding.code} ${finding.subject ?? ""}`} finding={finding} />
              ))}
            <div className="mt-2 border-t border-line pt-1.5">
              <PartsList key={asked} parts={data.parts} says="whole" />
            </div>
            {data.explanation !== undefined && (
              <Disclosure label="How it was decided" className="mt-2">
                <Explanation text={data.explanation} />
              </Disclosure>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
