import { describe, expect, it } from "vitest";
import { claudeCode } from "../../../src/adapters/claude-code/adapter.ts";
import type { AgentEvent } from "../../../src/wire/agent.ts";
import type { CallAnswer } from "../../../src/wire/call.ts";

const BASE = { session_id: "s1", transcript_path: "/home/u/.claude/t.jsonl", cwd: "/home/u/p" };
const CALL = {
  ...BASE,
  prompt_id: "p1",
  permission_mode: "default",
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command: "npm test" },
  tool_use_id: "toolu_1",
};
const RESULT = {
  ...BASE,
  hook_event_name: "PostToolUse",
  tool_name: "Bash",
  tool_input: { command: "npm test" },
  tool_use_id: "toolu_1",
};

const call = {
  tool: "Bash",
  args: { command: "npm test" },
  cwd: "/home/u/p",
  session: "s1",
  run: "p1",
  callId: "toolu_1",
  agent: "claude-code",
  attended: true,
  waitMs: 0,
};

describe("events of Claude Code", () => {
  it.each<[string, unknown, AgentEvent]>([
    ["a call", CALL, { kind: "call", call, canAsk: true }],
    ["a call in a subagent", { ...CALL, agent_id: "a1", agent_type: "Explore" }, { kind: "call", call, canAsk: true }],
    [
      "a call of an MCP tool",
      { ...CALL, tool_name: "mcp__gh__list" },
      { kind: "call", call: { ...call, tool: "mcp__gh__list" }, canAsk: true },
    ],
    [
      "accepting edits: its prompt still asks",
      { ...CALL, permission_mode: "acceptEdits" },
      { kind: "call", call, canAsk: true },
    ],
    ["planning", { ...CALL, permission_mode: "plan" }, { kind: "call", call, canAsk: true }],
    ["bypassing permissions", { ...CALL, permission_mode: "bypassPermissions" }, { kind: "call", call, canAsk: false }],
    ["not asking", { ...CALL, permission_mode: "dontAsk" }, { kind: "call", call, canAsk: false }],
    ["auto", { ...CALL, permission_mode: "auto" }, { kind: "call", call, canAsk: false }],
    ["a mode nobody knows", { ...CALL, permission_mode: "yolo" }, { kind: "call", call, canAsk: false }],
    ["no mode", { ...CALL, permission_mode: undefined }, { kind: "call", call, canAsk: false }],
    [
      "a result",
      { ...RESULT, tool_response: { stdout: "ok" } },
      {
        kind: "result",
        session: "s1",
        callId: "toolu_1",
        tool: "Bash",
        args: { command: "npm test" },
        ok: true,
        text: '{"stdout":"ok"}',
      },
    ],
    [
      "a failure",
      { ...RESULT, hook_event_name: "PostToolUseFailure", error: "exit 1" },
      {
        kind: "result",
        session: "s1",
        callId: "toolu_1",
        tool: "Bash",
        args: { command: "npm test" },
        ok: false,
        text: "exit 1",
      },
    ],
    [
      "a start",
      { ...BASE, hook_event_name: "SessionStart", source: "startup" },
      { kind: "session-start", session: "s1", cwd: "/home/u/p" },
    ],
    ["an end", { ...BASE, hook_event_name: "SessionEnd", reason: "exit" }, { kind: "session-end", session: "s1" }],
    ["another event", { ...BASE, hook_event_name: "UserPromptSubmit", prompt: "hi" }, { kind: "other", session: "s1" }],
    ["another event of no session", { hook_event_name: "Setup" }, { kind: "other" }],
    ["nothing", null, { kind: "bad", message: "the event is not an object" }],
    ["a list", [CALL], { kind: "bad", message: "the event is not an object" }],
    ["no event name", BASE, { kind: "bad", message: "`hook_event_name` is missing" }],
    [
      "a call of no tool",
      { ...CALL, tool_name: "" },
      { kind: "bad", message: "`session_id`, `tool_name` or `tool_use_id` is missing" },
    ],
    [
      "a call of no tool in a mode that does not ask",
      { ...CALL, tool_name: "", permission_mode: "bypassPermissions" },
      { kind: "bad", message: "`session_id`, `tool_name` or `tool_use_id` is missing", canAsk: false },
    ],
    [
      "no event name in a mode that does not ask",
      { ...BASE, permission_mode: "auto" },
      { kind: "bad", message: "`hook_event_name` is missing", canAsk: false },
    ],
    [
      "arguments that are a list in a mode that does not ask",
      { ...CALL, tool_input: [], permission_mode: "dontAsk" },
      { kind: "bad", message: "`tool_input` is not an object", canAsk: false },
    ],
    [
      "arguments that are a text",
      { ...CALL, tool_input: "rm" },
      { kind: "bad", message: "`tool_input` is not an object" },
    ],
    [
      "a session that is a number",
      { ...CALL, session_id: 7 },
      { kind: "bad", message: "`session_id`, `tool_name` or `tool_use_id` is missing" },
    ],
  ])("%s", (_name, input, event) => {
    expect(claudeCode.readEvent(input)).toEqual(event);
  });
});

