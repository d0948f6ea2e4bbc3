import type { Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name?: string };
  /** Processor time, µs. */
  readonly tdur?: number;
}

/**
 * Follows the main thread of a page by Chromium's own trace. What it gives back ends it, and resolves with the processor
 * time of each task, ms: a machine that does other work beside makes none longer.
 */
export async function traceTasks(page: Page): Promise<() => Promise<readonly number[]>> {
  const session = await page.context().newCDPSession(page);
  const threads = new Map<string, number[]>();
  const mains = new Set<string>();
  session.on("Tracing.dataCollected", ({ value }) => {
    for (const event of value as unknown as readonly TraceEvent[]) {
      const thread = `${event.pid} ${event.tid}`;
      if (event.name === "thread_name" && event.args.name === "CrRendererMain") mains.add(thread);
      if (event.name !== "ThreadControllerImpl::RunTask" || event.tdur === undefined) continue;
      const tasks = threads.get(thread) ?? [];
      threads.set(thread, tasks);
      tasks.push(event.tdur / 1_000);
    }
  });
  const traceConfig = { includedCategories: ["toplevel", "__metadata"], excludedCategories: ["*"] };
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  return async () => {
    const complete = new Promise<void>((resolve) => session.once("Tracing.tracingComplete", () => resolve()));
    await session.send("Tracing.end");
    await complete;
    return [...mains].flatMap((thread) => threads.get(thread) ?? []);
  };
}
