import { Gauge, ListChecks, Lock, RotateCcw } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { limitsIn } from "../../core/limits.ts";
import type { Entry, Mode } from "../../core/policy.ts";
import type { ModeScope, ToolView } from "../../wire/tool.ts";
import { Choice } from "../parts/choice.tsx";
import { CallText } from "../render/call-text.tsx";
import { AllowlistEditor } from "./allowlist-editor.tsx";
import { entryFor, sayLimits, sayLayer, sayMode, sayToolName, sayToolPurpose } from "./tool-words.ts";
import { Link } from "../route/link.tsx";

const ToolLimits = lazy(() =>
  import("./tool-limits.tsx").then(({ ToolLimits: component }) => ({ default: component })),
);

interface ToolRowProps {
  readonly tool: ToolView;
  readonly scope: ModeScope;
  /** May change what is set here. */
  readonly mayChange: boolean;
  /** Why not, where the place is the reason. */
  readonly whyNot?: string | undefined;
  readonly busy: boolean;
  readonly onSet: (tool: ToolView, entry: Entry | null) => void;
  /** What opens below, such as the tools of a family. */
  readonly more?: ReactNode;
}

const MODES = [
  { value: "off", label: "Off" },
  { value: "ask", label: "Ask" },
  { value: "allow", label: "Allow" },
] as const;

/** One tool, family or server with the one segmented control, and who says what holds. */
export function ToolRow({ tool, scope, mayChange, whyNot, busy, onSet, more }: ToolRowProps) {
  const [listOpen, setListOpen] = useState(false);
  const [limitsOpen, setLimitsOpen] = useState(false);
  const locked = tool.enforced !== null && !tool.enforced.source.startsWith(`${scope}.`);
  const disabled = !mayChange || locked || busy;
  const shown = tool.enforced?.mode ?? (tool.mode === "allowlist" ? "ask" : tool.mode);
  const set = tool.source !== null || tool.enforced !== null;
  const onlyAsks = tool.id === "ask_user";
  const name = sayToolName(tool);
  const mayList = !disabled && tool.kind !== "family" && tool.kind !== "server" && tool.kind !== "shared" && !onlyAsks;
  return (
    <div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-1.5">
        <div className="min-w-40 flex-1">
          <p className="text-base font-medium">
            <CallText prose text={name} />
            {name !== tool.id && (tool.kind === "tool" || tool.kind === "mcp") && (
              <span className="mono ml-2 text-xs font-normal text-ink-3">{tool.id}</span>
            )}
          </p>
          <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
            {sayToolPurpose(tool) !== "" && <span>{sayToolPurpose(tool)}</span>}
            <Says tool={tool} scope={scope} />
            {whyNot !== undefined && <span>{whyNot}</span>}
          </p>
        </div>
        {mayList && set && shown === "ask" && (
          <button
            type="button"
            aria-expanded={listOpen}
            onClick={() => setListOpen(!listOpen)}
            className="inline-flex items-center gap-1.5 rounded px-1.5 py-1 text-xs font-medium text-accent hover:bg-hover"
          >
            <ListChecks size={14} aria-hidden />
            {tool.own?.mode === "allowlist" ? "Edit the list" : "Allow some"}
            <span className="sr-only"> of {name}</span>
          </button>
        )}
        {!disabled && !onlyAsks && (
          <button
            type="button"
            aria-expanded={limitsOpen}
            aria-label={`Limits of ${name}`}
            title="Limits"
            onClick={() => setLimitsOpen(!limitsOpen)}
            className="rounded p-1.5 text-ink-3 hover:bg-hover hover:text-ink"
          >
            <Gauge size={14} aria-hidden />
          </button>
        )}
        {tool.own !== null && mayChange && (
          <button
            type="button"
            disabled={busy}
            onClick={() => onSet(tool, null)}
            aria-label={`Reset ${name}`}
            title={`Reset: ${sayInherited(tool)}`}
            className="rounded p-1.5 text-ink-3 hover:bg-hover hover:text-ink"
          >
            <RotateCcw size={14} aria-hidden />
          </button>
        )}
        <Choice
          label={`Mode of ${name}`}
          value={set ? shown : ""}
          {...(set ? {} : { implied: shown })}
          options={MODES.filter(({ value }) => !(onlyAsks && value === "allow")).map((each) => ({ ...each, disabled }))}
          onChange={(mode) => onSet(tool, entryFor(tool, mode as Mode))}
        />
      </div>
      {listOpen && mayList && shown === "ask" && (
        <AllowlistEditor
          tool={tool}
          busy={busy}
          onSave={(allowlist) => {
            onSet(tool, { ...limitsIn(tool.own ?? {}), mode: "allowlist", allowlist });
            setListOpen(false);
          }}
          onAskAll={() => {
            onSet(tool, entryFor(tool, "ask"));
            setListOpen(false);
          }}
          onClose={() => setListOpen(false)}
        />
      )}
      {limitsOpen && !disabled && (
        <Suspense fallback={null}>
          <ToolLimits
            tool={tool}
            busy={busy}
            onSave={(entry) => {
              onSet(tool, entry);
              setLimitsOpen(false);
            }}
            onClose={() => setLimitsOpen(false)}
          />
        </Suspense>
      )}
      {more}
    </div>
  );
}

