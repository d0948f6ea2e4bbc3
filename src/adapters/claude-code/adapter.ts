import { isRecord } from "../../core/faults.ts";
import type { AgentAdapter, AgentEvent } from "../../wire/agent.ts";
import type { CallAnswer } from "../../wire/call.ts";
import { nextStep } from "../next-step.ts";

/** Modes in which Claude Code shows its prompt when a hook says `ask`. In the others an ask is answered without a person. */
const ASKING_MODES: ReadonlySet<unknown> = new Set(["default", "acceptEdits", "plan"]);

/**
 * Claude Code's hook contract, 2.1.x: one JSON object in, one out. Tool names and arguments pass as they came; reading
 * knows this agent's own table of them.
 */
export const claudeCode: AgentAdapter = {
  name: "claude-code",
  title: "Claude Code",
  readEvent,
  writeAnswer,
  writeFailure,
};

function readEvent(input: unknown): AgentEvent {
  const event = eventOf(input);
  // Where the mode answers prompts by itself, an ask about what cannot be read would be an allow in disguise.
  return event.kind === "bad" && isRecord(input) && !mayAsk(input.permission_mode)
    ? { ...event, canAsk: false }
    : event;
}

/** Absent: the event tells of no mode, as those that are no calls do. */
function mayAsk(mode: unknown): boolean {
  return mode === undefined || ASKING_MODES.has(mode);
}

function eventOf(input: unknown): AgentEvent {
  if (!isRecord(input)) return bad("the event is not an object");
  const session = text(input.session_id);
  switch (input.hook_event_name) {
    case "PreToolUse":
      return readCall(input, session);
    case "PostToolUse":
    case "PostToolUseFailure":
      return readResult(input, session);
    case "SessionStart":
      return session ? { kind: "session-start", session, cwd: text(input.cwd) } : bad("`session_id` is missing");
    case "SessionEnd":
      return session ? { kind: "session-end", session } : bad("`session_id` is missing");
    default:
      if (text(input.hook_event_name) === null) return bad("`hook_event_name` is missing");
      return session ? { kind: "other", session } : { kind: "other" };
  }
}

function readCall(input: Fields, session: string | null): AgentEvent {
  const tool = text(input.tool_name);
  const callId = text(input.tool_use_id);
  if (session === null || tool === null || callId === null)
    return bad("`session_id`, `tool_name` or `tool_use_id` is missing");
  if (!isRecord(input.tool_input)) return bad("`tool_input` is not an object");
  const run = text(input.prompt_id);
  return {
    kind: "call",
    call: {
      tool,
      args: input.tool_input,
      cwd: text(input.cwd),
      session,
      ...(run === null ? {} : { run }),
      callId,
      agent: "claude-code",
      attended: true,
      waitMs: 0,
    },
    canAsk: ASKING_MODES.has(input.permission_mode),
  };
}

function readResult(input: Fields, session: string | null): AgentEvent {
  const tool = text(input.tool_name);
  const callId = text(input.tool_use_id);
  if (session === null || tool === null || callId === null)
    return bad("`session_id`, `tool_name` or `tool_use_id` is missing");
  const ok = input.hook_event_name === "PostToolUse";
  return {
    kind: "result",
    session,
    callId,
    tool,
    args: input.tool_input,
    ok,
    text: outcomeText(ok ? input.tool_response : input.error),
  };
}

function writeAnswer(event: AgentEvent & { readonly kind: "call" }, answer: CallAnswer): unknown {
  switch (answer.answer) {
    case "allow":
      return {
        hookSpecificOutput: {
          ...permission("allow", "allowed by Assent"),
          ...(answer.edited ? editOf(answer.args) : {}),
        },
      };
    case "deny":
      return { hookSpecificOutput: permission("deny", toldOf(answer)) };
    case "pending":
      // Where the agent's prompt would be answered by itself, an ask is an allow in disguise. A person reads the
      // reason of an ask; that of a denial goes to the model, which is told no policy.
      return {
        hookSpecificOutput: event.canAsk
          ? permission("ask", `Assent: ${answer.reason}`)
          : permission(
              "deny",
              `approval ${answer.approval} waits for a person; make the same call again once it is answered`,
            ),
      };
  }
}

function toldOf(answer: CallAnswer & { readonly answer: "deny" }): string {
  const step = nextStep(answer);
  return step === undefined ? answer.reason : `${answer.reason}. ${step}`;
}

/** What runs instead, and for the model that it does. */
function editOf(args: unknown) {
  return {
    updatedInput: args,
    additionalContext: `A person changed this call before allowing it. What runs: ${JSON.stringify(args)}`,
  };
}

function writeFailure(event: AgentEvent, message: string): unknown {
  if (event.kind === "call") return { hookSpecificOutput: permission(event.canAsk ? "ask" : "deny", message) };
  // What could not be read may have been a call: other events ignore the verdict.
  if (event.kind === "bad") return { hookSpecificOutput: permission(event.canAsk === false ? "deny" : "ask", message) };
  return {};
}

function permission(decision: "allow" | "deny" | "ask", reason: string) {
  return { hookEventName: "PreToolUse", permissionDecision: decision, permissionDecisionReason: reason };
}

type Fields = Readonly<Record<string, unknown>>;

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A tool's answer as text; strings as they are. */
function outcomeText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function bad(message: string): AgentEvent {
  return { kind: "bad", message };
}
