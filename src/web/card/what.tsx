import { lazy, Suspense, useMemo } from "react";
import { NEW_NAMES, OLD_NAMES, PATH_NAMES, WRITTEN_NAMES } from "../../read/agents/argument-names.ts";
import type { ApprovalView } from "../../wire/approval.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { FlagBadges } from "../render/call-text.tsx";
import { headingOf } from "../render/excerpt.ts";
import { flattenValue, type Leaf } from "../render/flatten-value.ts";
import { claimFlags } from "../render/imitation.ts";
import { inProject } from "../render/in-project.ts";
import { show, type Flag } from "../render/visible-text.ts";
import { isOwnChange } from "./choices.ts";
import { useFold } from "./hidden.tsx";
import { HiddenMiddle, LongText } from "./long-text.tsx";

/** Comparing takes a library that most calls do without. */
const DiffView = lazy(() => import("./diff-view.tsx").then((module) => ({ default: module.DiffView })));

/** INVARIANT: counts as a piece that is not shown, so that nothing is allowed before the change is on screen. */
function NotHereYet() {
  useFold(true);
  return <p className="rounded border border-line px-3 py-1.5 text-xs text-ink-3">The change is being compared.</p>;
}

/** What the call would do it to: the command, the change of a file, or the arguments; all of them, in full. */
export function What({ view }: { readonly view: ApprovalView }) {
  const command = commandOf(view.args);
  const { rows, flags } = useMemo(() => flattenValue(view.args), [view.args]);
  const rest = rows.filter((row) => !isShown(row, view, command));
  const said = rest.filter((row) => row.path === "description" && command !== null);
  const others = rest.filter((row) => !said.includes(row));
  return (
    <div className="flex flex-col gap-3">
      {command !== null && <Command text={command} />}
      {view.change !== null && (
        <Suspense fallback={<NotHereYet />}>
          <DiffView change={view.change} project={view.project} />
        </Suspense>
      )}
      {said.map((row) => (
        <AgentSays key={row.path} text={row.text} />
      ))}
      {others.length > 0 &&
        (isTold(view, others, flags) ? (
          <Disclosure label="As it was sent">
            <Arguments rows={others} flags={flags} alone />
          </Disclosure>
        ) : (
          <Arguments rows={others} flags={flags} alone={command === null && view.change === null} />
        ))}
    </div>
  );
}

/** Fields of a change of the policy that the heading says in words of its own, or that only name it. */
const WORDED = new Set(["do", "id", "digest", "scope", "rule.scope"]);

/**
 * Whether the heading of a change of the policy holds all that it would change. INVARIANT: nothing folds away that was
 * cut there, or that is written so as to look like something else.
 */
function isTold(view: ApprovalView, rows: readonly Leaf[], flags: ReadonlySet<Flag>): boolean {
  if (!isOwnChange(view)) return false;
  const heading = headingOf(view.summary);
  const plain = [...flags, ...rows.flatMap(({ text }) => [...show(text).flags])].length === 0;
  return (
    plain &&
    rows.every(
      ({ path, text }) => WORDED.has(path) || heading.includes(text) || (path.endsWith("tool") && text === "shell"),
    )
  );
}

/** The command line of a call, where its arguments hold one. */
function commandOf(args: unknown): string | null {
  if (typeof args !== "object" || args === null) return null;
  const command = (args as { readonly command?: unknown }).command;
  return typeof command === "string" ? command : null;
}

/** Whether a value stands on the card already: as the command, or inside the change. Nothing cut counts as shown. */
function isShown(row: Leaf, view: ApprovalView, command: string | null): boolean {
  if (command !== null && (row.path === "command" || (row.path === "cwd" && row.text === view.cwd))) return true;
  const { change } = view;
  if (change === null || change.cut > 0 || row.type !== "string") return false;
  // The last name of `edits[0].newText`.
  const name = /\w+$/.exec(row.path)?.[0] ?? "";
  // Its path stands above the change from the project on.
  if (HEADS.has(name)) return [change.path, inProject(change.path, view.project)].includes(row.text);
  return CHANGES.has(name) && (change.after.includes(row.text) || (change.before?.includes(row.text) ?? false));
}

