import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CallPartView } from "../../../../src/wire/chats.ts";
import { type ChatClient, callsIn, chatOf } from "../../engine/chat-client.ts";
import { call, type Scripted, startScripted } from "../../engine/scripted.ts";
import { node, type Own, ownOf } from "./own.ts";

const FIXTURE = join(import.meta.dirname, "../fixture-server.ts");

/** A chat with a scripted model, in a host to which MCP servers can be added. */
export interface FixtureChat {
  readonly host: Scripted;
  readonly own: Own;
  readonly chat: ChatClient;
  /** Adds the fixture as a server `fx`, with tools of these names. */
  addFixture(names: readonly string[], more?: object): Promise<void>;
  /** What the fixture says of its tools from now on: names and descriptions. */
  describeTools(tools: Readonly<Record<string, string>>): void;
  /** The file that the fixture reads them from. */
  readonly toolsFile: string;
  /** What the fixture did. */
  log(): string;
  /** Has the model call a tool, and waits for what comes of it without an answer. */
  calls(tool: string, args?: object): Promise<CallPartView | undefined>;
  /** The same, and a person allows it. */
  callAllowed(tool: string, args?: object): Promise<CallPartView | undefined>;
  /** The model calls a tool, and its card waits. */
  asks(tool: string, args?: object): Promise<void>;
  /** What the model was told of tools of servers, in its last request. */
  toldTools(): readonly string[];
  /** Another host on the same data, with the same chat. */
  restart(): Promise<FixtureChat>;
  close(): Promise<void>;
}

export async function startFixtureChat(): Promise<FixtureChat> {
  const host = await startScripted();
  return on(host, await host.chat());
}

function on(host: Scripted, chat: ChatClient): FixtureChat {
  const { provider, real } = host;
  const own = ownOf(real);
  const toolsFile = join(real.project, "../tools.json");
  const logFile = join(real.project, "../log");
  const describeTools = (tools: object): void => writeFileSync(toolsFile, JSON.stringify(tools));
  const says = async (tool: string, args: object): Promise<void> => {
    provider.script({ calls: [call(tool, args)] }, { text: "done" });
    await chat.send("do it");
  };
  const last = async (...states: string[]) => callsIn((await chat.reaches(...states)).messages).at(-1);
  return {
    host,
    own,
    chat,
    toolsFile,
    describeTools,
    async addFixture(names, more = {}) {
      describeTools(Object.fromEntries(names.map((name) => [name, `does ${name}`])));
      writeFileSync(logFile, "");
      await own.add("fx", { ...node(FIXTURE, toolsFile, logFile), ...more });
    },
    log: () => readFileSync(logFile, "utf8"),
    async calls(tool, args = {}) {
      await says(tool, args);
      return last("idle", "waiting");
    },
    async callAllowed(tool, args = {}) {
      await says(tool, args);
      await chat.answer("allow");
      return last("idle");
    },
    async asks(tool, args = {}) {
      await says(tool, args);
      await chat.reaches("waiting");
    },
    toldTools() {
      const body = provider.requests.at(-1)?.body as unknown as { tools?: { function: { name: string } }[] };
      return (body.tools ?? []).map(({ function: { name } }) => name).filter((name) => name.startsWith("mcp__"));
    },
    async restart() {
      const again = await real.restart();
      const close = async (): Promise<void> => void (await Promise.all([again.close(), provider.close()]));
      return on({ ...host, real: again, close }, chatOf(again, chat.id));
    },
    close: () => host.close(),
  };
}
