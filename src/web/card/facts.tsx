import type { ReactNode } from "react";
import { levelName } from "../../core/level-names.ts";
import type { Level } from "../../core/policy.ts";
import type { ApprovalView } from "../../wire/approval.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { Explanation } from "../parts/explanation.tsx";
import { CallText } from "../render/call-text.tsx";
import { inProject } from "../render/in-project.ts";
import { sayDuration } from "../render/time.ts";
import { CLASS_WORDS, DecidedBy } from "./decided-by.tsx";

/** The small print, complete: where, with which file, for how long, how often; and why it is asked. */
export function Facts({
  view,
  traceLink,
  children,
}: {
  readonly view: ApprovalView;
  readonly traceLink: ReactNode;
  readonly children?: ReactNode;
}) {
  const files = [...new Set(view.parts.map((part) => part.file).filter((file) => file !== undefined))];
  const along = Object.entries(view.beside ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const paths = view.parts.flatMap((part) => part.paths.map((path) => path.canonical ?? path.spelling));
  const targets = [...new Set(paths)].map((path) => inProject(path, view.project));
  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3 text-sm text-ink-2">
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        <Fact name="in">
          {view.cwd === null ? "no working directory" : <CallText text={view.cwd} className="text-xs" />}
        </Fact>
        {files.length > 0 && (
          <Fact name={files.length === 1 ? "program" : "programs"}>
            <Listed items={files} />
          </Fact>
        )}
        {targets.length > 0 && (
          <Fact name={targets.length === 1 ? "target" : "targets"}>
            <Listed items={targets} />
          </Fact>
        )}
        {along.length > 0 && (
          <Fact name="sent along">
            <Listed items={along} />
          </Fact>
        )}
        {view.timeoutMs !== null && <Fact name="up to">{sayDuration(view.timeoutMs)}</Fact>}
        {view.callsLeft !== null && <Fact name="calls left in this run">{view.callsLeft}</Fact>}
        {view.missingScopes.length > 0 && <Fact name="missing scopes">{view.missingScopes.join(", ")}</Fact>}
      </dl>
      {view.tool.hints !== undefined && (
        <p className="text-xs text-ink-3">
          The tool describes itself as (unverified): <CallText text={JSON.stringify(view.tool.hints)} />
        </p>
      )}
      <div className="grid grid-cols-[auto_1fr] items-start gap-x-5">
        <Disclosure why label="Why asked" className="open:col-span-2">
          <Explanation text={view.explanation} quoted={view.parts.map((part) => part.text)} />
          <div className="mt-2 mb-1 flex flex-wrap gap-x-4 text-xs text-ink-3">
            <span>level {levelName(view.level as Level)}</span>
            <span>{CLASS_WORDS[view.class]}</span>
            {view.outputLimit > 0 && <span>output up to {Math.round(view.outputLimit / 1024)} KiB</span>}
            <DecidedBy by={view.decidedBy} />
            <span title={view.digest}>
              bound to <span className="mono">{view.digest.slice(0, 12)}</span>
            </span>
            {traceLink}
          </div>
        </Disclosure>
        <div className="flex flex-wrap gap-5">{children}</div>
      </div>
    </div>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-baseline gap-1.5">
      <dt className="shrink-0 text-xs text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

const FEW = 3;

function Listed({ items }: { readonly items: readonly string[] }) {
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      {items.slice(0, FEW).map((item) => (
        <CallText key={item} text={item} className="text-xs" />
      ))}
      {items.length > FEW && (
        <details className="inline">
          <summary className="cursor-pointer text-xs">and {items.length - FEW} more</summary>
          {items.slice(FEW).map((item) => (
            <CallText key={item} text={item} className="block text-xs" />
          ))}
        </details>
      )}
    </span>
  );
}
