import type { OwnServerView, ProjectServer } from "../../../wire/own-servers.ts";
import type { NewServer } from "../../api/own-server-routes.ts";

export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** A server as it is typed: arguments and variables as lines. */
export interface ServerDraft {
  readonly kind: "stdio" | "http";
  readonly name: string;
  readonly url: string;
  readonly command: string;
  readonly args: string;
  readonly cwd: string;
  readonly env: string;
  readonly secrets: readonly Secret[];
  readonly projects: readonly string[] | null;
  readonly sandboxed: boolean;
}

const EMPTY: ServerDraft = {
  kind: "stdio",
  name: "",
  url: "",
  command: "",
  args: "",
  cwd: "",
  env: "",
  secrets: [],
  projects: null,
  sandboxed: false,
};

/** A server that is changed, one that a project proposes, or a new one. */
export interface Edited {
  readonly server?: OwnServerView;
  readonly proposed?: ProjectServer;
}

/** As it stands; its secrets have to be given again, since nobody is told them. */
export function draftOf({ server, proposed }: Edited): ServerDraft {
  const entry = server?.entry ?? proposed?.entry ?? null;
  if (entry === null) return EMPTY;
  const name = server?.slug ?? proposed?.name ?? "";
  const projects = proposed === undefined ? (server?.projects ?? null) : [proposed.project];
  const known = { ...EMPTY, name, kind: entry.kind, projects };
  const secrets = entry.secrets.map((secret) => ({ name: secret, value: "" }));
  if (entry.kind === "http") return { ...known, url: entry.url, secrets };
  const env = Object.entries(entry.env).map(([variable, value]) => `${variable}=${value}`);
  return {
    ...known,
    command: entry.command,
    args: entry.args.join("\n"),
    cwd: entry.cwd,
    env: env.join("\n"),
    secrets,
    sandboxed: server?.entry?.kind === "stdio" && server.entry.sandboxed,
  };
}

/** Throws where a line of the variables is none. */
export function toNewServer(draft: ServerDraft, { server }: Edited): NewServer {
  const { name, kind, url, command, cwd, projects } = draft;
  const secrets = Object.fromEntries(
    draft.secrets.filter((secret) => secret.name !== "").map((secret) => [secret.name.trim(), secret.value]),
  );
  const more = { name, projects: projects === null ? null : [...projects], replaces: server?.slug ?? null };
  if (kind === "http") return { ...more, entry: { kind, url: url.trim(), secrets } };
  const args = draft.args === "" ? [] : draft.args.replace(/\n$/, "").split("\n");
  const folder = cwd.trim() === "" ? null : cwd.trim();
  return {
    ...more,
    entry: {
      kind,
      command: command.trim(),
      args,
      cwd: folder,
      env: readLines(draft.env),
      secrets,
      sandboxed: draft.sandboxed,
    },
  };
}

function readLines(text: string): Record<string, string> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      if (at < 1) throw new Error(`\`${line}\` is no variable: write NAME=value`);
      return [line.slice(0, at).trim(), line.slice(at + 1)];
    }),
  );
}