/** Who decides the mode, and what holds beside it. */
function Says({ tool, scope }: { readonly tool: ToolView; readonly scope: ModeScope }) {
  const { enforced, source, own, mode, rulesAllow } = tool;
  const patterns = own?.allowlist?.length ?? 0;
  return (
    <>
      {enforced !== null ? (
        <span className="inline-flex items-center gap-1 font-medium text-ask">
          <Lock size={12} aria-hidden />
          {sayMode(enforced.mode)} for all, set by {sayLayer(enforced.source)}
        </span>
      ) : source === null ? (
        <span>{sayDefault(tool)}</span>
      ) : own?.mode !== undefined ? (
        <span className="font-medium text-accent">Set here</span>
      ) : (
        <span>{source.startsWith(`${scope}.`) ? sayWider(source) : `As in ${sayLayer(source)}`}</span>
      )}
      {mode === "allowlist" && (
        <span>
          {patterns === 0 ? "A list of patterns runs" : patterns === 1 ? "1 pattern runs" : `${patterns} patterns run`}
        </span>
      )}
      {own !== null && sayLimits(own) !== "" && <span>{sayLimits(own)}</span>}
      {own?.mode === "ask" && rulesAllow > 0 && (
        <Link to="/rules" className="rounded underline underline-offset-2 hover:text-ink">
          {rulesAllow === 1 ? "1 rule still allows" : `${rulesAllow} rules still allow`}
        </Link>
      )}
      {tool.hidden && enforced === null && mode !== "off" && tool.hiddenBy !== null && (
        <span className="text-deny">Hidden: {tool.hiddenBy}</span>
      )}
    </>
  );
}

/** What the level does with it; the mode that is marked is what holds for the rest of its calls. */
function sayDefault({ kind, id, mode }: ToolView): string {
  const mixed = mode === "ask" && (kind === "family" || kind === "tool") && MIXED.has(id);
  return mixed ? "Default, by level: what only reads may run, the rest asks" : "Default, by level";
}

/** Families and tools of which some calls only read. */
const MIXED: ReadonlySet<string> = new Set(["shell", "file", "browser", "app"]);

/** What speaks of the tool in the same place, when it is not its own entry. */
function sayWider(source: string): string {
  if (source.includes(".mcp.servers.")) return "As its server";
  return source.endsWith(".mcp.shared") ? "As all MCP tools" : "As its family";
}

function sayInherited({ inherited }: ToolView): string {
  return inherited.source === null
    ? "default, by level"
    : `${sayMode(inherited.mode).toLowerCase()}, as in ${sayLayer(inherited.source)}`;
}