/** INVARIANT: an argument of another name is on the card, whatever it holds. */
const HEADS: ReadonlySet<string> = new Set(PATH_NAMES);
const CHANGES: ReadonlySet<string> = new Set(["old", "new", ...WRITTEN_NAMES, ...OLD_NAMES, ...NEW_NAMES]);

function Command({ text }: { readonly text: string }) {
  const { flags } = useMemo(() => show(text), [text]);
  return (
    <div role="group" aria-label="Command" className="flex flex-col gap-2">
      <div className="rounded border border-line bg-sunken px-3.5 py-3 text-base">
        <LongText text={text} />
      </div>
      <FlagBadges flags={told(flags)} />
    </div>
  );
}

function AgentSays({ text }: { readonly text: string }) {
  return (
    <figure className="border-l-2 border-edge pl-3 text-sm text-ink-2">
      <figcaption className="text-xs text-ink-3">The agent says, unverified</figcaption>
      <LongText text={text} className="prose-text" />
      <FlagBadges flags={[...told(show(text).flags), ...claimFlags(text)]} />
    </figure>
  );
}

const MANY_ROWS = 40;

function Arguments({
  rows,
  flags,
  alone,
}: {
  readonly rows: readonly Leaf[];
  readonly flags: ReadonlySet<Flag>;
  readonly alone: boolean;
}) {
  const { open, show: unfold } = useFold(rows.length > MANY_ROWS);
  const shown = open ? rows : [...rows.slice(0, 24), ...rows.slice(-8)];
  const all = useMemo(
    () => new Set([...flags, ...rows.flatMap((row) => [...show(row.text).flags, ...show(row.path).flags])]),
    [rows, flags],
  );
  return (
    <div role="group" aria-label="Arguments" className="flex flex-col gap-2">
      <div className="overflow-hidden rounded border border-line">
        <table className="w-full table-fixed text-left text-sm">
          <caption
            className={alone ? "sr-only" : "border-b border-line bg-sunken px-3 py-1 text-left text-xs text-ink-2"}
          >
            {alone ? "Arguments" : "Further arguments"}
          </caption>
          <colgroup>
            <col className="w-[34%] sm:w-[28%]" />
            <col className="w-24 max-sm:hidden" />
            <col />
          </colgroup>
          <thead className="sr-only">
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Type</th>
              <th scope="col">Value</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <ArgumentRow key={row.path} row={row} />
            ))}
          </tbody>
        </table>
        {!open && (
          <div className="px-3">
            <HiddenMiddle text={`${rows.length - shown.length} arguments`} onShow={unfold} />
          </div>
        )}
      </div>
      <FlagBadges flags={told(all)} />
    </div>
  );
}

function ArgumentRow({ row }: { readonly row: Leaf }) {
  return (
    <tr className="border-t border-line first:border-t-0 align-baseline">
      <th scope="row" className="px-3 py-1.5 font-normal text-ink-2">
        <LongText text={row.path === "" ? "value" : row.path} className="text-xs" />
        <span className="block text-xs text-ink-3 sm:hidden">{row.type}</span>
      </th>
      <td className="hidden py-1.5 text-xs text-ink-3 sm:table-cell">{row.type}</td>
      <td className="px-3 py-1.5">
        {row.text === "" ? (
          <span className="text-xs text-ink-3">empty text</span>
        ) : (
          <LongText text={row.text} className="text-xs" />
        )}
      </td>
    </tr>
  );
}

/** Line breaks and length are seen as they are. */
function told(flags: Iterable<Flag>): readonly Flag[] {
  return [...flags].filter((flag) => flag !== "newline" && flag !== "long" && flag !== "rtl");
}
