import { createInterface } from "node:readline";

import { HOST } from "../host/auth/principal.ts";
import type { OpenedHost } from "../host/open.ts";
import type { ApprovalView } from "../wire/approval.ts";
import { isMine, toRow } from "./approvals.ts";
import { withHost } from "./opened.ts";
import { CliError, oneLine, print, table } from "./output.ts";
import { askTerminal } from "./terminal.ts";

/** How often the store is looked at, ms. */
const LOOK_MS = 500;

/**
 * Follows what waits until the input ends, and takes `allow N` and `deny N`. Each answer waits for a person in a
 * logged-in session: a terminal is open to agents as well. Source: surfaces.md, "Command line"; host.md, "Principals".
 */
export async function watch(): Promise<void> {
  const done = await withHost(follow);
  if (done === null) throw new CliError("nothing was ever stored here", "start the host first");
}

/** Numbers stay with a card for as long as one watches. */
interface Watched {
  readonly known: Map<string, number>;
  shown: ReadonlyMap<number, ApprovalView>;
}

async function follow(host: OpenedHost): Promise<true> {
  const state: Watched = { known: new Map(), shown: new Map() };
  await look(host, state);
  if (state.shown.size === 0) print("nothing waits");
  const looking = setInterval(() => void look(host, state).catch(() => undefined), LOOK_MS); // verdict: shown at the next look
  const lines = createInterface({ input: process.stdin, terminal: false });
  process.stderr.write("hint:  `allow 1` or `deny 1`, then confirm it in the inbox; an empty input ends it\n");
  try {
    for await (const line of lines) {
      await look(host, state);
      await answer(state, line.trim());
    }
    return true;
  } finally {
    clearInterval(looking);
  }
}

/** Prints what is new, and what has been answered since. */
async function look(host: OpenedHost, state: Watched): Promise<void> {
  const waiting = (await host.gate.pending(null, HOST)).filter(
    (view) => isMine(view) && view.chat.agent !== "terminal",
  );
  const shown = new Map<number, ApprovalView>();
  for (const view of waiting) {
    const number = state.known.get(view.id) ?? state.known.size + 1;
    if (!state.known.has(view.id)) print(table([[`${number}`, ...toRow(view).slice(1)]]));
    state.known.set(view.id, number);
    shown.set(number, view);
  }
  for (const [number, view] of state.shown)
    if (!shown.has(number)) print(`${number}  settled  ${oneLine(view.summary, 80)}`);
  state.shown = shown;
}

async function answer({ shown }: Watched, line: string): Promise<void> {
  if (line === "") return;
  const [, decision, number] = /^(allow|deny) (\d+)$/.exec(line) ?? [];
  const view = shown.get(Number(number));
  if (decision === undefined) return void process.stderr.write("hint:  `allow 1` or `deny 1`\n");
  if (view === undefined) return void process.stderr.write(`hint:  nothing waits under ${number ?? ""}\n`);
  const { id, digest } = view;
  await askTerminal({ do: "answer", id, digest, decision: decision as "allow" | "deny" });
}
