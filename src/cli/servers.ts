import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { createRedactor } from "../host/secrets/redact.ts";
import type { OwnServer } from "../store/tables/own-servers.ts";
import type { ProposalView } from "../wire/own-servers.ts";
import type { TerminalBody } from "../wire/terminal.ts";
import { typed } from "./command-name.ts";
import { CliError, print, table, UsageError } from "./output.ts";
import { withStore } from "./stored.ts";
import { askTerminal, printAnswer, terminalHost } from "./terminal.ts";

/** MCP servers that the host starts for its own chats. */
export async function servers(options: { readonly json?: true }): Promise<void> {
  const known = (await withStore((store) => store.ownServers.list())) ?? [];
  const redactor = createRedactor();
  const shown = known.map(({ confirmed: _sealed, ...server }) => redactor.value(server).value as Shown);
  if (options.json) return print(JSON.stringify(shown, null, 2));
  if (shown.length === 0) return print("no MCP servers");
  print(table(shown.map(toRow)));
}

/** As the page shows it too: what looks like a secret is masked. */
type Shown = Omit<OwnServer, "confirmed">;

function toRow({ slug, entry, enabled }: Shown): string[] {
  const what = entry.kind === "http" ? entry.url : [entry.command, ...entry.args].map(word).join(" ");
  return [slug, enabled ? "on" : "off", what];
}

interface AddOptions {
  readonly url?: true;
  readonly cwd?: string;
  readonly env?: readonly string[];
  readonly sandbox?: true;
}

/** Asks for a server of these words, which a person confirms on a card that shows the program. */
export async function add(name: string, words: readonly string[], options: AddOptions): Promise<void> {
  const entry = options.url ? toAddress(words, options) : toProgram(words, options);
  await askTerminal({ do: "add-server", name, entry });
}

type Entry = Extract<TerminalBody["command"], { readonly do: "add-server" }>["entry"];

function toAddress([url = "", ...more]: readonly string[], { cwd, env, sandbox }: AddOptions): Entry {
  if (!URL.canParse(url) || more.length > 0)
    throw new UsageError("--url takes one address", typed("servers add docs --url https://mcp.example.com/mcp"));
  if (cwd !== undefined || env !== undefined || sandbox)
    throw new UsageError("--cwd, --env and --sandbox are for a program", "headers of an address are given on its page");
  return { kind: "http", url, secrets: {} };
}

function toProgram([command = "", ...args]: readonly string[], { cwd, env = [], sandbox }: AddOptions): Entry {
  if (command === "")
    throw new UsageError("a server needs a command, after --", typed("servers add files -- npx -y SERVER ~/notes"));
  return {
    kind: "stdio",
    // A path is one from here, wherever the host was started.
    command: command.includes("/") ? resolve(command) : command,
    args: [...args],
    env: Object.fromEntries(env.map(toVariable)),
    secrets: {},
    cwd: cwd === undefined ? null : resolve(cwd),
    sandboxed: sandbox === true,
  };
}

function toVariable(text: string): readonly [string, string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`\`${text}\` is no variable`, "--env NAME=VALUE; secret ones are given on the page");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Shows the whole of what would start, and adds it when the person says yes. */
export async function confirm(code: string): Promise<void> {
  const { host } = await terminalHost();
  const { proposal } = await host("POST /api/mcp/proposals", { body: { code } });
  print(table(factsOf(proposal)));
  process.stderr.write(`${proposal.replaces ? "Change" : "Add"} this server? Type yes: `);
  if ((await readAnswer()) !== "yes") throw new CliError("nothing was changed");
  printAnswer(await host("POST /api/mcp/proposals/confirm", { body: { code, digest: proposal.digest } }));
}

/** A line for each fact, and for each word of the command, so that none can pass for another. */
function factsOf({ slug, entry, projects }: ProposalView): string[][] {
  const rows = [["server", slug]];
  if (entry.kind === "http") rows.push(["address", entry.url]);
  else {
    rows.push(["program", entry.file]);
    if (entry.canonical !== entry.file) rows.push(["which is", entry.canonical]);
    entry.args.forEach((arg) => rows.push(["argument", word(arg)]));
    rows.push(["folder", entry.cwd]);
    if (entry.sandboxed) rows.push(["sandbox", "no network; it writes only in its folder"]);
    for (const [name, value] of Object.entries(entry.env)) rows.push(["variable", `${name}=${word(value)}`]);
  }
  entry.secrets.forEach((name) => rows.push(["secret", `${name} (its value is not shown)`]));
  rows.push(["chats", projects === null ? "all" : projects.join(", ")]);
  return rows;
}

function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : JSON.stringify(text);
}

/** The first line of the input. */
async function readAnswer(): Promise<string> {
  const lines = createInterface({ input: process.stdin, terminal: false });
  for await (const line of lines) return line.trim().toLowerCase();
  return "";
}
