import { useQuery } from "@tanstack/react-query";
import type { LintRuleBody } from "../../wire/rule.ts";
import { lintRule } from "../api/routes.ts";
import { raised } from "../parts/sentence.ts";
import { HostText } from "../render/host-text.tsx";
import { usePaused } from "./use-paused.ts";

/** What the host finds odd about a rule before it is saved, beside the rules that it would stand with. */
export function RuleLint({ rule }: { readonly rule: LintRuleBody }) {
  const typed = JSON.stringify(rule);
  const asked = usePaused(typed, 300);
  const { data } = useQuery({
    queryKey: ["rule-lint", asked],
    queryFn: () => lintRule(JSON.parse(asked) as LintRuleBody),
    enabled: rule.pattern !== "" && rule.tool !== "",
  });
  // What is wrong with a pattern is said beside it; and an answer about other words is none about these.
  const finding = asked === typed && data?.finding?.kind !== "unreadable" ? data?.finding : null;
  return (
    <div aria-live="polite" className="empty:hidden">
      {finding && (
        <p className="rounded bg-ask-soft px-3 py-2 text-sm">
          <HostText text={raised(finding.message)} />.
        </p>
      )}
    </div>
  );
}
