import { randomInt } from "node:crypto";
import type { NewServerBody, ProposalView } from "../../../wire/own-servers.ts";
import type { TerminalAnswer } from "../../../wire/terminal.ts";
import { hashOf as digestOf } from "../../gate/digest.ts";
import type { NewServer, OwnServers } from "./own-servers.ts";

/**
 * Programs that a page wants to be started, until a person types the code that the page shows in a terminal: a page that
 * was taken over can then start nothing. Kept in memory only. Source: host.md, "MCP".
 */
export interface Proposals {
  /** The code to be typed. */
  add(proposed: Proposed): { readonly code: string; readonly expiresAt: number };
  /** Null where the code is none, or is too old. */
  look(code: string): ProposalView | null;
  /** `digest`: of what was shown. */
  confirm(code: string, digest: string): Promise<TerminalAnswer>;
}

interface Proposed {
  readonly server: NewServer;
  readonly replaces: NewServerBody["replaces"];
  /** For the terminal. */
  readonly projectNames: readonly string[] | null;
  /** `person:ID` of who proposed it. */
  readonly actor: string;
}

const LIFETIME = 5 * 60_000;
/** No letter or digit that could be read as another; 40 bits. */
const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LENGTH = 8;
const MOST = 10;
/** Wrong codes until all that waits is dropped. */
const GUESSES = 5;

export function createProposals(servers: OwnServers, now: () => number): Proposals {
  const waiting = new Map<string, Proposed & { readonly expiresAt: number }>();
  let wrong = 0;

  function find(typed: string): (Proposed & { readonly expiresAt: number }) | null {
    for (const [code, { expiresAt }] of waiting) if (expiresAt <= now()) waiting.delete(code);
    const found = waiting.get(toCode(typed));
    if (found !== undefined) return found;
    wrong += 1;
    if (wrong >= GUESSES) {
      waiting.clear();
      wrong = 0;
    }
    return null;
  }

  return {
    add(proposed) {
      const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
      const expiresAt = now() + LIFETIME;
      if (waiting.size >= MOST) waiting.delete(waiting.keys().next().value ?? "");
      waiting.set(code, { ...proposed, expiresAt });
      return { code: `${code.slice(0, 4)}-${code.slice(4)}`, expiresAt };
    },
    look(code) {
      const found = find(code);
      return found && viewOf(found);
    },
    async confirm(code, digest) {
      const found = find(code);
      if (found === null)
        return { done: false, text: "no server waits under this code: it may be older than 5 minutes" };
      if (viewOf(found).digest !== digest)
        return { done: false, text: "it is another server by now: look at it again" };
      waiting.delete(toCode(code));
      const { slug } = await servers.put(found.server, { actor: found.actor, confirmedAt: "terminal" });
      return { done: true, text: `${found.replaces === null ? "added" : "changed"} the MCP server ${slug}` };
    },
  };
}

function toCode(typed: string): string {
  return typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

function viewOf({ server, replaces, projectNames }: Proposed): ProposalView {
  const { slug, draft } = server;
  const shown = { slug, entry: draft.entry, replaces: replaces !== null, projects: projectNames };
  return { ...shown, digest: digestOf({ ...shown, secrets: draft.secrets }) };
}
