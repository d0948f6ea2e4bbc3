import { removeRuleBody, rulesQuery } from "../../../wire/requests.ts";
import type { Policy, Rule } from "../../../core/policy.ts";
import { readers } from "../../../read/read.ts";
import type { StoredRule } from "../../../store/tables/rules.ts";
import { changeRuleBody, lintRuleBody, ruleBody, type RuleView } from "../../../wire/rule.ts";
import { changeRefusal, EVERYWHERE } from "../../auth/may-change.ts";
import { seesNamed, sightOf } from "../../auth/sight.ts";
import { actorOf, type Person } from "../../auth/principal.ts";
import { missing, type Refusal } from "../../refusal.ts";
import { assembleProjectPolicy, readDefaults, toRule } from "../../policy/assemble.ts";
import { faultOfRule } from "../../policy/compile-stored.ts";
import { readManaged } from "../../policy/managed.ts";
import { presetRules } from "../../policy/presets.ts";
import type { RuleChanged } from "../../policy/rule-changes.ts";
import { lintRule } from "../../rules/lint.ts";
import { defineRoute, json, type Route, type RouteAnswer } from "../route.ts";
import type { Services } from "../services.ts";
import { OWNER, VIEWER } from "./access.ts";

/** Stored rules, and the built-in ones to look at. A change is saved at once, and waiting calls are decided anew. */
export function ruleRoutes(services: Services): readonly Route[] {
  const { store, rules } = services;

  return [
    defineRoute("GET /api/settings/command-rules", { access: VIEWER, query: rulesQuery }, async ({ query, caller }) => {
      const { preset } = await readDefaults(store);
      const { rules: managed } = readManaged(services.assembling.managedFile);
      const all = [...(await store.rules.list()), ...managed, ...(preset === "none" ? [] : presetRules(preset))];
      const shown = all.filter(
        (rule) => (query.scope ?? rule.scope) === rule.scope && (query.target ?? targetOf(rule)) === targetOf(rule),
      );
      const seen = await Promise.all(shown.map(async (rule) => ((await isSeen(rule, caller.id)) ? [rule] : [])));
      return json({ rules: await Promise.all(seen.flat().map(toView)) });
    }),
    defineRoute(
      "POST /api/settings/command-rules",
      { access: OWNER, body: ruleBody },
      async ({ caller, body }) =>
        (await refusalIn(body.scope, caller)) ?? answer(await rules.add(body, actorOf(caller)), 201),
    ),
    defineRoute(
      "PUT /api/settings/command-rules",
      { access: OWNER, body: changeRuleBody },
      async ({ caller, body: { id, ...body } }) =>
        (await refusalOf(id, caller)) ??
        (await refusalIn(body.scope, caller)) ??
        answer(await rules.replace(id, body, actorOf(caller))),
    ),
    defineRoute(
      "DELETE /api/settings/command-rules",
      { access: OWNER, body: removeRuleBody },
      async ({ caller, body }) =>
        (await refusalOf(body.id, caller)) ?? answer(await rules.remove(body.id, actorOf(caller))),
    ),
    defineRoute(
      "POST /api/settings/command-rules/lint",
      { access: OWNER, body: lintRuleBody },
      async ({ body: { id = "new", scope, target, expiresAt: _expiresAt, note: _note, ...given } }) => {
        const policy = await policyOf(scope, target);
        const found = policy && lintRule({ ...given, id, scope }, policy);
        return json({ finding: found && { kind: found.kind, message: found.message } });
      },
    ),
  ];

  /** Where a rule would count; null where that is nowhere. */
  async function policyOf(scope: StoredRule["scope"], target = ""): Promise<Policy | null> {
    const id =
      scope === "chat" ? ((await store.chats.get(target))?.project ?? null) : scope === "project" ? target : null;
    const project = id === null ? null : await store.projects.get(id);
    if (scope === "project" && project === null) return null;
    return assembleProjectPolicy(store, project, services.assembling);
  }

  async function isSeen(rule: Rule | StoredRule, person: string): Promise<boolean> {
    const named = rule.scope === "chat" || rule.scope === "project" ? { [rule.scope]: targetOf(rule) } : {};
    return seesNamed(await sightOf(store, person), named);
  }

  /** A rule of a project that this person does not see is none. */
  async function refusalOf(id: string, caller: Person): Promise<RouteAnswer | null> {
    const rule = await store.rules.get(id);
    return rule === null || !(await isSeen(rule, caller.id)) ? missing("rule") : refusalIn(rule.scope, caller);
  }

  /** Chats and projects that the body names were looked at before. */
  async function refusalIn(scope: StoredRule["scope"], caller: Person): Promise<Refusal | null> {
    return scope === "global" ? changeRefusal(store, caller, EVERYWHERE) : null;
  }

  async function answer(changed: RuleChanged, status = 200): Promise<RouteAnswer> {
    return changed.ok ? json({ rule: await toView(changed.rule), resettled: changed.resettled }, status) : changed;
  }

  async function toView(rule: Rule | StoredRule): Promise<RuleView> {
    const target = targetOf(rule);
    const name =
      rule.scope === "chat" ? (await store.chats.get(target))?.title : (await store.projects.get(target))?.name;
    return {
      id: rule.id,
      tool: rule.tool,
      pattern: rule.pattern,
      ...(rule.finding === undefined ? {} : { finding: rule.finding }),
      decision: rule.decision,
      scope: rule.scope,
      target: target === "" ? null : { id: target, name: name ?? target },
      expiresAt: rule.expiresAt ?? null,
      note: rule.note ?? null,
      createdBy: rule.createdBy ?? null,
      createdAt: rule.createdAt ?? null,
      readOnly: !("target" in rule),
      fault: "target" in rule ? (faultOfRule(toRule(rule), readers)?.message ?? null) : null,
    };
  }
}

/** Chat or project of a stored rule; empty for the others. */
function targetOf(rule: Rule | StoredRule): string {
  return "target" in rule ? rule.target : "";
}
