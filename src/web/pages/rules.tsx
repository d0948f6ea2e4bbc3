import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock, Plus, SlidersHorizontal, Trash2 } from "lucide-react";
import { useState } from "react";
import type { RuleBody, RuleView } from "../../wire/rule.ts";
import { meQuery, rulesQuery } from "../api/queries.ts";
import { addRule, removeRule, type RuleChanged } from "../api/routes.ts";
import { setParam } from "../frame/set-param.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Page } from "../parts/page.tsx";
import { Search } from "../parts/search.tsx";
import { raised, sentenceOf } from "../parts/sentence.ts";
import { Empty, Fault, Loading } from "../parts/states.tsx";
import { VerdictChip } from "../parts/verdict.tsx";
import { CallText } from "../render/call-text.tsx";
import { HostText } from "../render/host-text.tsx";
import { sayDate, sayTime } from "../render/time.ts";
import { RuleForm, type RuleSeed } from "./rule-form.tsx";
import { groupRules, sayTool, scopesIn } from "./rule-words.ts";
import { TryCommand } from "./try-command.tsx";
import { useInbox } from "./use-inbox.ts";
import { useTitle } from "./use-title.ts";
import { textIn, useSearch } from "../route/use-search.ts";

type RulesSearch = { readonly q?: string; readonly scope?: string; readonly add?: true };

const readSearch = (params: URLSearchParams): RulesSearch => ({
  ...textIn(params, "q"),
  ...textIn(params, "scope"),
  ...(params.get("add") === "true" ? { add: true } : {}),
});

export function RulesPage() {
  const { waiting } = useInbox();
  useTitle("Rules", waiting);
  const [{ q = "", scope = "all", add = false }, setSearch] = useSearch(readSearch);
  const rules = useQuery(rulesQuery);
  const { data: me } = useQuery(meQuery);
  const removal = useRemoval();
  const [seed, setSeed] = useState<RuleSeed>({});
  const setAdd = (open: boolean): void =>
    setSearch((now) => setParam(now, "add", open ? true : undefined), { replace: true });

  const closeForm = (): void => {
    setAdd(false);
    setSeed({});
  };

  if (rules.isError && rules.data === undefined)
    return <Fault error={rules.error} what="The rules" onRetry={() => void rules.refetch()} />;
  const all = rules.data ?? [];
  const shown = all.filter(
    (rule) =>
      (scope === "all" || rule.scope === scope) &&
      `${rule.tool} ${rule.pattern} ${rule.note ?? ""}`.toLowerCase().includes(q.toLowerCase()),
  );
  return (
    <Page
      title="Rules"
      says="A rule answers a call before anybody is asked. A deny wins over all others; then the most specific, then the narrower scope."
      actions={
        <Button tone="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setAdd(true)}>
          Add a rule
        </Button>
      }
    >
      <TryCommand
        projects={me?.projects ?? []}
        onMakeRule={(body) => {
          setSeed(body);
          setAdd(true);
        }}
      />
      <div className="mt-6 mb-3 flex flex-wrap items-center gap-3">
        <div className="w-full sm:w-64">
          <Search
            label="Search rules"
            value={q}
            onChange={(text) =>
              setSearch((now) => setParam(now, "q", text === "" ? undefined : text), { replace: true })
            }
          />
        </div>
        {rules.isSuccess && (
          <Choice
            label="Scope"
            value={scope}
            options={scopesIn(all)}
            onChange={(next) =>
              setSearch((now) => setParam(now, "scope", next === "all" ? undefined : next), { replace: true })
            }
          />
        )}
      </div>
      {rules.isPending && <Loading label="the rules" />}
      {rules.isSuccess && shown.length === 0 && <NoRules filtered={all.length > 0} />}
      {groupRules(shown).map(([tool, list]) => (
        <section key={tool} aria-label={sayTool(tool)} className="mb-5">
          <h2 className="mb-1.5 text-xs font-medium text-ink-3">
            <CallText prose text={sayTool(tool)} />
          </h2>
          <ul className="overflow-hidden rounded-lg border border-line bg-surface">
            {list.map((rule) => (
              <RuleRow key={rule.id} rule={rule} busy={removal.busy} onRemove={() => removal.remove(rule)} />
            ))}
          </ul>
        </section>
      ))}
      {add && (
        <RuleForm
          projects={me?.projects ?? []}
          seed={seed}
          onClose={closeForm}
          onAdded={(added) => {
            closeForm();
            removal.told(added);
          }}
        />
      )}
      <Undo removal={removal} />
    </Page>
  );
}

