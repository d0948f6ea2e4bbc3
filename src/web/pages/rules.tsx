import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import type { RuleBody, RuleView } from "../../wire/rule.ts";
import { meQuery, rulesQuery } from "../api/queries.ts";
import { addRule, removeRule, type RuleChanged } from "../api/routes.ts";
import { setParam } from "../frame/set-param.ts";
import { Button } from "../parts/button.tsx";
import { Choice } from "../parts/choice.tsx";
import { Page } from "../parts/page.tsx";
import { Search } from "../parts/search.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { Empty, Fault, Loading } from "../parts/states.tsx";
import { CallText } from "../render/call-text.tsx";
import { RuleForm, type RuleSeed } from "./rule-form.tsx";
import { RuleRow } from "./rule-row.tsx";
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

  const openForm = (given: RuleSeed): void => {
    setSeed(given);
    setAdd(true);
  };
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
      <TryCommand projects={me?.projects ?? []} onMakeRule={openForm} />
      <div
        hidden={rules.isSuccess && all.length === 0}
        className="mt-6 mb-3 flex flex-wrap items-center gap-3 hidden:hidden"
      >
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
              <RuleRow
                key={rule.id}
                rule={rule}
                busy={removal.busy}
                onRemove={() => removal.remove(rule)}
                onMend={() => openForm({ ...toBody(rule), id: rule.id })}
              />
            ))}
          </ul>
        </section>
      ))}
      {add && (
        <RuleForm
          projects={me?.projects ?? []}
          seed={seed}
          onClose={closeForm}
          onSaved={(saved) => {
            closeForm();
            removal.told(seed.id === undefined ? "Added" : "Changed", saved);
          }}
        />
      )}
      <Undo removal={removal} />
    </Page>
  );
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
  readonly told: (verb: Receipt["verb"], saved: RuleChanged) => void;
}

interface Receipt {
  readonly verb: "Added" | "Changed" | "Removed";
  readonly rule: RuleView;
  readonly settled: number;
}

/** Removes at once and offers the way back: the same rule, stored anew. */
function useRemoval(): Removal {
  const client = useQueryClient();
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  // One that could not be read is not taken back either.
  const removed = receipt?.verb === "Removed" && receipt.rule.fault === null ? receipt.rule : null;
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
    told: (verb, saved) => told(verb, saved.rule, saved),
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
