import { join } from "node:path";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createConnections, type Connections } from "../connections/connections.ts";
import type { EngineLimits } from "../engine/context.ts";
import { createEngine, type Engine } from "../engine/engine.ts";
import { createStopMarks } from "../engine/stop-marks.ts";
import type { OpenedHost } from "../open.ts";
import type { Runner } from "../tools/runner.ts";
import { type Chats, createChats } from "./chats.ts";
import { createFeed } from "./feed.ts";
import { createTraceFiles } from "./trace.ts";
import { createTranscript } from "./transcript.ts";
import { createTurns, type Turns } from "./turns.ts";

export interface ChatOptions {
  readonly opened: Pick<
    OpenedHost,
    "store" | "scratchOf" | "seal" | "redactor" | "gate" | "recorder" | "secrets" | "toolList" | "policies" | "world"
  >;
  readonly runner: Runner;
  readonly dataDir: string;
  readonly now: () => number;
  readonly onDefect: (error: unknown) => void;
  readonly limits?: Partial<EngineLimits>;
  /** Default: the built-in demo model. */
  readonly demo?: () => Promise<LanguageModelV4>;
}

/** Chats with the engine behind them. */
export interface ChatHost {
  readonly chats: Chats;
  readonly turns: Turns;
  readonly connections: Connections;
  readonly engine: Engine;
  /** Ends the streams of one session, or all. */
  readonly endStreams: (owner?: string) => void;
}

export function createChatHost({
  opened,
  runner,
  dataDir,
  now,
  onDefect,
  limits,
  demo = demoModel,
}: ChatOptions): ChatHost {
  const { store, scratchOf, seal, redactor, gate, recorder, secrets, toolList } = opened;
  const feed = createFeed({ store, recorder, seal, now });
  const transcript = createTranscript({ store, seal, redactor });
  const isOn = async (chat: string): Promise<boolean> => (await store.chats.extras(chat)).trace;
  const trace = createTraceFiles({ dir: join(dataDir, "traces"), redactor, isOn, onDefect });
  const connections = createConnections({ store, recorder, secrets, now, demo });
  const shared = { store, gate, feed, transcript, trace, toolList, now };
  const engine = createEngine({
    ...shared,
    stops: createStopMarks(join(dataDir, "stops")),
    seal,
    redactor,
    policies: opened.policies,
    world: opened.world,
    runner,
    scratchOf,
    onDefect,
    model: connections.model,
    takesPictures: connections.takesPictures,
    defaultModel: connections.defaultModel,
    ...(limits === undefined ? {} : { limits }),
  });
  return {
    chats: createChats({ ...shared, recorder, engine, runner, connections }),
    turns: createTurns({ ...shared, recorder, engine, connections, seal, redactor }),
    connections,
    engine,
    endStreams: feed.end,
  };
}

async function demoModel(): Promise<LanguageModelV4> {
  const { createDemoModel } = await import("../engine/demo/model.ts");
  return createDemoModel();
}
