import type { Store } from "../../store/store.ts";
import type { HostEvent } from "../../wire/event.ts";

type Known = Pick<Store, "persons" | "chats">;

/** What of the host's projects a person may see: all, or those of `persons.projects`. Source: host.md, "Principals". */
export interface Sight {
  readonly all: boolean;
  /** `null`: what belongs to no project is only for those who see all. */
  project(id: string | null): boolean;
  /** By its project; one that does not exist is nobody's. */
  chat(id: string): Promise<boolean>;
}

/** One for each request: what it looked up once it keeps. */
export async function sightOf(store: Known, person: string): Promise<Sight> {
  const found = await store.persons.get(person);
  const all = found?.projects === null;
  const mine = new Set(found?.projects ?? []);
  const chats = new Map<string, boolean>();
  const project: Sight["project"] = (id) => found !== null && (all || (id !== null && mine.has(id)));
  return {
    all,
    project,
    async chat(id) {
      const known = chats.get(id);
      if (known !== undefined) return known;
      const chat = await store.chats.get(id);
      const seen = chat !== null && project(chat.project);
      chats.set(id, seen);
      return seen;
    },
  };
}

/** An event of another project's chat, files or policy is not told; one of the host as a whole is. */
export async function seesEvent(sight: Sight, { type, chat, id }: Omit<HostEvent, "seq" | "at">): Promise<boolean> {
  if (sight.all) return true;
  if (chat !== undefined) return sight.chat(chat);
  if (id === undefined || (type !== "policy.changed" && type !== "files.changed")) return true;
  return sight.project(id) || sight.chat(id);
}

/** Whether all that a value names as `chat` or `project` is seen; audit data and queries name them so. */
export async function seesNamed(
  sight: Sight,
  named: { readonly chat?: unknown; readonly project?: unknown },
): Promise<boolean> {
  if (typeof named.chat === "string" && !(await sight.chat(named.chat))) return false;
  return typeof named.project !== "string" || sight.project(named.project);
}
