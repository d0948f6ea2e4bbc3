import { join } from "node:path";
import { getNodeValue } from "jsonc-parser";
import { isRecord } from "../../../core/faults.ts";
import type { OwnServer } from "../../../store/tables/own-servers.ts";
import type { Project } from "../../../store/tables/projects.ts";
import { newServerBody, type ProjectServer, type ProposedEntry } from "../../../wire/own-servers.ts";
import { readPlainFile } from "../../plain-file.ts";
import { FILE_NAMES, rootOf } from "../../policy/project-file/parse.ts";
import type { Redactor } from "../../secrets/redact.ts";

type Shape = Readonly<Record<string, unknown>>;

const MOST = 50;

/**
 * Servers that a project's `.mcp.json` names, as clients of the protocol write them. The file came with the project, so
 * each is a proposal: a person reviews it, and a terminal confirms it. A file that cannot be read proposes nothing; the
 * page about the project's files says why.
 */
export function projectServers({ id, path }: Project, redactor: Pick<Redactor, "value">): readonly ProjectServer[] {
  const file = readPlainFile(join(path, FILE_NAMES.mcp));
  const root = file.kind === "text" ? rootOf(file.text) : null;
  if (root === null || !("type" in root)) return [];
  const { mcpServers } = getNodeValue(root) as Shape;
  if (!isRecord(mcpServers)) return [];
  return Object.entries(mcpServers)
    .slice(0, MOST)
    .map(([name, said]) => {
      const entry = isRecord(said) ? read(said, path) : null;
      const parsed = newServerBody.safeParse({ name, entry });
      if (!parsed.success || entry === null)
        return { project: id, name, entry: null, fault: "it is no entry of a server" };
      return {
        project: id,
        name: parsed.data.name,
        entry: withoutSecrets(parsed.data.entry, path, redactor),
        fault: null,
      };
    });
}

function read(said: Shape, path: string): Shape | null {
  if (typeof said["url"] === "string" && said["type"] !== "sse")
    return { kind: "http", url: said["url"], secrets: said["headers"] ?? {} };
  if (typeof said["command"] !== "string") return null;
  return { kind: "stdio", command: said["command"], args: said["args"] ?? [], env: said["env"] ?? {}, cwd: path };
}

/** A value that is masked anywhere else is one to be entered as a secret; headers always are. */
function withoutSecrets(entry: Parsed, path: string, redactor: Pick<Redactor, "value">): ProposedEntry {
  if (entry.kind === "http") return { kind: "http", url: entry.url, secrets: Object.keys(entry.secrets).sort() };
  const shown = redactor.value(entry.env).value as Readonly<Record<string, string>>;
  const isSecret = (name: string): boolean => {
    const value = entry.env[name] ?? "";
    return shown[name] !== value || value.startsWith("${");
  };
  const names = Object.keys(entry.env).sort();
  return {
    kind: "stdio",
    command: entry.command,
    // Whoever reviews it has to see all of what would start.
    args: entry.args,
    env: Object.fromEntries(names.filter((name) => !isSecret(name)).map((name) => [name, entry.env[name] ?? ""])),
    secrets: names.filter(isSecret),
    cwd: path,
  };
}

type Parsed = ReturnType<typeof newServerBody.parse>["entry"];

/** The same is started or reached already in chats of that project. */
export function isThere(servers: readonly OwnServer[], { project, entry }: ProjectServer): boolean {
  return servers.some(({ entry: known, projects }) => {
    if (entry === null || (projects !== null && !projects.includes(project))) return false;
    if (known.kind === "http") return entry.kind === "http" && known.url === entry.url;
    return entry.kind === "stdio" && known.command === entry.command && known.args.join("\n") === entry.args.join("\n");
  });
}
