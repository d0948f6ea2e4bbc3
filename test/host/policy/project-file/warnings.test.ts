import { describe, expect, test } from "vitest";
import { parseProjectFile } from "../../../../src/host/policy/project-file/parse.ts";
import { warningsOf } from "../../../../src/host/policy/project-file/warnings.ts";

const KNOWN = {
  servers: ["files", "github"],
  tools: ["mcp__files__read_file", "mcp__files__write_file", "mcp__github__list_issues"],
};
const said = (kind: "assent" | "mcp", text: string): readonly string[] =>
  warningsOf(kind, text, KNOWN).map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`);

describe("what a project's file says that nobody reads", () => {
  test.each<["assent" | "mcp", string, readonly string[]]>([
    [
      "assent",
      '{ "$schema": "x", "tools": { "shell": {}, "file": {}, "fetchUrl": {}, "Web-Fetch": {} } }',
      ["1:55 tools.fetchUrl: no tool or family is called so"],
    ],
    [
      "assent",
      '{\n  "tool": { "shell": { "mode": "off" } }\n}',
      ["2:3 tool: nothing is read under this name; is `tools` meant?"],
    ],
    [
      "assent",
      '{ "authorization": {} }',
      ["1:3 authorization: nothing is read under this name; modes of MCP tools stand in `.mcp.json`"],
    ],
    [
      "assent",
      '{ "tools": { "shel": {},\n "web_fech": {}, "borwser": {}, "mcp__files__read_file": {} } }',
      [
        "1:14 tools.shel: no tool or family is called so; is `shell` meant?",
        "2:2 tools.web_fech: no tool or family is called so; is `web_fetch` meant?",
        "2:18 tools.borwser: no tool or family is called so; is `browser` meant?",
        "2:33 tools.mcp__files__read_file: no tool or family is called so; modes of MCP tools stand in `.mcp.json`",
      ],
    ],
    [
      "mcp",
      '{ "mcpServers": {}, "inputs": [], "autorization": {} }',
      ["1:35 autorization: nothing is read under this name; is `authorization` meant?"],
    ],
    [
      "mcp",
      '{ "mcpServers": { "My Git": {} }, "authorization": { "mode": "ask", "servers": { "my-git": {}, "file": {}, "jira": {} } } }',
      [
        "1:96 authorization.servers.file: no MCP server is known by this name; is `files` meant?",
        "1:108 authorization.servers.jira: no MCP server is known by this name",
      ],
    ],
    [
      "mcp",
      '{ "authorization": { "tools": { "mcp__files__read_file": {}, "mcp__files__readfile": {}, "write_file": {} } } }',
      [
        "1:62 authorization.tools.mcp__files__readfile: no tool of an MCP server is known by this name; is `mcp__files__read_file` meant?",
        "1:90 authorization.tools.write_file: no tool of an MCP server is known by this name; is `mcp__files__write_file` meant?",
      ],
    ],
    // Whose tools nobody has seen yet may have any.
    ["mcp", '{ "mcpServers": { "new": {} }, "authorization": { "tools": { "mcp__new__go": {} } } }', []],
    // What cannot be read is told as that.
    ["assent", '{ "tool": ', []],
    ["assent", '{ "tools": [] }', []],
  ])("%s %s", (kind, text, expected) => {
    expect(said(kind, text)).toEqual(expected);
  });

  test("is in nobody's way: the rest of the file counts", () => {
    const text = '{ "tool": {}, "tools": { "shel": { "mode": "off" }, "shell": { "mode": "off" } } }';
    expect(parseProjectFile("assent", text)).toMatchObject({
      ok: true,
      faults: [],
      layer: { native: { shel: { mode: "off" }, shell: { mode: "off" } } },
    });
    expect(said("assent", text)).toHaveLength(2);
  });

  test("is told of at most twenty names, however many and long they are", () => {
    const keys = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${"tools".repeat(20)}${at}`, 1]));
    expect(said("assent", JSON.stringify(keys))).toHaveLength(20);
  });
});
