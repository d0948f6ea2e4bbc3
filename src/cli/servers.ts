import { createInterface } from "node:readline";
import { createRedactor } from "../host/secrets/redact.ts";
import type { OwnServer } from "../store/tables/own-servers.ts";
import type { ProposalView } from "../wire/own-servers.ts";
import { CliError, print, table } from "./output.ts";
import { withStore } from "./stored.ts";
import { printAnswer, terminalHost } from "./terminal.ts";

/** MCP servers that the host starts for its own chats. They are added on its page, and programs confirmed here. */
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
