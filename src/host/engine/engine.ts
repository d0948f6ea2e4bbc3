import type { Run } from "../../store/tables/runs.ts";
import { HOST, type Principal } from "../auth/principal.ts";
import { DEFAULT_LIMITS, type EngineContext, type EngineDeps, type Live } from "./context.ts";
import { look } from "./drive.ts";
import { failRun } from "./fail-run.ts";
import { messageOf } from "../chats/call-state.ts";
import { changeRun } from "./run-state.ts";
import { isTurnedOff, TURNED_OFF } from "./subagent.ts";

/** Runs of the host's own chats. */
export interface Engine {
  /** A run that is stored: it goes on by itself from here. */
  readonly begin: (run: Run) => void;
  /** Looks again at the runs of a chat: an approval moved, a question was answered. */
  wake(chat: string): void;
  isRunning(chat: string): boolean;
  /** Ends the chat's runs, their processes and their waiting approvals; answers how many waited. */
  stop(chat: string, principal: Principal): Promise<number>;
  /** The same for all chats, without waiting for it. */
  stopAll(): void;
  /** Goes on with what a host that ended left behind. */
  resume(): Promise<void>;
  /** Leaves everything as it stands in the store. */
  close(): Promise<void>;
}

/** How long stopping waits for what runs to end, ms. */
const STOP_WAIT = 5_000;

/** Events after which a tool may be off. */
const POLICY: ReadonlySet<string> = new Set(["policy.changed", "rules.changed", "files.changed"]);

interface Driver extends Live {
  readonly chat: string;
  readonly root: string;
  again: boolean;
  /** Null: nothing looks at it now. */
  turning: Promise<void> | null;
}

