import { canonicalHash } from "../../read/canonical-json.ts";
import type { ServerEntry } from "../../store/tables/mcp-servers.ts";

/** The identity of a server: whatever else starts is another one. SHA-256 (hex) over RFC 8785. */
export function entryHash({ command, args, env, cwd }: ServerEntry): string {
  const names = [...new Set(env)].sort();
  return canonicalHash({ command, args, env: names, cwd });
}

/** With `mcp__`, a tool's name and the hash of a shortened one it has to fit into 64 characters. */
const MAX_SLUG = 24;

/** What the server is called in the names of its tools, unless that is taken: what a person called it, or what it runs. */
export function slugOf(entry: ServerEntry, name: string | null): string {
  return toSlug(name ?? tellingWord(entry)) || "server";
}

/** For a second entry that would be called the same. */
export function slugWithHash(slug: string, hash: string): string {
  return `${slug.slice(0, MAX_SLUG - 7).replace(/-+$/, "")}-${hash.slice(0, 6)}`;
}

const STARTERS =
  /^(?:npx|bunx?|pnpx|pnpm|yarn|node|deno|tsx|uvx?|pipx|python[\d.]*|docker|podman|bash|sh|env|cmd)(?:\.exe)?$/i;
/** Words of a command line and parts of a path that every server could have. */
const COMMON = /^(?:run|exec|dlx|tool|index|main|server|dist|build|bin|lib|src|out|mcp|stdio|node_modules|cli|start)$/i;

function tellingWord({ command, args }: ServerEntry): string {
  const program = lastPart(command);
  if (!STARTERS.test(program)) return program;
  for (const word of args) {
    if (word.startsWith("-")) continue;
    const found = word
      .split(/[\\/]/)
      .reverse()
      .map(plainName)
      .find((part) => part !== "" && !COMMON.test(part));
    if (found !== undefined) return found;
  }
  return program;
}

/** `server-filesystem@1.2.0` and `mcp_server_fetch.py` without what says only that it is a server. */
function plainName(part: string): string {
  return part
    .replace(/(?<=.)@.*$/, "")
    .replace(/\.(?:m?js|c?js|ts|py|sh|exe)$/i, "")
    .replace(/^(?:mcp[-_])?server[-_]|^mcp[-_]|[-_]mcp(?:[-_]server)?$|[-_]server$/gi, "");
}

function lastPart(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** As it stands in names of tools; empty where nothing of it can. */
export function toSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, MAX_SLUG)
    .replace(/-+$/, "");
}

/** Variables by which the same command runs other code. The rest differs from terminal to terminal and says nothing. */
export const DECIDES_WHAT_RUNS =
  /^(?:LD_\w+|DYLD_\w+|NODE_(?:OPTIONS|PATH)|PYTHON(?:PATH|HOME|STARTUP)|RUBY(?:OPT|LIB)|PERL5?(?:OPT|LIB)|BASH_ENV|ENV|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|DENO_\w+|BUN_\w+)$/;
