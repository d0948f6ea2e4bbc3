import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { OwnServerView, ProposalView, ServerProposed } from "../../../../src/wire/own-servers.ts";
import type { TerminalAnswer } from "../../../../src/wire/terminal.ts";
import { type RealHost, until } from "../../real-host.ts";

/** What an owner does with the host's own MCP servers, over HTTP; `confirm` is what a terminal does with the code. */
export interface Own {
  propose(body: object): Promise<ServerProposed>;
  terminal<T>(path: string, body: object): Promise<{ readonly status: number; readonly body: T }>;
  confirm(code: string): Promise<TerminalAnswer>;
  /** Proposed and confirmed. */
  add(name: string, entry: object, more?: object): Promise<void>;
  view(slug: string): Promise<OwnServerView | undefined>;
  reaches(slug: string, state: OwnServerView["state"]): Promise<OwnServerView>;
}

export function ownOf(real: RealHost): Own {
  const token = readFileSync(join(real.dataDir, "agents/terminal.token"), "utf8").split("\n")[0] as string;
  const terminal = async (path: string, body: object) => {
    const response = await fetch(`${real.host.url}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as never };
  };
  const propose = async (body: object): Promise<ServerProposed> => {
    const response = await real.person.send("POST", "/api/mcp/servers", body);
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as ServerProposed;
  };
  const confirm = async (code: string): Promise<TerminalAnswer> => {
    const { body } = await terminal("/api/mcp/proposals", { code });
    const { proposal } = body as { proposal: ProposalView };
    return (await terminal("/api/mcp/proposals/confirm", { code, digest: proposal.digest })).body;
  };
  const view = async (slug: string): Promise<OwnServerView | undefined> => {
    const { own } = (await (await real.person.send("GET", "/api/mcp/servers")).json()) as { own: OwnServerView[] };
    return own.find((server) => server.slug === slug);
  };
  return {
    propose,
    terminal,
    confirm,
    view,
    async add(name, entry, more = {}) {
      const { code } = await propose({ name, entry, ...more });
      const answer = await confirm(code ?? "");
      if (!answer.done) throw new Error(answer.text);
    },
    reaches: (slug, state) =>
      until(async () => {
        const seen = await view(slug);
        return seen?.state === state && seen;
      }),
  };
}

/** A server that is a script of Node. */
export function node(...args: readonly string[]) {
  return { kind: "stdio", command: process.execPath, args };
}
