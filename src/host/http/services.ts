import type { Store } from "../../store/store.ts";
import type { AgentAdapter } from "../../wire/agent.ts";
import type { AgentCalls } from "../agents/calls.ts";
import type { HookHandler } from "../agents/hook.ts";
import type { AgentSessions } from "../agents/sessions.ts";
import type { Verified } from "../audit/verify.ts";
import type { Recorder } from "../audit/recorder.ts";
import type { Chats } from "../chats/chats.ts";
import type { Turns } from "../chats/turns.ts";
import type { Connections } from "../connections/connections.ts";
import type { Hub } from "../events/hub.ts";
import type { Gate } from "../gate/gate.ts";
import type { Check } from "./check.ts";
import type { ProjectFileReview } from "../policy/accept-file.ts";
import type { AssembleDeps } from "../policy/assemble.ts";
import type { PolicyChanges } from "../policy/changes.ts";
import type { RuleChanges } from "../policy/rule-changes.ts";
import type { ToolList } from "../policy/tool-list.ts";
import type { OwnServerService } from "../mcp/client/service.ts";
import type { McpService } from "../mcp/service.ts";
import type { SandboxSwitch } from "../tools/runner.ts";
import type { UndoRuns } from "../tools/undo-runs.ts";
import type { TryIt } from "../try/run.ts";

/** What the routes work with. Made once, in `start.ts`. */
export interface Services {
  readonly store: Store;
  readonly recorder: Recorder;
  readonly gate: Gate;
  readonly hub: Hub;
  /** Ends the event streams of one session, or all. */
  readonly endStreams: (owner?: string) => void;
  readonly sessions: AgentSessions;
  readonly calls: AgentCalls;
  readonly hook: HookHandler;
  readonly adapters: readonly AgentAdapter[];
  readonly chats: Chats;
  readonly turns: Turns;
  readonly connections: Connections;
  readonly undo: UndoRuns;
  readonly sandbox: SandboxSwitch;
  readonly mcp: McpService;
  readonly ownServers: OwnServerService;
  readonly tryIt: TryIt;
  readonly rules: RuleChanges;
  readonly changes: PolicyChanges;
  readonly files: ProjectFileReview;
  /** What policies are read from beside the store. */
  readonly assembling: AssembleDeps;
  readonly toolList: ToolList;
  /** Decides the waiting calls anew, after a change of rules or grants by hand. */
  readonly resettle: () => Promise<void>;
  readonly check: Check;
  readonly verifyAudit: () => Promise<Verified>;
  /** By which an agent knows this host; null where the agent has no credential file. */
  readonly proofOf: (agent: string) => string | null;
  readonly now: () => number;
  readonly version: string;
  readonly dataDir: string;
  /** What a person types in a terminal for `assent`. */
  readonly command: string;
  readonly cookie: string;
  /** `http://127.0.0.1:4747` */
  readonly url: string;
}
