import type { OwnServerView } from "../../../wire/own-servers.ts";
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
};

/** Of a server that is to be changed; its secrets have to be given again, since nobody is told them. */
export function draftOf(server: OwnServerView | null): ServerDraft {
  if (server === null || server.entry === null) return EMPTY;
  const { slug, entry, projects } = server;
  const known = { ...EMPTY, name: slug, kind: entry.kind, projects };
  const secrets = entry.secrets.map((name) => ({ name, value: "" }));
  if (entry.kind === "http") return { ...known, url: entry.url, secrets };
  const env = Object.entries(entry.env).map(([name, value]) => `${name}=${value}`);
  return {
    ...known,
    command: entry.command,
    args: entry.args.join("\n"),
    cwd: entry.cwd,
    env: env.join("\n"),
    secrets,
  };
}

/** Throws where a line of the variables is none. */
export function toNewServer(draft: ServerDraft, of: OwnServerView | null): NewServer {
  const { name, kind, url, command, cwd, projects } = draft;
  const secrets = Object.fromEntries(
    draft.secrets.filter((secret) => secret.name !== "").map((secret) => [secret.name.trim(), secret.value]),
  );
  const more = { name, projects: projects === null ? null : [...projects], replaces: of?.slug ?? null };
  if (kind === "http") return { ...more, entry: { kind, url: url.trim(), secrets } };
  const args = draft.args === "" ? [] : draft.args.replace(/\n$/, "").split("\n");
  const folder = cwd.trim() === "" ? null : cwd.trim();
  return { ...more, entry: { kind, command: command.trim(), args, cwd: folder, env: readLines(draft.env), secrets } };
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
