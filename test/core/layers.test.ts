import { describe, expect, test } from "vitest";
import type { Entry, Layer, Policy } from "../../src/core/policy.ts";
import { answer, builtin, fileCall, mcp, part, path, policyOf, reading, use } from "./support.ts";

const OFF: Entry = { mode: "off" };
const ASK: Entry = { mode: "ask" };
const ALLOW: Entry = { mode: "allow" };

const winner = (call: Parameters<typeof answer>[0], layers: Policy["layers"]): string => {
  const { mode, trace } = answer(call, policyOf({ layers }));
  return `${mode}: ${trace.find(({ name, text }) => name === "mode" && text.includes("set in"))?.text.split(" in ")[1] ?? ""}`;
};

describe("a built-in tool", () => {
  const write = fileCall("write_file", path("write", "a"));
  test.each<[string, Policy["layers"], string]>([
    ["nobody has spoken", {}, "ask: "],
    ["app", { app: { native: { file: ALLOW } } }, "allow: app.native.file"],
    [
      "project before app",
      { project: { native: { file: ASK } }, app: { native: { file: ALLOW } } },
      "ask: project.native.file",
    ],
    [
      "chat before project",
      { chat: { native: { file: ALLOW } }, project: { native: { file: OFF } } },
      "allow: chat.native.file",
    ],
    [
      "the tool before its family",
      { chat: { native: { file: ALLOW, write_file: ASK } } },
      "ask: chat.native.write_file",
    ],
    [
      "a chat's family before a project's tool",
      { chat: { native: { file: ALLOW } }, project: { native: { write_file: ASK } } },
      "allow: chat.native.file",
    ],
    [
      "an entry without a mode is passed",
      { chat: { native: { write_file: { callsPerRun: 3 } } }, app: { native: { file: ALLOW } } },
      "allow: app.native.file",
    ],
    [
      "managed allow after app",
      { managed: { native: { file: ALLOW } }, app: { native: { file: ASK } } },
      "ask: app.native.file",
    ],
    ["managed allow before built-in", { managed: { native: { file: ALLOW } } }, "allow: managed.native.file"],
    ["a spelling of the tool", { chat: { native: { "Write-File": ALLOW } } }, "allow: chat.native.write_file"],
    ["another family", { chat: { native: { browser: ALLOW } } }, "ask: "],
  ])("%s", (_name, layers, says) => {
    expect(winner(write, layers)).toBe(says);
  });
});

describe("an MCP tool", () => {
  const call = use(mcp({ class: "write" }));
  const [tools, servers] = [{ mcp__git__commit: ASK }, { git: ALLOW }];
  test.each<[string, Policy["layers"], string]>([
    ["1 the chat's tool", { chat: { mcp: { tools, servers, shared: OFF } } }, "ask: chat.mcp.tools.mcp__git__commit"],
    [
      "2 the chat's server",
      { chat: { mcp: { servers, shared: OFF } }, project: { mcp: { tools } } },
      "allow: chat.mcp.servers.git",
    ],
    ["3 the chat's gate", { chat: { mcp: { shared: ALLOW } }, project: { mcp: { tools } } }, "allow: chat.mcp.shared"],
    ["4 the project's tool", { project: { mcp: { tools, servers } } }, "ask: project.mcp.tools.mcp__git__commit"],
    ["5 the project's server", { project: { mcp: { servers, shared: ASK } } }, "allow: project.mcp.servers.git"],
    [
      "6 the project's gate",
      { project: { mcp: { shared: ASK } }, app: { mcp: { shared: ALLOW } } },
      "ask: project.mcp.shared",
    ],
    ["7 the app's gate", { app: { mcp: { shared: ALLOW } } }, "allow: app.mcp.shared"],
    ["8 built in", {}, "ask: "],
    ["another server", { chat: { mcp: { servers: { other: ALLOW } } } }, "ask: "],
    ["native entries are about other tools", { chat: { native: { mcp: ALLOW } } }, "ask: "],
  ])("%s", (_name, layers, says) => {
    expect(winner(call, layers)).toBe(says);
  });
});

describe("enforced", () => {
  const ls = reading([part("ls", { class: "read" })]);
  test.each<[string, Policy["layers"], string]>([
    [
      "an off anywhere",
      { chat: { native: { shell: ALLOW } }, project: { native: { shell: { mode: "off", enforced: true } } } },
      "enforced-off",
    ],
    [
      "an off under the same layer's tool entry",
      { app: { native: { shell: ALLOW } }, managed: { native: { shell: OFF } } },
      "enforced-off",
    ],
    [
      "an ask anywhere",
      { chat: { native: { shell: ALLOW } }, app: { native: { shell: { mode: "ask", enforced: true } } } },
      "enforced-ask",
    ],
    [
      "off and ask: the off",
      { app: { native: { shell: { mode: "ask", enforced: true } } }, managed: { native: { shell: OFF } } },
      "enforced-off",
    ],
    ["of another tool", { chat: { native: { shell: ALLOW } }, managed: { native: { file: OFF } } }, "mode-allow"],
  ])("%s", (_name, layers, code) => {
    expect(answer(ls, policyOf({ layers })).code).toBe(code);
  });

  test.each<[string, NonNullable<Layer["mcp"]>]>([
    ["the tool", { tools: { mcp__git__commit: OFF } }],
    ["its server", { servers: { git: OFF } }],
    ["all of MCP", { shared: OFF }],
  ])("a managed off of %s", (_name, managed) => {
    expect(
      answer(
        use(mcp()),
        policyOf({ layers: { managed: { mcp: managed }, chat: { mcp: { tools: { mcp__git__commit: ALLOW } } } } }),
      ).code,
    ).toBe("enforced-off");
  });
});

describe("time-outs", () => {
  test.each<[string, number | undefined, Policy["layers"], Policy["limits"], number | undefined]>([
    ["nothing said", undefined, {}, {}, undefined],
    ["as asked for", 500, {}, {}, 500],
    ["the default", undefined, {}, { defaultTimeoutMs: 700 }, 700],
    ["no longer than the limit", 5000, {}, { maxTimeoutMs: 1000 }, 1000],
    ["the default too", undefined, {}, { defaultTimeoutMs: 5000, maxTimeoutMs: 1000 }, 1000],
    ["at least a millisecond", 0, {}, {}, 1],
    [
      "an entry goes before the limits",
      5000,
      { project: { native: { shell: { maxTimeoutMs: 2000 } } } },
      { maxTimeoutMs: 1000 },
      2000,
    ],
  ])("%s", (_name, timeoutMs, layers, limits, result) => {
    const call = reading([part("ls", { class: "read" })], timeoutMs === undefined ? {} : { timeoutMs });
    expect(answer(call, policyOf({ layers, limits })).timeoutMs).toBe(result);
  });
});

test("the question to a person can be switched off", () => {
  expect(answer(use(builtin("ask_user")), policyOf({ layers: { chat: { native: { ask_user: OFF } } } }))).toMatchObject(
    { effect: "deny", code: "mode-off", hidden: true },
  );
});