describe("answers to Claude Code", () => {
  const say = (permissionDecision: string, permissionDecisionReason: string, more = {}) => ({
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason, ...more },
  });

  it.each<[string, boolean, CallAnswer, unknown]>([
    ["allow", true, { answer: "allow", approval: "apr_1" }, say("allow", "allowed by Assent")],
    [
      "allow what a person edited",
      true,
      { answer: "allow", approval: "apr_1", edited: true, args: { command: "ls" } },
      say("allow", "allowed by Assent", {
        updatedInput: { command: "ls" },
        additionalContext: 'A person changed this call before allowing it. What runs: {"command":"ls"}',
      }),
    ],
    [
      "deny",
      true,
      { answer: "deny", code: "EPOLICY", reason: "policy does not allow this call" },
      say(
        "deny",
        "policy does not allow this call. Do not try to reach the same in another way; go on without it, or tell the person what you need and why.",
      ),
    ],
    [
      "deny with a person's note",
      true,
      { answer: "deny", code: "EDENIED", reason: "Use the staging branch!" },
      say("deny", "Use the staging branch!"),
    ],
    [
      "deny with nothing to add",
      true,
      { answer: "deny", code: "EINVALID", reason: "`path` is missing" },
      say("deny", "`path` is missing"),
    ],
    [
      "ask in its own prompt",
      true,
      { answer: "pending", approval: "apr_1", reason: "nothing allows it" },
      say("ask", "Assent: nothing allows it"),
    ],
    [
      "never ask where no person would be asked",
      false,
      { answer: "pending", approval: "apr_1", reason: "nothing allows it" },
      say("deny", "approval apr_1 waits for a person; make the same call again once it is answered"),
    ],
  ])("%s", (_name, canAsk, answer, output) => {
    expect(claudeCode.writeAnswer({ kind: "call", call, canAsk }, answer)).toEqual(output);
  });

  it.each<[string, AgentEvent, unknown]>([
    ["a call asks", { kind: "call", call, canAsk: true }, say("ask", "no host")],
    ["a call in a mode that does not ask is denied", { kind: "call", call, canAsk: false }, say("deny", "no host")],
    ["what cannot be read asks", { kind: "bad", message: "x" }, say("ask", "no host")],
    [
      "what cannot be read in a mode that does not ask is denied",
      { kind: "bad", message: "x", canAsk: false },
      say("deny", "no host"),
    ],
    ["any other event says nothing", { kind: "session-end", session: "s1" }, {}],
  ])("failure: %s", (_name, event, output) => {
    expect(claudeCode.writeFailure(event, "no host")).toEqual(output);
  });
});
