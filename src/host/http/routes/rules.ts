import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Rule } from "../../../core/policy.ts";
import type { Tables } from "../../../store/store.ts";
import type { StoredRule } from "../../../store/tables/rules.ts";
import { ruleBody, type RuleBody, type RuleView } from "../../../wire/rule.ts";
import type { Log } from "../../audit/recorder.ts";
import { readDefaults, toRule as toPlainRule } from "../../policy/assemble.ts";
import { presetRules } from "../../policy/presets.ts";
import { refuse, type HttpRefusal } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { OWNER, VIEWER } from "./access.ts";

const scopeQuery = z.object({ scope: z.string().optional(), target: z.string().optional() });
const changeBody = z.strictObject({ ...ruleBody.shape, id: z.string() });
const removeBody = z.strictObject({ id: z.string() });

/** Stored rules, and the built-in ones to look at. A change is saved at once, and waiting calls are decided anew. */
export function ruleRoutes(services: Services): readonly Route[] {
  const { store, recorder, now } = services;
  const missing = refuse("ENOTFOUND", "there is no such rule");

  return [
    defineRoute("GET /api/settings/command-rules", { access: VIEWER, query: scopeQuery }, async ({ query }) => {
      const { preset } = await readDefaults(store);
      const all = [...(await store.rules.list()), ...(preset === "none" ? [] : presetRules(preset))];
      const shown = all.filter(
        (rule) => (query.scope ?? rule.scope) === rule.scope && (query.target ?? targetOf(rule)) === targetOf(rule),
      );
      return json({ rules: await Promise.all(shown.map(toView)) });
    }),
    defineRoute("POST /api/settings/command-rules", { access: OWNER, body: ruleBody }, async ({ caller, body }) => {
      const rule = await toRule(body, { id: `rule_${randomUUID()}`, person: caller.id });
      if ("ok" in rule) return rule;
      await change(async (tables, log) => {
        await tables.rules.add(rule);
        await log(lineOf("rule.added", caller.id, rule));
      });
      return json({ rule: await toView(rule) }, 201);
    }),
    defineRoute(
      "PUT /api/settings/command-rules",
      { access: OWNER, body: changeBody },
      async ({ caller, body: { id, ...body } }) => {
        const before = await store.rules.get(id);
        if (before === null) return missing;
        const rule = await toRule(body, { id, person: caller.id });
        if ("ok" in rule) return rule;
        await change(async (tables, log) => {
          await tables.rules.remove(id);
          await tables.rules.add(rule);
          await log({
            ...lineOf("rule.changed", caller.id, rule),
            data: { before: { ...before }, after: { ...rule } },
          });
        });
        return json({ rule: await toView(rule) });
      },
    ),
    defineRoute("DELETE /api/settings/command-rules", { access: OWNER, body: removeBody }, async ({ caller, body }) => {
      const rule = await store.rules.get(body.id);
      if (rule === null) return missing;
      await change(async (tables, log) => {
        await tables.rules.remove(rule.id);
        await log(lineOf("rule.removed", caller.id, rule));
      });
      return json({ ok: true });
    }),
  ];

  async function change(work: (tables: Tables, log: Log) => Promise<void>): Promise<void> {
    await recorder.commit(async (tables, log) => {
      await work(tables, log);
      await tables.events.append({ at: now(), type: "rules.changed" });
    });
    await services.resettle();
  }

  /** The rule as it is stored, or why it cannot be. */
  async function toRule(
    body: RuleBody,
    made: { readonly id: string; readonly person: string },
  ): Promise<StoredRule | HttpRefusal> {
    const { tool, pattern, decision, scope, target = "", expiresAt, note } = body;
    if ((scope === "global") !== (target === ""))
      return refuse("EBODY", "a chat or project rule names its target, a global one has none", "$.target");
    const found =
      scope === "global" ||
      (scope === "chat" ? await store.chats.get(target) : await store.projects.get(target)) !== null;
    if (!found) return refuse("ENOTFOUND", `there is no such ${scope}`, "$.target");
    const optional = { ...(expiresAt === undefined ? {} : { expiresAt }), ...(note === undefined ? {} : { note }) };
    const rule: StoredRule = {
      id: made.id,
      tool,
      pattern,
      decision,
      scope,
      target,
      createdBy: made.person,
      createdAt: now(),
      ...optional,
    };
    const fault = services.checkRule(toPlainRule(rule))[0];
    return fault === undefined ? rule : refuse("EBODY", fault.message, fault.path.replace(/^rule/, "$"));
  }

  function lineOf(type: string, person: string, rule: StoredRule) {
    return {
      at: now(),
      type,
      actor: `person:${person}`,
      chat: rule.scope === "chat" ? rule.target : null,
      approval: null,
      data: { rule: { ...rule } },
    };
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
    };
  }
}

/** Chat or project of a stored rule; empty for the others. */
function targetOf(rule: Rule | StoredRule): string {
  return "target" in rule ? rule.target : "";
}
