import { z } from "zod";

/** MCP servers that the host itself starts or reaches, for its own chats. */

const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
  .max(256);
const header = z
  .string()
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/)
  .max(128);
const value = z
  .string()
  .max(16_384)
  .refine((text) => !text.includes("\0"), "holds a zero byte");
const few = (of: Readonly<Record<string, string>>): boolean => Object.keys(of).length <= 100;

const stdio = z.strictObject({
  kind: z.literal("stdio"),
  /** A program's name, or its whole path. */
  command: value.min(1).max(4096),
  args: z.array(value).max(512).default([]),
  /** Shown as they are. */
  env: z.record(variable, value).refine(few, "too many").default({}),
  /** Written, never read back. */
  secrets: z.record(variable, value).refine(few, "too many").default({}),
  /** Absolute; null: the person's home. */
  cwd: value.max(4096).nullable().default(null),
  /** Without the network, and writing only in its folder. */
  sandboxed: z.boolean().default(false),
});

const http = z.strictObject({
  kind: z.literal("http"),
  url: z.url({ protocol: /^https?$/ }).max(2048),
  /** Headers; written, never read back. */
  secrets: z
    .record(header, value.min(1).regex(/^[\x20-\x7e]*$/))
    .refine(few, "too many")
    .default({}),
});

export const serverEntry = z.discriminatedUnion("kind", [stdio, http]);

/** Ids of the projects whose chats have the server; null: every chat. */
const projects = z.array(z.string().max(128)).max(1000).nullable();

/** POST /api/mcp/servers: with `replaces`, in the place of the server of that slug. */
export const newServerBody = z.strictObject({
  name: z.string().trim().min(1).max(64),
  entry: serverEntry,
  projects: projects.default(null),
  replaces: z.string().max(64).nullable().default(null),
});
export type NewServerBody = z.infer<typeof newServerBody>;

/** PUT /api/mcp/servers/:slug/use */
export const serverUseBody = z.strictObject({ enabled: z.boolean().optional(), projects: projects.optional() });
export type ServerUse = z.infer<typeof serverUseBody>;

/** POST /api/mcp/proposals: the code that the page shows, typed in a terminal. */
export const proposalBody = z.strictObject({ code: z.string().max(32) });
/** POST /api/mcp/proposals/confirm: with the digest of what the terminal showed. */
export const confirmBody = z.strictObject({ code: z.string().max(32), digest: z.string().max(128) });

/** An entry without secrets, with the program that was found for it: as a card shows it. */
export const shownEntry = z.discriminatedUnion("kind", [
  stdio.omit({ secrets: true }).extend({ file: z.string(), canonical: z.string(), cwd: z.string() }),
  http.omit({ secrets: true }),
]);

/** An entry as it is shown: of what is secret only the names. */
export type EntryView =
  | {
      readonly kind: "stdio";
      readonly command: string;
      /** The file that starts. */
      readonly file: string;
      /** Where that leads, without links. */
      readonly canonical: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly secrets: readonly string[];
      readonly cwd: string;
      readonly sandboxed: boolean;
    }
  | { readonly kind: "http"; readonly url: string; readonly secrets: readonly string[] };

/**
 * `unconfirmed`: the entry is not the one that a person confirmed, so it does not start. `failed`: it is tried again by
 * itself, or by hand.
 */
export type ServerState = "stopped" | "starting" | "running" | "failed" | "unconfirmed";

/** A server of GET /api/mcp/servers that the host itself starts or reaches. */
export interface OwnServerView {
  readonly slug: string;
  /** Null: this person does not see what it starts. */
  readonly entry: EntryView | null;
  readonly enabled: boolean;
  readonly projects: readonly string[] | null;
  readonly state: ServerState;
  /** Why it failed; null where it did not. */
  readonly reason: string | null;
  /** What its program said on its standard error last; empty where nothing. */
  readonly said: string;
}

/** A server that a project's `.mcp.json` names: proposed to be reviewed, and nothing before. */
export interface ProjectServer {
  /** Id of the project. */
  readonly project: string;
  readonly name: string;
  /** Null where the file says it in a way that cannot be taken; `fault` then says why. */
  readonly entry: ProposedEntry | null;
  readonly fault: string | null;
}

/** What looks like a secret is left out: only its name is there. */
export type ProposedEntry =
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly secrets: readonly string[];
      readonly cwd: string;
    }
  | { readonly kind: "http"; readonly url: string; readonly secrets: readonly string[] };

/** What a page has proposed, as the terminal shows it. */
export interface ProposalView {
  readonly slug: string;
  readonly entry: EntryView;
  readonly replaces: boolean;
  /** Names of the projects; null: every chat. */
  readonly projects: readonly string[] | null;
  readonly digest: string;
}

/** Answer of POST /api/mcp/servers. */
export interface ServerProposed {
  readonly slug: string;
  /** Null: it waits for the code to be typed in a terminal. */
  readonly server: OwnServerView | null;
  readonly code: string | null;
  /** ms since 1970. */
  readonly expiresAt: number | null;
}
