import { useState } from "react";
import type { Entry } from "../../core/policy.ts";
import type { ToolView } from "../../wire/tool.ts";
import { Button } from "../parts/button.tsx";
import { LimitFields, limitsOf, typedOf } from "./limit-fields.tsx";
import { sayToolName } from "./tool-words.ts";

interface ToolLimitsProps {
  readonly tool: ToolView;
  readonly busy: boolean;
  /** Null: nothing of its own is left. */
  readonly onSave: (entry: Entry | null) => void;
  readonly onClose: () => void;
}

/** Limits of one tool in one place; its mode there stays. */
export function ToolLimits({ tool, busy, onSave, onClose }: ToolLimitsProps) {
  const own = tool.own ?? {};
  const before = typedOf(own);
  const [typed, setTyped] = useState(before);
  const save = (): void => {
    const { callsPerRun: _calls, defaultTimeoutMs: _usual, maxTimeoutMs: _longest, ...rest } = own;
    const entry: Entry = { ...rest, ...limitsOf(typed, own) };
    onSave(Object.keys(entry).length === 0 ? null : entry);
  };
  return (
    <form
      aria-label={`Limits of ${sayToolName(tool)}`}
      className="flex flex-col gap-3 border-t border-line bg-page px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="flex flex-wrap gap-4">
        <LimitFields typed={typed} disabled={busy} onChange={setTyped} calls="Calls in a run" />
      </div>
      <p className="text-xs text-ink-3">Empty: what a wider place says, else the settings.</p>
      <div className="flex gap-2">
        <Button type="submit" size="small" disabled={busy || JSON.stringify(typed) === JSON.stringify(before)}>
          Save the limits
        </Button>
        <Button size="small" onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  );
}
