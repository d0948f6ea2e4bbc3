import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { loadRegex, matchRegex } from "../../core/allowlist/match.ts";
import type { ToolView } from "../../wire/tool.ts";
import { recentQuery } from "../api/queries.ts";
import { Button } from "../parts/button.tsx";
import { VerdictMark } from "../parts/verdict.tsx";
import { CallText } from "../render/call-text.tsx";

interface AllowlistEditorProps {
  readonly tool: ToolView;
  readonly busy: boolean;
  readonly onSave: (patterns: readonly string[]) => void;
  /** Back to a plain ask, where a list holds now. */
  readonly onAskAll: () => void;
  readonly onClose: () => void;
}

/** What runs although the tool asks: patterns tried, as one types, on the last calls and on a text of one's own. */
export function AllowlistEditor({ tool, busy, onSave, onAskAll, onClose }: AllowlistEditorProps) {
  const [text, setText] = useState((tool.own?.allowlist ?? []).join("\n"));
  const [typed, setTyped] = useState("");
  const { data: recent = [] } = useQuery(recentQuery);
  const patterns = text.split("\n").filter((line) => line.trim() !== "");
  const loaded = patterns.map((pattern) => loadRegex(pattern));
  const bad = loaded.findIndex((each) => !each.ok);
  const fault = loaded[bad];
  const matches = (subject: string): boolean =>
    loaded.some((each) => each.ok && matchRegex(each.regex, subject) === "yes");
  const past = recent.filter((view) => view.tool.id === tool.id).flatMap((view) => view.parts.map((part) => part.text));
  const subjects = [...new Set(typed === "" ? past : [typed])].slice(0, 6);
  return (
    <div className="border-t border-line bg-page px-4 py-3 text-sm">
      <label className="block text-xs font-medium">
        Runs without a question, one pattern a line
        <textarea
          value={text}
          rows={Math.min(8, Math.max(3, patterns.length + 1))}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          placeholder={tool.id === "shell" ? "git (status|diff|log)( .*)?" : `${tool.id} .*`}
          className="code mt-1.5 w-full rounded border border-edge bg-surface px-2.5 py-1.5 text-sm placeholder:text-ink-3"
        />
        <span className="mt-1 block font-normal text-ink-3">
          A regular expression that matches the whole of{" "}
          {tool.id === "shell"
            ? "a command; each command of a line has to match one"
            : "the tool’s name and its first text"}
          . Rules that ask or deny still win.
        </span>
      </label>
      {fault?.ok === false && (
        <p role="alert" className="mt-1 text-deny">
          Line {bad + 1} is not taken: {fault.message}
        </p>
      )}
      <label className="mt-3 block text-xs font-medium">
        Try it on
        <input
          value={typed}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={tool.id === "shell" ? "git push origin main" : `${tool.id} something`}
          className="mono mt-1.5 h-8 w-full rounded border border-edge bg-surface px-2.5 text-sm placeholder:text-ink-3"
        />
      </label>
      <ul aria-label="What the patterns say" className="mt-2">
        {subjects.map((subject) => (
          <li key={subject} className="flex min-h-7 items-center gap-2">
            <VerdictMark effect={matches(subject) ? "allow" : "ask"} />
            <span className="min-w-0 truncate">
              <CallText text={subject} />
            </span>
          </li>
        ))}
        {subjects.length === 0 && <li className="text-ink-3">No call of this tool yet.</li>}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button tone="primary" disabled={busy || bad !== -1 || patterns.length === 0} onClick={() => onSave(patterns)}>
          Save the list
        </Button>
        {tool.mode === "allowlist" && (
          <Button disabled={busy} onClick={onAskAll}>
            Ask about all
          </Button>
        )}
        <Button tone="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
    </div>
  );
}
