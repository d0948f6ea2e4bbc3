import { z } from "zod";
import { EFFECTS } from "../core/effect.ts";
import { newServerBody, serverEntry, shownEntry } from "./own-servers.ts";
import { acceptFileBody } from "./project-file.ts";

const addRule = z.strictObject({
  do: z.literal("add-rule"),
  tool: z.string().min(1).max(256),
  pattern: z.string().min(1).max(4096),
  decision: z.enum(EFFECTS),
  scope: z.enum(["project", "global"]),
});
const removeRule = z.strictObject({ do: z.literal("remove-rule"), id: z.string().min(1).max(128) });
const trust = z.strictObject({ do: z.literal("trust") });
/** An answer to a card, with the digest of what was shown in the terminal. */
const answer = z.strictObject({
  do: z.literal("answer"),
  id: z.string().min(1).max(128),
  digest: z.string().max(128),
  decision: z.enum(["allow", "deny"]),
});
/** An MCP server of the host's own chats. Values that are secret are given on its page. */
const addServer = z.strictObject({
  do: z.literal("add-server"),
  name: newServerBody.shape.name,
  entry: serverEntry.refine(({ secrets }) => Object.keys(secrets).length === 0, "secrets are given on the page"),
});
const stop = z.strictObject({ do: z.literal("stop") });

/**
 * What a terminal may ask for: POST /api/terminal. An agent's shell has a terminal too, so each of these is a call that
 * a logged-in person confirms on a card; only stopping everything is done at once. Source: host.md, "Principals".
 */
export const terminalBody = z.strictObject({
  /** Where the command was typed; its project is the one that a rule is for. */
  cwd: z.string(),
  command: z.discriminatedUnion("do", [addRule, removeRule, trust, answer, addServer, stop]),
});
export type TerminalBody = z.infer<typeof terminalBody>;

/** The command as its card shows it. What stands behind an id is filled in by the host, never by who asks. */
export const shownCommand = z.discriminatedUnion("do", [
  addRule,
  removeRule.extend({
    /** `place`: where it counts, which may be another project than that of the terminal. */
    rule: z.strictObject({ ...addRule.omit({ do: true }).shape, scope: z.string(), place: z.string() }),
  }),
  trust.extend({
    /** What would be accepted, in the version that is there. */
    files: z.array(acceptFileBody.extend({ changes: z.array(z.string()) })),
  }),
  answer.extend({ call: z.strictObject({ summary: z.string(), agent: z.string(), project: z.string() }) }),
  z.strictObject({ do: addServer.shape.do, slug: z.string(), entry: shownEntry }),
  stop,
]);
export type ShownCommand = z.infer<typeof shownCommand>;

export interface TerminalAnswer {
  readonly done: boolean;
  /** What was done, or why not; one line. */
  readonly text: string;
}
