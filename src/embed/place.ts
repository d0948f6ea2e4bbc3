import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { Person } from "../host/auth/principal.ts";
import type { Store } from "../store/store.ts";

/** The app speaks for the person that it asks; it is the owner of its own data directory. */
export const PERSON = {
  kind: "person",
  id: "app",
  name: "the app",
  role: "owner",
  session: "",
} as const satisfies Person;

/** The person, and the project of the policy where it has one; both are made once. */
export async function makePlace(store: Store, root: string | null, at: number): Promise<void> {
  if ((await store.persons.get(PERSON.id)) === null)
    await store.persons.add({ id: PERSON.id, name: PERSON.name, role: "owner", projects: null, createdAt: at });
  const id = projectAt(root);
  if (root === null || id === null || (await store.projects.get(id)) !== null) return;
  const place = { id, path: root, name: basename(root), gitWorkTree: false, createdAt: at };
  // What is granted is the policy's to say.
  await store.projects.add({ ...place, opened: "custom", grants: [] });
}

/** Another root is another project: what was read, granted or asked under one says nothing of the other. */
export function projectAt(root: string | null): string | null {
  return root === null ? null : `prj_${shortHash(root)}`;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** A session's chat in a project; made at its first call. */
export async function chatOf(
  store: Store,
  session: string,
  { project, at }: { readonly project: string | null; readonly at: number },
): Promise<string> {
  const id = `cht_${shortHash(JSON.stringify([project, session]))}`;
  if ((await store.chats.get(id)) !== null) return id;
  const nothing = { agent: null, sessionKey: null, level: null, approvalMode: null, grants: [], endedAt: null };
  await store.chats.add({ id, project, title: session.slice(0, 200), ...nothing, createdAt: at, lastSeen: at });
  return id;
}
