import { randomUUID } from "node:crypto";
import { readers } from "../../read/read.ts";
import type { Store, Tables } from "../../store/store.ts";
import type { StoredRule } from "../../store/tables/rules.ts";
import type { RuleBody } from "../../wire/rule.ts";
import type { Log, Recorder } from "../audit/recorder.ts";
import { missing, type Refusal } from "../refusal.ts";
import { toRule } from "./assemble.ts";
import { faultOfRule } from "./compile-stored.ts";

/** `resettled`: approvals that the change answered or made void. */
export type RuleChanged =
  | { readonly ok: true; readonly rule: StoredRule; readonly resettled: readonly string[] }
  | Refusal;
type Made = { readonly ok: true; readonly rule: StoredRule } | Refusal;

/** Rules by hand: checked before they are stored, stored with their audit line, and then what waits is decided anew. */
export interface RuleChanges {
  add(body: RuleBody, actor: string): Promise<RuleChanged>;
  replace(id: string, body: RuleBody, actor: string): Promise<RuleChanged>;
  remove(id: string, actor: string): Promise<RuleChanged>;
  /**
   * Takes away what was allowed until a time that has come: with a clock that is set back it would count again. What
   * asks or denies until a time is left: should the clock have been wrong, it is still there.
   */
  dropExpired(): Promise<void>;
}

export interface RuleChangesDeps {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly now: () => number;
  readonly resettle: () => Promise<readonly string[]>;
}

export function createRuleChanges({ store, recorder, now, resettle }: RuleChangesDeps): RuleChanges {
  return {
    async add(body, actor) {
      const made = await make(body, { id: `rule_${randomUUID()}`, actor });
      if (!made.ok) return made;
      const resettled = await change(async (tables, log) => {
        await tables.rules.add(made.rule);
        await log(line("rule.added", actor, made.rule));
      });
      return { ...made, resettled };
    },
    async replace(id, body, actor) {
      const before = await store.rules.get(id);
      if (before === null) return missing("rule");
      const made = await make(body, { id, actor });
      if (!made.ok) return made;
      const resettled = await change(async (tables, log) => {
        await tables.rules.remove(id);
        await tables.rules.add(made.rule);
        const data = { before: { ...before }, after: { ...made.rule } };
        await log({ ...line("rule.changed", actor, made.rule), data });
      });
      return { ...made, resettled };
    },
    async remove(id, actor) {
      const rule = await store.rules.get(id);
      if (rule === null) return missing("rule");
      const resettled = await change(async (tables, log) => {
        await tables.rules.remove(id);
        await log(line("rule.removed", actor, rule));
      });
      return { ok: true, rule, resettled };
    },
    async dropExpired() {
      const at = now();
      const over = (await store.rules.list()).filter(
        ({ decision, expiresAt }) => decision === "allow" && expiresAt !== undefined && expiresAt <= at,
      );
      if (over.length === 0) return;
      await change(async (tables, log) => {
        for (const rule of over) if (await tables.rules.remove(rule.id)) await log(line("rule.expired", "host", rule));
      });
    },
  };

  async function change(work: (tables: Tables, log: Log) => Promise<void>): Promise<readonly string[]> {
    await recorder.commit(async (tables, log) => {
      await work(tables, log);
      await tables.events.append({ at: now(), type: "rules.changed" });
    });
    return resettle();
  }

  /** The rule as it is stored, or why it cannot be. */
  async function make(body: RuleBody, by: { readonly id: string; readonly actor: string }): Promise<Made> {
    const { scope, target = "", expiresAt, note, ...given } = body;
    if ((scope === "global") !== (target === ""))
      return invalid("a chat or project rule names its target, a global one has none", "$.target");
    const found =
      scope === "global" ||
      (scope === "chat" ? await store.chats.get(target) : await store.projects.get(target)) !== null;
    if (!found) return missing(scope, "$.target");
    const rule: StoredRule = {
      ...given,
      id: by.id,
      scope,
      target,
      createdBy: by.actor,
      createdAt: now(),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(note === undefined ? {} : { note }),
    };
    const fault = faultOfRule(toRule(rule), readers);
    return fault === null ? { ok: true, rule } : invalid(fault.message, fault.path.replace(/^rule/, "$"));
  }

  function line(type: string, actor: string, rule: StoredRule) {
    const chat = rule.scope === "chat" ? rule.target : null;
    return { at: now(), type, actor, chat, approval: null, data: { rule: { ...rule } } };
  }
}

function invalid(message: string, path: string): Refusal {
  return { ok: false, status: 400, code: "EBODY", message, path };
}
