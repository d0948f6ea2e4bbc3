import { isRecord } from "../../core/faults.ts";
import type { Store } from "../../store/store.ts";
import { seesNamed, sightOf } from "../auth/sight.ts";
import type { Caller } from "../auth/require-auth.ts";
import { missing, type Refusal } from "../refusal.ts";

interface Asked {
  /** As the route table has it: `/api/chats/:id/tools`. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

/**
 * Null where a person may see every project and chat that the request names. In front of all routes, so that none can
 * forget it: what lies in another project is answered as what does not exist.
 */
export async function outOfSight(
  store: Pick<Store, "persons" | "chats">,
  caller: Caller,
  asked: Asked,
): Promise<Refusal | null> {
  if (caller.kind !== "person") return null;
  const sight = await sightOf(store, caller.id);
  if (sight.all) return null;
  for (const named of namedBy(asked)) {
    if (!(await seesNamed(sight, named))) return missing(named.chat === undefined ? "project" : "chat");
  }
  return null;
}

type Named = Readonly<Record<string, unknown>>;

function namedBy({ path, params, query, body }: Asked): readonly Named[] {
  const inPath = /^\/api\/(project|chat)s\/:id/.exec(path)?.[1];
  return [
    ...(inPath === undefined ? [] : [{ [inPath]: params["id"] }]),
    ...[query, body].flatMap((value) => (isRecord(value) ? [value, byScope(value)] : [])),
  ];
}

/** Modes and rules name whose they are as `scope` with an `id` or a `target`. */
function byScope({ scope, id, target }: Named): Named {
  return scope === "chat" || scope === "project" ? { [scope]: target ?? id } : {};
}
