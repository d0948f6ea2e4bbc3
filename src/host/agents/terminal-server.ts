import { canonicalJson } from "../../read/canonical-json.ts";
import type { NewServerBody } from "../../wire/own-servers.ts";
import type { ShownCommand, TerminalAnswer, TerminalBody } from "../../wire/terminal.ts";
import type { Person } from "../auth/principal.ts";
import type { OwnServerService } from "../mcp/client/service.ts";

type Servers = Pick<OwnServerService, "prepare" | "put">;
type Asked = Extract<TerminalBody["command"], { readonly do: "add-server" }>;
type Shown = Extract<ShownCommand, { readonly do: "add-server" }>;

/** The server as its card shows it, with the program that the host finds for it. */
export async function toServer(servers: Servers, { name, entry }: Asked): Promise<Shown | TerminalAnswer> {
  const prepared = await servers.prepare(bodyOf(name, entry));
  return "ok" in prepared ? refused(prepared) : shownOf(prepared);
}

/** Adds what the card showed. Null: who confirmed it is not known. INVARIANT: no program starts that no person saw. */
export async function addServer(servers: Servers, by: Person | null, shown: Shown): Promise<TerminalAnswer> {
  if (by === null) return { done: false, text: "a person has to confirm it on its card" };
  const prepared = await servers.prepare(bodyOf(shown.slug, proposedOf(shown)));
  if ("ok" in prepared) return refused(prepared);
  // Meanwhile another program may have come to lie there.
  if (canonicalJson(shownOf(prepared)) !== canonicalJson(shown))
    return { done: false, text: "it is another program by now: add it again" };
  await servers.put(prepared, by);
  return { done: true, text: `added the MCP server ${shown.slug} for every chat` };
}

type Prepared = Awaited<ReturnType<Servers["prepare"]>>;

function shownOf({ slug, draft }: Exclude<Prepared, { readonly ok: false }>): Shown {
  const { secrets: _none, ...entry } = draft.entry;
  return { do: "add-server", slug, entry: entry as Shown["entry"] };
}

function refused(refusal: Extract<Prepared, { readonly ok: false }>): TerminalAnswer {
  return { done: false, text: "body" in refusal ? refusal.body.message : refusal.message };
}

function bodyOf(name: string, entry: Asked["entry"]): NewServerBody {
  return { name, entry, projects: null, replaces: null };
}

function proposedOf({ entry }: Shown): Asked["entry"] {
  if (entry.kind === "http") return { ...entry, secrets: {} };
  const { file: _file, canonical: _canonical, ...proposed } = entry;
  return { ...proposed, secrets: {} };
}
