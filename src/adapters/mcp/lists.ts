import { OWN } from "../../wire/own-ids.ts";
import type { ForwarderOptions } from "./forwarder-options.ts";
import { addPage, nameOf, newWalk, type Page, type Walk } from "./listing.ts";
import { type Era, type Id, isShape, type ServerAnswer } from "./message.ts";
import { errorLine, INTERNAL_ERROR, listLine, pageLine, toolsChangedLine } from "./write.ts";

export interface Lists {
  /** The client asks for a page. */
  asked(request: { readonly id: Id; readonly cursor: string | null; readonly era: Era }): void;
  /** The client has opened a stream of notifications, or closed it. */
  listens(id: Id): void;
  left(id: Id): void;
  /** True where it was an answer to one of these requests. */
  answered(answer: ServerAnswer, line: Buffer): boolean;
  waiting(): boolean;
  serverChanged(line: Buffer): void;
  policyChanged(): void;
  /** The client waits for the answer to such a request. */
  holds(id: Id): boolean;
  /** As the server describes the tool now. Rejects where its list cannot be read. */
  descriptorOf(tool: string, era: Era): Promise<Described>;
}

/** One tool. A server may tell its client something else than it tells the gate: then both count. */
export interface Described {
  /** Null where the server does not list the tool. */
  readonly descriptor: unknown;
  /** What the client was told last, where that is something else. */
  readonly shown?: unknown;
}

type Options = Pick<ForwarderOptions, "host" | "toClient" | "toServer" | "newId" | "every" | "log">;

/** What the client was told the last time it had walked the whole list: each tool as text. */
type Told = ReadonlySet<string>;

/** How long the server may take for a page that the gate asks for, ms. */
const LIST_LIMIT = 30_000;

/**
 * The list of tools: what the server says, what the client is told, and whether the one or the other has changed. The
 * client is told of a change exactly when its own list is another one. Source: reference of MCP, "Lists".
 */
