import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { projectPathsQuery } from "../../api/chat-queries.ts";
import { usePaused } from "../../pages/use-paused.ts";
import { CallText } from "../../render/call-text.tsx";
import { askedAt, type Asked, matchingCommands } from "./completion.ts";
import { readHistory } from "./shell-history.ts";

export interface Suggestions {
  readonly asked: Asked | null;
  readonly options: readonly string[];
  readonly active: number;
  /** What a key does here; null leaves it to the field. */
  readonly onKey: (key: string) => "moved" | "choose" | null;
}

interface SuggestionOptions {
  readonly text: string;
  readonly caret: number;
  readonly project: string | null;
}

export function useSuggestions({ text, caret, project }: SuggestionOptions): Suggestions {
  /** Which one is marked, and the text at which the list was closed by hand; each for the text that it was set at. */
  const [marked, setMarked] = useState({ text, at: 0 });
  const [closedAt, setClosedAt] = useState<string | null>(null);
  const asked = closedAt === text ? null : askedAt(text, caret);
  const [kind, query] = [asked?.kind, asked?.query ?? ""];
  const paused = usePaused(query, 80);
  const files = useQuery({
    ...projectPathsQuery(project ?? "", paused),
    enabled: kind === "file" && project !== null,
  }).data;
  const options = useMemo(() => {
    if (kind === "word") return ["shell"];
    if (kind === "shell") return matchingCommands(readHistory(project), query);
    // Until the answer to what is typed now is there: of the last one, what still fits.
    const words = query.toLowerCase();
    return kind === "file" ? (files ?? []).filter((path) => fits(path.toLowerCase(), words)) : [];
  }, [kind, query, files, project]);
  const active = marked.text === text ? Math.min(marked.at, options.length - 1) : 0;
  return {
    asked,
    options,
    active,
    onKey: (key) => {
      if (asked === null || options.length === 0) return null;
      const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
      if (step !== 0) setMarked({ text, at: (active + step + options.length) % options.length });
      if (key === "Escape") setClosedAt(text);
      if (step !== 0 || key === "Escape") return "moved";
      // A command of before is taken with Tab alone: Enter runs what stands there.
      return key === "Tab" || (key === "Enter" && asked.kind !== "shell") ? "choose" : null;
    },
  };
}

/** Whether a path has these letters, in their order. */
function fits(path: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const TITLES = { file: "Files of the project", shell: "Commands of before", word: "Run a command yourself" } as const;

export function SuggestionList({
  id,
  suggestions: { asked, options, active },
  onChoose,
}: {
  readonly id: string;
  readonly suggestions: Suggestions;
  readonly onChoose: (option: string) => void;
}) {
  if (asked === null || options.length === 0) return null;
  return (
    <div className="absolute inset-x-0 bottom-full z-10 mb-1 overflow-hidden rounded-lg border border-line bg-surface shadow-float">
      <p className="flex justify-between border-b border-line bg-sunken px-3 py-1 text-xs text-ink-3">
        {TITLES[asked.kind]}
        <span className="max-sm:hidden">Tab takes it, Esc closes</span>
      </p>
      <ul id={id} role="listbox" aria-label="Suggestions" className="max-h-64 overflow-y-auto py-1">
        {options.map((option, i) => (
          <li
            key={option}
            id={`${id}-${i}`}
            role="option"
            aria-selected={i === active}
            onMouseDown={(event) => {
              event.preventDefault(); // the field keeps the focus
              onChoose(option);
            }}
            className="cursor-pointer truncate px-3 py-1.5 text-sm hover:bg-hover aria-selected:bg-accent-soft"
          >
            <CallText text={asked.kind === "word" ? "@shell" : option} className="text-xs" />
          </li>
        ))}
      </ul>
    </div>
  );
}
