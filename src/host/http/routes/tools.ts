import { placeQuery } from "../../../wire/requests.ts";
import { z } from "zod";
import type { Store } from "../../../store/store.ts";
import type { LayerKey } from "../../../store/tables/modes.ts";
import { modesPatch, modesQuery, type ModesView } from "../../../wire/tool.ts";
import type { LayerPatch } from "../../policy/layer-patch.ts";
import { missing, type Refusal } from "../../refusal.ts";
import { type HttpRefusal, refuse } from "../refusal.ts";
import { defineRoute, json, type Route } from "../route.ts";
import type { Services } from "../services.ts";
import { APPROVER, VIEWER } from "./access.ts";

/** The tools of a place, and the modes that the app, a project or a chat sets for them. */
export function toolRoutes({ store, changes, toolList }: Services): readonly Route[] {
  return [
    defineRoute("GET /api/tools", { access: VIEWER, query: placeQuery }, async ({ query }) => {
      if (query.chat !== undefined && (await store.chats.get(query.chat)) === null) return missing("chat");
      const project = query.project === undefined ? null : await store.projects.get(query.project);
      if (query.project !== undefined && project === null) return missing("project");
      return json({ tools: await toolList({ chat: query.chat ?? null, project }) });
    }),
    defineRoute("GET /api/tools/authorization", { access: VIEWER, query: modesQuery }, async ({ query }) => {
      const key = await keyOf(store, query);
      if ("ok" in key) return key;
      return json(toView(key, await store.modes.get(key)));
    }),
    defineRoute(
      "PUT /api/tools/authorization",
      { access: APPROVER, query: modesQuery, body: modesPatch },
      async ({ caller, query, body }) => {
        const key = await keyOf(store, query);
        if ("ok" in key) return key;
        // What is inside of an entry is checked where policy is compiled, which names the path.
        const changed = await changes.setModes(key, body as LayerPatch, caller);
        return changed.ok ? json({ ...toView(key, changed.value), resettled: changed.resettled }) : changed;
      },
    ),
  ];
}

async function keyOf(
  store: Store,
  { scope, id = "" }: z.infer<typeof modesQuery>,
): Promise<LayerKey | HttpRefusal | Refusal> {
  if ((scope === "app") !== (id === ""))
    return refuse("EREQUEST", "a chat or project has an id, the app has none", "id");
  if (scope === "chat" && (await store.chats.get(id)) === null) return missing("chat");
  if (scope === "project" && (await store.projects.get(id)) === null) return missing("project");
  return { layer: scope, id };
}

function toView(key: LayerKey, layer: ModesView["layer"] | null): ModesView {
  return { scope: key.layer, id: key.id, layer: layer ?? {} };
}
