import { describe, expect, it } from "vitest";
import { agentTool } from "../../../src/read/agents/agent-tool.ts";

const PATCH = `*** Begin Patch
*** Add File: src/new.ts
+*** Delete File: not-this.ts
*** Update File: src/a.ts
*** Move to: src/b.ts
@@
-x
+y
*** Delete File: old.ts
*** End Patch`;

const PATCHED = {
  tool: "edit_file",
  args: {
    changes: [
      { path: "src/new.ts", act: "write" },
      { path: "src/a.ts", act: "edit", moved: true },
      { path: "src/b.ts", act: "write" },
      { path: "old.ts", act: "delete" },
    ],
  },
};

describe("tools of other agents", () => {
  it.each<readonly [agent: string, name: string, input: unknown, expected: unknown]>([
    [
      "claude-code",
      "Bash",
      { command: "npm test", description: "d", timeout: 120000 },
      { tool: "shell", args: { command: "npm test", timeoutMs: 120000 } },
    ],
    ["claude-code", "Read", { file_path: "/p/a", limit: 3 }, { tool: "read_file", args: { path: "/p/a" } }],
    [
      "claude-code",
      "Write",
      { file_path: "/p/a", content: "c" },
      { tool: "write_file", args: { path: "/p/a", content: "c" } },
    ],
    [
      "claude-code",
      "Edit",
      { file_path: "/p/a", old_string: "o", new_string: "n" },
      { tool: "edit_file", args: { path: "/p/a", edits: [{ old: "o", new: "n", all: false }] } },
    ],
    [
      "claude-code",
      "Edit",
      { file_path: "/p/a", old_string: "", new_string: "n" },
      { tool: "write_file", args: { path: "/p/a", content: "n" } },
    ],
    [
      "claude-code",
      "MultiEdit",
      { file_path: "/p/a", edits: [{ old_string: "o", new_string: "n", replace_all: true }] },
      { tool: "edit_file", args: { path: "/p/a", edits: [{ old: "o", new: "n", all: true }] } },
    ],
    [
      "claude-code",
      "NotebookEdit",
      { notebook_path: "/p/n.ipynb", new_source: "x" },
      { tool: "edit_file", args: { changes: [{ path: "/p/n.ipynb", act: "edit" }] } },
    ],
    [
      "claude-code",
      "Glob",
      { pattern: "src/**/*.ts" },
      { tool: "list_files", args: { path: "./src", recursive: true } },
    ],
    ["claude-code", "Glob", { pattern: "/etc/**" }, { tool: "list_files", args: { path: "/etc", recursive: true } }],
    [
      "claude-code",
      "Glob",
      { pattern: "*/../../**", path: "/p" },
      { tool: "list_files", args: { path: "/p/../..", recursive: true } },
    ],
    ["claude-code", "Glob", { pattern: "{..,a}/x" }, { tool: "list_files", args: { path: "/", recursive: true } }],
    ["claude-code", "Grep", { pattern: "x" }, { tool: "search_files", args: { path: ".", pattern: "x" } }],
    [
      "claude-code",
      "WebFetch",
      { url: "https://a.com", prompt: "p" },
      { tool: "web_fetch", args: { url: "https://a.com" } },
    ],
    ["claude-code", "mcp__git__commit", { m: 1 }, { tool: "mcp__git__commit", args: { m: 1 } }],
    ["claude-code", "read_file", { path: "/p/a" }, undefined],
    ["claude-code", "shell", { command: "ls" }, undefined],
    ["nobody", "Bash", { command: "ls" }, undefined],
    ["codex", "apply_patch", { input: PATCH }, PATCHED],
    ["codex", "apply_patch", { command: ["apply_patch", PATCH] }, PATCHED],
    ["codex", "apply_patch", { input: PATCH.replace("\n*** Delete File", "\n*** Erase File") }, undefined],
    [
      "codex",
      "shell",
      { command: ["bash", "-lc", "ls"], workdir: "/p" },
      { tool: "shell", args: { program: "bash", args: ["-lc", "ls"], cwd: "/p" } },
    ],
    [
      "gemini",
      "run_shell_command",
      { command: "ls", directory: "sub" },
      { tool: "shell", args: { command: "ls", cwd: "sub" } },
    ],
    [
      "gemini",
      "replace",
      { file_path: "a", old_string: "o", new_string: "n" },
      { tool: "edit_file", args: { path: "a", edits: [{ old: "o", new: "n", all: false }] } },
    ],
    [
      "gemini",
      "read_many_files",
      { paths: ["a.md", "src/**/*.ts"] },
      { tool: "read_file", args: { paths: ["./a.md", "./src"] } },
    ],
    [
      "claude-code",
      "Grep",
      { pattern: "x", glob: ".env*" },
      { tool: "search_files", args: { path: ".", pattern: "x", glob: ".env*" } },
    ],
    [
      "gemini",
      "web_fetch",
      { prompt: "sum up https://a.com/x please" },
      { tool: "web_fetch", args: { url: "https://a.com/x" } },
    ],
    ["gemini", "web_fetch", { prompt: "https://a.com and https://b.com" }, undefined],
    ["cursor", "Delete", { path: "a" }, { tool: "delete_file", args: { path: "a" } }],
    [
      "copilot",
      "str_replace_editor",
      { command: "create", path: "a", file_text: "t" },
      { tool: "write_file", args: { path: "a", content: "t" } },
    ],
    ["copilot", "Bash", { command: "ls" }, { tool: "shell", args: { command: "ls" } }],
    [
      "opencode",
      "edit",
      { filePath: "a", oldString: "o", newString: "n", replaceAll: true },
      { tool: "edit_file", args: { path: "a", edits: [{ old: "o", new: "n", all: true }] } },
    ],
    [
      "opencode",
      "patch",
      { patchText: "--- a/x.ts\n+++ b/x.ts\n@@\n" },
      { tool: "edit_file", args: { changes: [{ path: "x.ts", act: "edit" }] } },
    ],
    ["opencode", "patch", { patchText: "diff --git a/x b/y\nrename from x\nrename to y\n" }, undefined],
  ])("%s %s %j", (agent, name, input, expected) => {
    expect(agentTool(agent, name, input)).toEqual(expected);
  });
});