export function createEngine(deps: EngineDeps): Engine {
  const drivers = new Map<string, Driver>();
  let closed = false;
  const context: EngineContext = {
    ...deps,
    limits: { ...DEFAULT_LIMITS, ...deps.limits },
    nudge,
    begin,
    stopCalls,
    abort,
  };

  function begin({ id, chat, root }: Run): void {
    if (closed || drivers.has(id)) return;
    const live = { ending: new AbortController(), calls: new Map(), assessed: new Set<string>(), fault: undefined };
    drivers.set(id, { ...live, chat, root, again: false, turning: null });
    nudge(id);
  }

  function nudge(id: string): void {
    const driver = drivers.get(id);
    if (driver === undefined || closed) return;
    driver.again = true;
    driver.turning ??= turn(id, driver)
      .catch((error: unknown) => {
        deps.onDefect(error); // verdict: it stands in the store as it was, and is looked at again
        later(() => nudge(id));
      })
      .finally(() => {
        driver.turning = null;
        // What came after its last look.
        if (driver.again && drivers.get(id) === driver && !driver.ending.signal.aborted) nudge(id);
      });
  }

  /** One look after the other, for as long as there is something new to look at. */
  async function turn(id: string, driver: Driver): Promise<void> {
    while (driver.again && !driver.ending.signal.aborted && !closed) {
      driver.again = false;
      const seen = await look(context, id, driver);
      if (seen === "again") driver.again = true;
      if (seen === "over") return over(id, driver);
    }
  }

  function over(id: string, driver: Driver): void {
    driver.again = false;
    drivers.delete(id);
  }

  function stopCalls(id: string): void {
    const calls = [...(drivers.get(id)?.calls.values() ?? [])];
    if (calls.length > 0) deps.runner.stop(calls.map(({ approval }) => approval));
  }

  function abort(id: string): void {
    stopCalls(id);
    drivers.get(id)?.ending.abort();
    drivers.delete(id);
  }

  /** What could not be stored may be by then. */
  function later(work: () => void): void {
    setTimeout(() => closed || work(), context.limits.storeAgain).unref();
  }

  const ofChat = (chat: string): readonly (readonly [string, Driver])[] =>
    [...drivers].filter(([, driver]) => driver.chat === chat);

  async function stop(chat: string, principal: Principal): Promise<number> {
    const roots = new Set(ofChat(chat).map(([, { root }]) => root));
    const faults: unknown[] = [];
    const keep = (error: unknown): number => faults.push(error) && 0; // verdict: told below, once all is ended
    await addOpen(chat, roots).catch(keep);
    // Ended in the store first: what is answered meanwhile finds no run to go on with. On a full disk all ends as well.
    await endRuns(chat, roots).catch(keep);
    const stopped = ofChat(chat).filter(([, { root }]) => roots.has(root));
    for (const [, { ending }] of stopped) ending.abort();
    const waited = await cancel(chat, roots, principal).catch(keep);
    const running = stopped.flatMap(([, driver]) => workOf(driver));
    await Promise.race([Promise.allSettled(running), new Promise((resolve) => setTimeout(resolve, STOP_WAIT).unref())]);
    for (const [id] of stopped) drivers.delete(id);
    deps.runner.endLeftBehind([...roots]);
    // What was being proposed when it was stopped.
    const late = stopped.length > 0 ? await cancel(chat, roots, principal).catch(keep) : 0;
    if (faults.length === 0) {
      deps.stops.remove(chat);
      return waited + late;
    }
    mark(chat);
    later(() => void storeStop(chat, roots));
    throw faults[0];
  }

  function mark(chat: string): void {
    try {
      deps.stops.add(chat);
    } catch (error) {
      deps.onDefect(error); // verdict: stopped while this host lives; who stopped it is told that it was not stored
    }
  }

  /** What a full disk kept of a stop is stored once it can be. */
  async function storeStop(chat: string, roots: ReadonlySet<string>): Promise<void> {
    try {
      await endRuns(chat, roots);
      await cancel(chat, roots, HOST);
      deps.stops.remove(chat);
    } catch {
      later(() => void storeStop(chat, roots)); // verdict: nothing of it runs, and it is tried again
    }
  }

  async function addOpen(chat: string, roots: Set<string>): Promise<void> {
    for (const { root } of await deps.store.runs.open(chat)) roots.add(root);
  }

  /** Until none of them is left: a subagent may have begun beside. */
  async function endRuns(chat: string, roots: ReadonlySet<string>): Promise<void> {
    const openOnes = async () => (await deps.store.runs.open(chat)).filter(({ root }) => roots.has(root));
    for (let open = await openOnes(); open.length > 0; open = await openOnes())
      for (const { id } of open) await changeRun(context, id, { state: "stopped" });
  }

  /** What waits of these runs, and what no run here waits for. The run of a message that comes meanwhile is neither. */
  function cancel(chat: string, roots: ReadonlySet<string>, principal: Principal): Promise<number> {
    const others = (): Set<string> => new Set(ofChat(chat).map(([, { root }]) => root));
    return deps.gate.cancel(chat, principal, (root) => roots.has(root) || !others().has(root));
  }

  async function stopEach(): Promise<void> {
    for (const chat of new Set((await deps.store.runs.open(null)).map((run) => run.chat)))
      await stop(chat, HOST).catch(deps.onDefect); // verdict: the other chats are stopped all the same
  }

  const stopAll = (): void => void stopEach().catch(deps.onDefect); // verdict: its calls are refused by the gate

  /** Who looks at a chat sees what became of a call; the run that waits for it goes on. */
  async function approvalMoved(chat: string, id: string): Promise<void> {
    const row = await deps.store.approvals.get(id);
    if (row === null) return;
    ofChat(chat).forEach(([run]) => nudge(run));
    await deps.feed.write(chat, async (tables, emit) => {
      await emit({ type: "approval", id, call: row.callId });
      const message = await deps.transcript.get(messageOf(row.callId), tables);
      if (message !== null) await emit({ type: "message", message: await deps.transcript.view(message, tables) });
    });
  }

  const unlisten = deps.store.onEvent(({ type, chat, id }) => {
    if (closed) return;
    const moved = type === "approval.created" || type === "approval.changed";
    if (moved && chat !== undefined && id !== undefined && ofChat(chat).length > 0)
      void approvalMoved(chat, id).catch(deps.onDefect); // verdict: seen when it is next looked at
    if (POLICY.has(type)) void endTurnedOff().catch(deps.onDefect); // verdict: seen at its next step
    if (type === "level.changed") void stopIfStopped().catch(deps.onDefect); // verdict: its calls are refused by the gate
  });

  /** What a subagent does is what the tool does, however long after its call. */
  async function endTurnedOff(): Promise<void> {
    for (const [id, { root }] of drivers) {
      const run = id === root ? null : await deps.store.runs.get(id);
      if (run === null || run.endedAt !== null || !(await isTurnedOff(context, run))) continue;
      await failRun(context, run, TURNED_OFF);
      abort(id);
    }
  }

  async function stopIfStopped(): Promise<void> {
    if ((await deps.store.settings.get("stopped")) === true) await stopEach();
  }

  return {
    begin,
    wake: (chat) => ofChat(chat).forEach(([id]) => nudge(id)),
    isRunning: (chat) => ofChat(chat).length > 0,
    stop,
    stopAll,
    async resume() {
      const stopped = new Set(deps.stops.all());
      for (const run of await deps.store.runs.open(null)) if (!stopped.has(run.chat)) begin(run);
      for (const chat of stopped) await stop(chat, HOST).catch(deps.onDefect); // verdict: it does not go on, and is tried again
    },
    async close() {
      closed = true;
      unlisten();
      const all = [...drivers.values()];
      for (const { ending } of all) ending.abort();
      await Promise.allSettled(all.flatMap(workOf));
    },
  };
}

function workOf({ turning, calls }: Driver): readonly Promise<void>[] {
  return [...(turning === null ? [] : [turning]), ...[...calls.values()].map(({ done }) => done)];
}
