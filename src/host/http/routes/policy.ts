import type { ApiError } from "../../../wire/error.ts";
import { chatPolicyBody, defaultsBody, type DefaultsView } from "../../../wire/defaults.ts";
import { securityBody } from "../../../wire/security.ts";
import { readDefaults, readOutputLimit } from "../../policy/assemble.ts";
import type { DefaultsChange } from "../../policy/changes.ts";
import { readManaged } from "../../policy/managed.ts";
import { PRESETS, readPreset } from "../../policy/presets.ts";
import { securityOf } from "../../policy/security.ts";
import { missing } from "../../refusal.ts";
import { refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER, HOST_OWNER, OWNER, VIEWER } from "./access.ts";

/** Levels, approval modes, defaults, and the security document of a project. */
export function policyRoutes({ store, changes, assembling }: Services): readonly Route[] {
  return [
    defineRoute("GET /api/projects/:id/security", { access: VIEWER }, async ({ params }) => {
      const project = await store.projects.get(params["id"] ?? "");
      return project === null ? missing("project") : json(await securityOf(store, project));
    }),
    defineRoute(
      "PUT /api/projects/:id/security",
      { access: OWNER, body: securityBody },
      async ({ caller, params, body }) => {
        const project = await store.projects.get(params["id"] ?? "");
        if (project === null) return missing("project");
        const changed = await changes.setSecurity(project.id, body, caller);
        if (changed.ok) return json({ ...changed.value, resettled: changed.resettled });
        if (changed.code !== "stale") return changed;
        const { code, message } = changed;
        const now = (await store.projects.get(project.id)) ?? project;
        const error: ApiError & { current: unknown } = { code, message, current: await securityOf(store, now) };
        return { ok: false, status: 409, body: error };
      },
    ),
    defineRoute(
      "PUT /api/chats/:id/policy",
      { access: APPROVER, body: chatPolicyBody },
      async ({ caller, params, body }) => {
        const changed = await changes.setChat(params["id"] ?? "", body, caller);
        return changed.ok ? json({ ok: true, resettled: changed.resettled }) : changed;
      },
    ),
    defineRoute("GET /api/settings/defaults", { access: VIEWER }, async () => json(await view())),
    defineRoute("PUT /api/settings/defaults", { access: HOST_OWNER, body: defaultsBody }, async ({ caller, body }) => {
      if (body.preset === "sandbox" && !(await readDefaults(store)).sandbox)
        return refuse("ECONFLICT", "its rules count only in the sandbox: turn the sandbox for commands on first");
      const changed = await changes.setDefaults(body as DefaultsChange, caller);
      return changed.ok ? json({ ...(await view()), resettled: changed.resettled }) : changed;
    }),
  ];

  async function view(): Promise<DefaultsView> {
    const { level, approvalMode, limits, preset } = await readDefaults(store);
    const presets = PRESETS.map((name) => {
      const { title, about } = readPreset(name);
      return { name, title, about };
    });
    const assess = (await store.settings.get("assess")) === true;
    const outputLimit = await readOutputLimit(store);
    const managed = managedView(assembling.managedFile);
    return { level, approvalMode, limits, outputLimit, preset, assess, presets, managed };
  }
}

function managedView(path: string | undefined): DefaultsView["managed"] {
  if (path === undefined) return null;
  try {
    const { layer = {}, rules } = readManaged(path);
    const empty = Object.keys(layer).length === 0 && rules.length === 0;
    return empty ? null : { path, layer, rules: rules.length, fault: null };
  } catch (error) {
    return { path, layer: {}, rules: 0, fault: (error as Error).message }; // verdict: shown, and every call is refused
  }
}
