import type { ApprovalView } from "../wire/approval.ts";
import { typed } from "./command-name.ts";
import { withHost } from "./opened.ts";
import { oneLine, print, table } from "./output.ts";
import { HOST } from "../host/auth/principal.ts";

/** What waits for a person, oldest first. It is answered in the inbox: a terminal is open to agents as well. */
export async function approvals(options: { readonly json?: true }): Promise<void> {
  const waiting = (await withHost((host) => host.gate.pending(null, HOST))) ?? [];
  if (options.json) return print(JSON.stringify(waiting, null, 2));
  if (waiting.length === 0) return print("nothing waits");
  const [mine, elsewhere] = [waiting.filter(isMine), waiting.filter((view) => !isMine(view))];
  if (mine.length > 0) print(table(mine.map(toRow)));
  if (elsewhere.length > 0)
    print(`asked in the agent's own prompt, to be answered there:\n${table(elsewhere.map(toRow))}`);
  if (mine.length === 0) return;
  process.stderr.write(`hint:  answer them in the inbox: \`${typed("")}\` opens it\n`);
}

/** Asked here; what an agent asks in its own prompt is answered there. */
export function isMine({ askedIn }: ApprovalView): boolean {
  return askedIn === "inbox";
}

/** One line of a list. */
export function toRow(view: ApprovalView): string[] {
  return [
    view.id,
    view.chat.agent ?? view.tool.id,
    view.project?.name ?? "–",
    oneLine(view.summary, 90),
    oneLine(view.reason, 80),
  ];
}