function RuleRow({
  rule,
  busy,
  onRemove,
}: {
  readonly rule: RuleView;
  readonly busy: boolean;
  readonly onRemove: () => void;
}) {
  return (
    <li className="grid min-h-9 grid-cols-[4.25rem_minmax(0,1fr)_auto] items-center gap-x-2 border-t border-line px-3 py-1 text-sm first:border-t-0 hover:bg-page sm:grid-cols-[4.25rem_minmax(0,1fr)_auto_auto]">
      <span>
        <VerdictChip effect={rule.decision} />
      </span>
      <div className="min-w-0">
        {rule.finding === undefined ? (
          <CallText text={rule.pattern} />
        ) : (
          <HostText text={raised(rule.note ?? rule.finding)} className="block" />
        )}
        {rule.note !== null && rule.finding === undefined && (
          <p className="text-xs text-ink-3">
            <HostText text={raised(rule.note)} />
          </p>
        )}
        {rule.expiresAt !== null && (
          <p className="text-xs text-ask">
            until {sayDate(rule.expiresAt)}, {sayTime(rule.expiresAt).slice(0, 5)}
          </p>
        )}
      </div>
      <span
        className="max-w-48 text-xs text-ink-3 max-sm:col-start-2 max-sm:row-start-2 sm:text-right"
        title={
          rule.createdBy === null
            ? undefined
            : `by ${rule.createdBy}${rule.createdAt === null ? "" : `, ${sayDate(rule.createdAt)}`}`
        }
      >
        {rule.target === null ? sayScope(rule.scope) : <CallText prose text={rule.target.name} />}
      </span>
      <span className="max-sm:col-start-3 max-sm:row-start-1">
        {rule.readOnly ? (
          <Lock size={14} role="img" aria-label="cannot be changed here" className="m-1.5 text-ink-3" />
        ) : (
          <button
            type="button"
            disabled={busy}
            onClick={onRemove}
            aria-label={`Remove ${rule.decision} ${rule.pattern}`}
            className="block rounded p-1.5 text-ink-3 hover:bg-deny-soft hover:text-deny"
          >
            <Trash2 size={14} aria-hidden />
          </button>
        )}
      </span>
    </li>
  );
}

const SCOPES: Readonly<Record<string, string>> = {
  global: "every project",
  builtin: "built in",
  managed: "managed",
  session: "this session",
  run: "this run",
};

function sayScope(scope: string): string {
  return SCOPES[scope] ?? scope;
}

function NoRules({ filtered }: { readonly filtered: boolean }) {
  if (filtered) return <p className="py-10 text-center text-sm text-ink-3">No rule matches.</p>;
  return (
    <Empty icon={<SlidersHorizontal size={20} aria-hidden />} title="No rules yet">
      <p>What you choose to remember on a card becomes a rule and is listed here.</p>
    </Empty>
  );
}

interface Removal {
  readonly busy: boolean;
  readonly removed: RuleView | null;
  /** What the last change came to. */
  readonly receipt: Receipt | null;
  readonly trouble: string | null;
  readonly remove: (rule: RuleView) => void;
  readonly undo: () => void;
  readonly forget: () => void;
  readonly told: (added: RuleChanged) => void;
}

interface Receipt {
  readonly verb: "Added" | "Removed";
  readonly rule: RuleView;
  readonly settled: number;
}

/** Removes at once and offers the way back: the same rule, stored anew. */
function useRemoval(): Removal {
  const client = useQueryClient();
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const removed = receipt?.verb === "Removed" ? receipt.rule : null;
  const told = (verb: Receipt["verb"], rule: RuleView, { resettled }: RuleChanged): void =>
    setReceipt({ verb, rule, settled: resettled.length });
  const settle = (): Promise<void> => client.invalidateQueries({ queryKey: ["rules"] });
  const remove = useMutation({
    mutationFn: (rule: RuleView) => removeRule(rule.id),
    onSuccess: (answer, rule) => told("Removed", rule, answer),
    onSettled: settle,
  });
  const undo = useMutation({
    mutationFn: (rule: RuleView) => addRule(toBody(rule)),
    onSuccess: () => setReceipt(null),
    onSettled: settle,
  });
  const error = remove.error ?? undo.error;
  return {
    busy: remove.isPending || undo.isPending,
    removed,
    receipt,
    trouble: error === null ? null : sentenceOf(error),
    remove: remove.mutate,
    undo: () => removed !== null && undo.mutate(removed),
    forget: () => setReceipt(null),
    told: (added) => told("Added", added.rule, added),
  };
}

function toBody(rule: RuleView): RuleBody {
  return {
    tool: rule.tool,
    pattern: rule.pattern,
    decision: rule.decision,
    scope: rule.scope as RuleBody["scope"],
    ...(rule.target === null ? {} : { target: rule.target.id }),
    ...(rule.expiresAt === null ? {} : { expiresAt: rule.expiresAt }),
    ...(rule.note === null ? {} : { note: rule.note }),
  };
}

function Undo({ removal }: { readonly removal: Removal }) {
  const { receipt } = removal;
  if (receipt === null && removal.trouble === null) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-4 bottom-20 z-10 mx-auto flex w-fit max-w-[calc(100vw-2rem)] items-center gap-3 rounded-lg border border-line bg-surface py-2 pr-2 pl-4 text-sm shadow-float md:bottom-6"
    >
      {removal.trouble !== null && <span className="text-deny">{removal.trouble}</span>}
      {receipt !== null && (
        <>
          <span className="min-w-0">
            <span className="block truncate">
              {receipt.verb} <CallText text={receipt.rule.pattern} />
            </span>
            {receipt.settled > 0 && (
              <span className="block text-xs text-ink-2">
                {receipt.settled === 1
                  ? "One waiting call was settled by it."
                  : `${receipt.settled} waiting calls were settled by it.`}
              </span>
            )}
          </span>
          {removal.removed !== null && (
            <Button size="small" disabled={removal.busy} onClick={removal.undo}>
              Undo
            </Button>
          )}
          <Button size="small" tone="quiet" onClick={removal.forget}>
            Close
          </Button>
        </>
      )}
    </div>
  );
}
