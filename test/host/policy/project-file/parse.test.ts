import { describe, expect, it } from "vitest";
import { parseProjectFile } from "../../../../src/host/policy/project-file/parse.ts";

const good = (kind: "assent" | "mcp", text: string) => {
  const parsed = parseProjectFile(kind, text);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed;
};

const entry = { mode: "ask" };
const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`t${n}`, entry]));

describe("what a project file says", () => {
  it("of its own tools, under one name each, whatever stands beside", () => {
    const text =
      '// ours\n{ "$schema": "x", "tools": { "shell_exec": { "mode": "ask" }, "file": { "mode": "off", }, }, "other": [1] }';
    expect(good("assent", text)).toMatchObject({
      layer: { native: { shell: { mode: "ask" }, file: { mode: "off" } } },
      faults: [],
    });
  });

  it("of MCP: itself, its servers and its tools", () => {
    const text = JSON.stringify({
      mcpServers: { git: { command: "x" } },
      authorization: {
        mode: "allowlist",
        allowlist: ["mcp__git__log .*"],
        servers: { git: { mode: "allow", since: 9e15 } },
        tools: { mcp__git__push: { mode: "off", enforced: true } },
      },
    });
    expect(good("mcp", text).layer).toEqual({
      mcp: {
        shared: { mode: "allowlist", allowlist: ["mcp__git__log .*"] },
        // When it began to count is not the file's to say.
        servers: { git: { mode: "allow" } },
        tools: { mcp__git__push: { mode: "off", enforced: true } },
      },
    });
  });

  it.each<["assent" | "mcp", string, boolean]>([
    ["assent", JSON.stringify({ tools: entries(1000) }), true],
    ["assent", JSON.stringify({ tools: entries(1001) }), false],
    ["mcp", JSON.stringify({ authorization: { servers: entries(1001) } }), false],
    ["mcp", JSON.stringify({ mcpServers: { git: { command: "x".repeat(200_000) } }, authorization: entry }), true],
    ["assent", JSON.stringify({ tools: { shell: { mode: "allowlist", allowlist: ["x".repeat(200_000)] } } }), false],
  ])("is read only as far as it takes no long time: %s %.60s", (kind, text, ok) => {
    expect(parseProjectFile(kind, text).ok).toBe(ok);
  });

  it("is named by what decides, and by nothing else", () => {
    const hash = (text: string): string => good("assent", text).hash;
    const base = hash('{"tools":{"shell":{"mode":"ask"}}}');
    expect(hash('{ /* a note */ "name": "x", "tools": { "shell": { "mode": "ask" } } }')).toBe(base);
    expect(hash('{"tools":{"shell":{"mode":"allow"}}}')).not.toBe(base);
    expect([hash("{}"), hash('{"tools":{}}'), good("mcp", '{"mcpServers":{}}').hash]).toEqual(["", "", ""]);
  });

  it.each([
    ["no JSON", '{\n  "tools": {\n    "shell" { }\n', 3, 13, /not JSON/],
    ["nothing", "", 1, 1, /not/],
    ["a list", "[]", 1, 1, /not an object/],
    ["a name that stands twice", '{"tools":{"shell":{"mode":"ask"},\n"shell":{"mode":"allow"}}}', 2, 1, /`shell`/],
    ["a name that is none", '{"tools":{"__proto__":{"mode":"off"}}}', 1, 11, /__proto__/],
    ["tools that are a list", '{\n"tools": []}', 2, 10, /`tools` is not an object/],
    ["depth without end", `{"tools":${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}`, 1, 1, /nested too deep/],
  ])("cannot be read with %s, and tells where", (_name, text, line, column, message) => {
    const parsed = parseProjectFile("assent", text);
    expect(parsed).toMatchObject({ ok: false, fault: { line, column } });
    expect(parsed.ok ? "" : parsed.fault.message).toMatch(message);
  });

  it.each<[string, unknown, object, string]>([
    ["a mode that is none may have been off", { mode: "of" }, { mode: "off" }, "tools.shell.mode"],
    ["no object at all", "off", { mode: "off" }, "tools.shell"],
    ["off with a misspelled field", { mode: "off", enforcd: true }, { mode: "off" }, "tools.shell.enforcd"],
    [
      "off, enforced somehow",
      { mode: "off", enforced: "yes" },
      { mode: "off", enforced: true },
      "tools.shell.enforced",
    ],
    ["an enforced allow", { mode: "allow", enforced: true }, { mode: "ask" }, "tools.shell.enforced"],
    [
      "a pattern without a linear match",
      { mode: "allowlist", allowlist: ["ok", "(a)\\1"] },
      { mode: "ask" },
      "tools.shell.allowlist.1",
    ],
    ["a limit that is none", { mode: "allow", callsPerRun: "9" }, { mode: "ask" }, "tools.shell.callsPerRun"],
  ])("reads an entry that is wrong as strict as it may be meant: %s", (_name, entry, read, path) => {
    const parsed = good("assent", JSON.stringify({ tools: { shell: entry, file: { mode: "allow" } } }));
    expect(parsed.layer).toEqual({ native: { shell: read, file: { mode: "allow" } } });
    expect(parsed.faults.map((fault) => fault.path)).toEqual([path]);
  });

  it("takes the stricter of two names of one tool, and never a question that answers itself", () => {
    const text = JSON.stringify({
      tools: { shell: { mode: "allow" }, shell_exec: { mode: "off" }, ask_user: { mode: "allow" } },
    });
    const parsed = good("assent", text);
    expect([parsed.layer, parsed.faults.length]).toEqual([
      { native: { shell: { mode: "off" }, ask_user: { mode: "ask" } } },
      2,
    ]);
  });
});
