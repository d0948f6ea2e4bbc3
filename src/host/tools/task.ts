import type { PlanState } from "../../core/tools.ts";
import type { Plans } from "../../store/tables/plan.ts";
import type { PlanItem } from "../../wire/plan.ts";
import { cutText, type Plan, type ToolContext, type ToolResult } from "./tool-context.ts";
import { ToolFault } from "./tool-fault.ts";

interface TaskArgs {
  readonly do: "list" | "add" | "set";
  readonly title?: string;
  readonly id?: number;
  readonly state?: PlanState;
}

/** The plan of a chat as its store keeps it. `changed` tells those who look at it. */
export function planOf(
  plans: Plans,
  chat: string,
  { now, changed }: { readonly now: () => number; readonly changed: () => unknown },
): Plan {
  return {
    items: () => plans.of(chat),
    async put(item) {
      await plans.put(chat, item, now());
      await changed();
    },
  };
}

/** More is no plan that anybody looks at. */
const MOST_ITEMS = 200;
const LONGEST_TITLE = 500;

/** `task`: changes the plan of the chat where it is told to, and answers the whole of it. */
export async function runTask(args: TaskArgs, { chat, outputLimit }: ToolContext): Promise<ToolResult> {
  const plan = chat?.plan;
  if (plan === undefined) throw new ToolFault("EINVALID", "there is no chat that could have a plan");
  if (args.do === "add") await plan.put(newItem(args, await plan.items()));
  if (args.do === "set") await plan.put(await changedItem(args, plan));
  const lines = (await plan.items()).map(({ id, title, state }) => `${id}. [${state}] ${title}`);
  return { ok: true, ...cutText(lines.join("\n") || "the plan is empty", outputLimit) };
}

function newItem({ title = "", state = "open" }: TaskArgs, items: readonly PlanItem[]): PlanItem {
  if (items.length >= MOST_ITEMS) throw new ToolFault("ETOOLARGE", `the plan has ${MOST_ITEMS} items already`);
  return { id: (items.at(-1)?.id ?? 0) + 1, title: title.slice(0, LONGEST_TITLE), state };
}

async function changedItem({ id, state = "open", title }: TaskArgs, plan: Plan): Promise<PlanItem> {
  const item = (await plan.items()).find((known) => known.id === id);
  if (item === undefined) throw new ToolFault("ENOTFOUND", `the plan has no item ${id}`);
  return { ...item, state, ...(title === undefined ? {} : { title: title.slice(0, LONGEST_TITLE) }) };
}
