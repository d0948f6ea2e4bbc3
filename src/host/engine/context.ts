import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Store } from "../../store/store.ts";
import type { Project } from "../../store/tables/projects.ts";
import type { Run } from "../../store/tables/runs.ts";
import type { ModelChoice } from "../../wire/chats.ts";
import type { Feed } from "../chats/feed.ts";
import type { TraceFiles } from "../chats/trace.ts";
import type { Transcript } from "../chats/transcript.ts";
import type { Gate } from "../gate/gate.ts";
import type { World } from "../../read/world.ts";
import type { Policies } from "../policy/policies.ts";
import type { ToolList } from "../policy/tool-list.ts";
import type { Redactor } from "../secrets/redact.ts";
import type { Seal } from "../secrets/seal.ts";
import type { Runner } from "../tools/runner.ts";
import type { StopMarks } from "./stop-marks.ts";

/** What runs are made of. */
export interface EngineDeps {
  readonly store: Store;
  readonly gate: Gate;
  readonly feed: Feed;
  readonly transcript: Transcript;
  readonly trace: TraceFiles;
  readonly runner: Runner;
  /** Where a chat without a project works: its private folder; null where it can have none. */
  readonly scratchOf: (chat: string) => string | null;
  readonly toolList: ToolList;
  readonly stops: StopMarks;
  readonly policies: Policies;
  readonly world: () => World;
  readonly seal: Seal;
  readonly redactor: Redactor;
  /** Rejects with `NoModel`. */
  readonly model: (choice: ModelChoice) => Promise<LanguageModelV4>;
  readonly defaultModel: () => Promise<ModelChoice>;
  /** What a model does not take is told in words. */
  readonly takesPictures: (choice: ModelChoice) => Promise<boolean>;
  readonly now: () => number;
  readonly onDefect: (error: unknown) => void;
  readonly limits?: Partial<EngineLimits>;
}

/** Times in ms. */
export interface EngineLimits {
  /** Between two writes of what streams. */
  readonly flushEvery: number;
  /** Before the first retry of a busy model; each next waits twice as long. */
  readonly retryAfter: number;
  readonly retries: number;
  /** A model that says nothing for so long has broken off. */
  readonly stallAfter: number;
  readonly assessWithin: number;
  /** Before it is tried again to store what a full disk kept from being stored. */
  readonly storeAgain: number;
  /** Steps of the model in one run. */
  readonly steps: number;
  /** Calls of one step; what is more is refused. */
  readonly calls: number;
  /** Characters of one step. */
  readonly answer: number;
}

export const DEFAULT_LIMITS: EngineLimits = {
  flushEvery: 50,
  retryAfter: 1_000,
  retries: 5,
  stallAfter: 300_000,
  assessWithin: 20_000,
  storeAgain: 5_000,
  steps: 200,
  calls: 100,
  answer: 4_000_000,
};

export interface EngineContext extends Omit<EngineDeps, "limits"> {
  readonly limits: EngineLimits;
  /** Looks at a run again: something that it may wait for has changed. */
  readonly nudge: (run: string) => void;
  /** A run, or one of its subagents', that goes on from here. */
  readonly begin: (run: Run) => void;
  /** Ends the calls of a run that run now. */
  readonly stopCalls: (run: string) => void;
  /** Ends what of a run goes on in this process. */
  readonly abort: (run: string) => void;
}

/** What of a run is only in this process. */
export interface Live {
  /** Stop, or the host's end. */
  readonly ending: AbortController;
  /** Calls that run now, by their ids. */
  readonly calls: Map<string, RunningCall>;
  /** Approvals that are being assessed, or were. */
  readonly assessed: Set<string>;
  /** What the run, a call or an assessment of it broke on: all that is left to do is to end it. */
  fault: unknown;
}

export interface RunningCall {
  readonly approval: string;
  readonly readOnly: boolean;
  readonly done: Promise<void>;
}

/** The run's messages: the chat's own, or a subagent's. */
export function threadOf({ id, parent }: Pick<Run, "id" | "parent">): string {
  return parent === null ? "" : id;
}

/** The project of a run's chat; null: it has none. */
export async function projectOfRun(
  { store }: Pick<EngineContext, "store">,
  { chat: id }: Run,
): Promise<Project | null> {
  const chat = await store.chats.get(id);
  return chat?.project == null ? null : store.projects.get(chat.project);
}