export function createLists({ host, toClient, toServer, newId, every, log }: Options): Lists {
  /** Requests of the client that the server has not answered. */
  const open = new Map<string, Walk>();
  /** Walks of the client that go on, by the cursor of the next page. */
  const walks = new Map<string, Walk>();
  const own = new Map<string, (answer: ServerAnswer) => void>();
  const streams = new Set<Id>();
  /** Each tool as the client was told of it last. */
  const shownTools = new Map<string, unknown>();
  /** By name; null until the whole list was walked once. */
  let known: ReadonlyMap<string, unknown> | null = null;
  /** How often the server has said that its list is another one; what is known is of `knownAt`. */
  let changes = 0;
  let knownAt = -1;
  let told: Told | null = null;
  let era: Era = { kind: "session" };
  let walking: Promise<void> | null = null;

  function asked(request: Parameters<Lists["asked"]>[0]): void {
    ({ era } = request);
    const begun = request.cursor === null ? undefined : walks.get(request.cursor);
    const walk = begun ?? newWalk(changes);
    if (request.cursor !== null) walk.cursors.add(request.cursor);
    open.set(keyOf(request.id), walk);
  }

  function learn(walk: Walk): void {
    known = walk.tools;
    knownAt = walk.at;
  }

  function answered(answer: ServerAnswer, line: Buffer): boolean {
    const mine = typeof answer.id === "string" ? own.get(answer.id) : undefined;
    if (mine !== undefined) {
      own.delete(answer.id as string);
      mine(answer);
      return true;
    }
    const walk = open.get(keyOf(answer.id));
    if (walk === undefined) return false;
    open.delete(keyOf(answer.id));
    if (!Object.hasOwn(answer.message, "result")) return false;
    void tell(answer, line, walk);
    return true;
  }

  /** One page for the client, without what is hidden. INVARIANT: without the host's word no tool is named. */
  async function tell(answer: ServerAnswer, line: Buffer, walk: Walk): Promise<void> {
    const refuse = (message: string): void => toClient(errorLine(answer.id, INTERNAL_ERROR, message));
    const page = readPage(walk, answer);
    if (!page.ok) return refuse(page.message);
    if (page.next === null) learn(walk);
    else walks.set(page.next, walk);
    try {
      // All pages so far: that two names are too much alike is seen only beside each other.
      const hidden = new Set(await host.hidden([...walk.tools.values()]));
      const shown = page.tools.filter((tool) => !hidden.has(nameOf(tool) as string));
      for (const tool of shown) shownTools.set(nameOf(tool) as string, tool);
      if (page.next === null) told = tellable(walk.tools, hidden);
      const result = answer.message["result"];
      const whole = isShape(result) && (result["tools"] as readonly unknown[]).length === shown.length;
      toClient(whole ? line : pageLine(answer.message, shown));
    } catch (error) {
      refuse(`Assent cannot say which tools may be used: ${(error as Error).message}`); // verdict: no tool is named
    }
  }

  /** Walks the server's whole list; whoever comes meanwhile waits for the same walk. */
  function refresh(): Promise<void> {
    walking ??= walkAll().finally(() => (walking = null));
    return walking;
  }

  async function walkAll(): Promise<void> {
    const walk = newWalk(changes);
    let cursor: string | null = null;
    do {
      const page = readPage(walk, await request(cursor));
      if (!page.ok) throw new Error(page.message);
      cursor = page.next;
    } while (cursor !== null);
    learn(walk);
  }

  function request(cursor: string | null): Promise<ServerAnswer> {
    const id = OWN + newId();
    return new Promise((resolve, reject) => {
      const stop = every(LIST_LIMIT, () => {
        stop();
        own.delete(id);
        reject(new Error("the server does not say which tools it has"));
      });
      own.set(id, (answer) => {
        stop();
        resolve(answer);
      });
      toServer(listLine(id, cursor, era));
    });
  }

  /** `said`: the server's own notification, which then goes on as it came. */
  async function compare(said: Buffer | null): Promise<void> {
    if (known === null) return;
    try {
      const now = tellable(known, new Set(await host.hidden([...known.values()])));
      if (told !== null && isSame(told, now)) return;
      told = now;
    } catch {
      // verdict: the client asks again, and is refused then
    }
    if (said !== null) toClient(said);
    else if (streams.size === 0) toClient(toolsChangedLine(null));
    else for (const stream of streams) toClient(toolsChangedLine(stream));
  }

  function serverChanged(line: Buffer): void {
    changes += 1;
    // Nobody has a list that could have changed; what the server says is passed on.
    if (known === null) return toClient(line);
    refresh().then(
      () => compare(line),
      (error: Error) => {
        log(error.message);
        toClient(line); // verdict: the client asks again, and is refused then
      },
    );
  }

  async function descriptorOf(tool: string, callEra: Era): Promise<Described> {
    if (callEra.kind === "stateless") era = callEra;
    if (known === null || knownAt !== changes || !known.has(tool)) await refresh();
    const [descriptor, shown] = [known?.get(tool) ?? null, shownTools.get(tool)];
    const same = shown === undefined || JSON.stringify(shown) === JSON.stringify(descriptor);
    return same ? { descriptor } : { descriptor, shown };
  }

  return {
    asked,
    answered,
    serverChanged,
    descriptorOf,
    listens: (id) => void streams.add(id),
    left: (id) => void streams.delete(id),
    holds: (id) => open.has(keyOf(id)),
    waiting: () => open.size > 0 || own.size > 0,
    policyChanged: () => void (told !== null && compare(null)),
  };
}

function readPage(walk: Walk, { message, fault }: ServerAnswer): Page {
  if (fault !== null) return { ok: false, message: `the list of tools cannot be read for certain: ${fault}` };
  return addPage(walk, message["result"]);
}

function tellable(tools: ReadonlyMap<string, unknown>, hidden: ReadonlySet<string>): Told {
  return new Set([...tools].filter(([name]) => !hidden.has(name)).map(([, tool]) => JSON.stringify(tool)));
}

function isSame(a: Told, b: Told): boolean {
  return a.size === b.size && [...a].every((text) => b.has(text));
}

export function keyOf(id: Id): string {
  return JSON.stringify(id);
}
