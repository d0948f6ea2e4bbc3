import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import type { Store } from "../../store/store.ts";
import type { Recorder } from "../audit/recorder.ts";
import { hashToken, newToken } from "./token.ts";

/** Printed in a terminal, to be opened soon. */
const LINK_LIFE = 60 * 60_000;
/** Set once somebody has logged in: from then on no link is free. */
const CLAIMED = "login.claimed";

export interface NewSession {
  readonly id: string;
  /** Goes into the cookie; only its hash is stored. */
  readonly token: string;
  /** Every mutation repeats it in a header. */
  readonly csrf: string;
  readonly person: string;
}

/**
 * Token of a data directory's first login link, free until it was used once; null from then on. Whoever may read the
 * data directory could make one: that is the person's own terminal, before there is any session to ask.
 */
export async function firstLink(store: Store, now: number): Promise<string | null> {
  if ((await store.settings.get(CLAIMED)) === true) return null;
  return addLink(store, await ownerOf(store, now), now);
}

/** Token of a later link, made for a person by their own logged-in session. */
export async function addLink(store: Pick<Store, "loginLinks">, person: string, now: number): Promise<string> {
  const token = newToken();
  const hash = hashToken(token) as string;
  await store.loginLinks.add({ hash, person, createdAt: now, expiresAt: now + LINK_LIFE });
  return token;
}

/** A link works once: of two that use it one gets the session, the other null. */
export async function useLink(
  recorder: Recorder,
  link: { readonly token: string; readonly name: string; readonly now: number },
): Promise<NewSession | null> {
  const hash = hashToken(link.token);
  if (hash === null) return null;
  return recorder.commit(async (tables, log) => {
    const person = await tables.loginLinks.use(hash, link.now);
    if (person === null) return null;
    const session = { id: `ses_${randomUUID()}`, token: newToken(), csrf: newToken(), person };
    await tables.sessions.add({
      id: session.id,
      tokenHash: hashToken(session.token) as string,
      csrf: session.csrf,
      person,
      kind: "browser",
      name: link.name,
      createdAt: link.now,
      lastSeen: link.now,
      revokedAt: null,
    });
    if ((await tables.settings.get(CLAIMED)) !== true) {
      await tables.settings.set(CLAIMED, true);
      // Another free link, taken by whoever started a second `assent` meanwhile, is worth nothing now.
      await tables.loginLinks.useUp(link.now);
    }
    await log({
      at: link.now,
      type: "login",
      actor: `person:${person}`,
      chat: null,
      approval: null,
      data: { session: session.id, name: link.name },
    });
    return session;
  });
}

/** For a person who has no session left, on a stopped host: every session ends, and the next first link is free again. */
export function forgetLogins(recorder: Recorder, now: number): Promise<void> {
  return recorder.commit(async (tables, log) => {
    for (const session of await tables.sessions.list()) await tables.sessions.revoke(session.id, now);
    await tables.settings.set(CLAIMED, false);
    await tables.loginLinks.useUp(now);
    await log({ at: now, type: "login.recovered", actor: "host", chat: null, approval: null, data: {} });
  });
}

async function ownerOf(store: Store, now: number): Promise<string> {
  const owner = (await store.persons.list()).find((person) => person.role === "owner");
  if (owner !== undefined) return owner.id;
  const person = { id: "owner", name: accountName(), role: "owner", projects: null, createdAt: now } as const;
  await store.persons.add(person);
  return person.id;
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return "owner"; // verdict: a name to show; nothing hangs on it
  }
}
