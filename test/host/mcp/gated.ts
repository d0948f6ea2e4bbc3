import { join } from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const ROOT = join(import.meta.dirname, "../../..");
const CLI = join(ROOT, "src/cli/main.ts");

const MODULES = join(ROOT, "node_modules");
export const EVERYTHING = [join(MODULES, "@modelcontextprotocol/server-everything/dist/index.js"), "stdio"];
export const FILESYSTEM = join(MODULES, "@modelcontextprotocol/server-filesystem/dist/index.js");
export const MEMORY = join(MODULES, "@modelcontextprotocol/server-memory/dist/index.js");

/** How one talks to a server: straight, or through the gate with these options. */
export interface Way {
  readonly cwd: string;
  readonly gate?: { readonly dataDir: string; readonly options?: readonly string[] };
  readonly env?: Readonly<Record<string, string>>;
  readonly client?: ClientOptions;
}

/** The official client on a server that is started for it. */
export async function connect(server: readonly string[], way: Way): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, way.client);
  await client.connect(transportTo(server, way));
  return client;
}

function transportTo(server: readonly string[], { cwd, gate, env }: Way): StdioClientTransport {
  const gated = gate === undefined ? [] : [CLI, "mcp", ...(gate.options ?? []), "--", process.execPath];
  return new StdioClientTransport({
    command: process.execPath,
    args: [...gated, ...server],
    cwd,
    env: { PATH: process.env["PATH"] ?? "", HOME: cwd, ...(gate && { ASSENT_HOME: gate.dataDir }), ...env },
    stderr: "inherit",
  });
}
