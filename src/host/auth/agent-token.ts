import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Store } from "../../store/store.ts";
import { hashToken, newToken, sameText } from "./token.ts";

/** What an agent's hook reads: the token that it presents, and the proof by which it knows the host. */
export interface AgentCredential {
  readonly token: string;
  /**
   * Sent back by the host with each answer to this agent. A program of another user that took the port of a host which
   * died learns the token from the request, but not this.
   */
  readonly proof: string;
}

/** The agent's credential, made where there is none that works. File: `<data>/agents/<name>.token`, 0600, two lines. */
export async function ensureAgentToken(
  store: Store,
  dataDir: string,
  agent: string,
  now: number,
): Promise<AgentCredential> {
  const present = readAgentToken(dataDir, agent);
  const hash = present === null ? null : hashToken(present.token);
  const known = hash === null ? null : await store.agentTokens.byTokenHash(hash);
  if (present !== null && known !== null && known.agent === agent && sameText(known.tokenHash, hash as string))
    return present;
  const made = { token: newToken(), proof: newToken() };
  await store.agentTokens.add({
    id: `agt_${randomUUID()}`,
    agent,
    tokenHash: hashToken(made.token) as string,
    createdAt: now,
    lastSeen: null,
    revokedAt: null,
  });
  writeToken(dataDir, agent, made);
  return made;
}

/** Null where there is no such file, or it is not one of ours. */
export function readAgentToken(dataDir: string, agent: string): AgentCredential | null {
  try {
    const [token = "", proof = ""] = readFileSync(tokenFile(dataDir, agent), "utf8").split("\n");
    return hashToken(token) !== null && hashToken(proof) !== null ? { token, proof } : null;
  } catch {
    return null; // verdict: no credential; the caller makes one or refuses
  }
}

function writeToken(dataDir: string, agent: string, credential: AgentCredential): void {
  mkdirSync(join(dataDir, "agents"), { recursive: true, mode: 0o700 });
  const file = tokenFile(dataDir, agent);
  writeFileSync(file, `${credential.token}\n${credential.proof}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

function tokenFile(dataDir: string, agent: string): string {
  if (!/^[a-z0-9-]+$/.test(agent)) throw new Error(`\`${agent}\` is not the name of an agent`);
  return join(dataDir, "agents", `${agent}.token`);
}
