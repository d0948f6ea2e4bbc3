import type { ApprovalView } from "../wire/approval.ts";
import { typed } from "./command-name.ts";
import { withHost } from "./opened.ts";
import { oneLine, print, table } from "./output.ts";

/** What waits for a person, oldest first. It is answered in the inbox: a terminal is open to agents as well. */
export async function approvals(options: { readonly json?: true }): Promise<void> {
  const waiting = (await withHost((host) => host.gate.pending(null, { kind: "host" }))) ?? [];
  if (options.json) return print(JSON.stringify(waiting, null, 2));
  if (waiting.length === 0) return print("nothing waits");
  print(table(waiting.map(toRow)));
  process.stderr.write(`hint:  answer them in the inbox: \`${typed("")}\` opens it\n`);
}

function toRow(view: ApprovalView): string[] {
  const text = view.parts.map((part) => part.text).join(" ; ");
  return [
    view.id,
    view.chat.agent ?? view.tool.id,
    view.project?.name ?? "–",
    oneLine(text, 60),
    oneLine(view.reason, 80),
  ];
}
