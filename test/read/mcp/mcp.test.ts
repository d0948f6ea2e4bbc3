import { describe, expect, it } from "vitest";
import type { PathUse, ToolFacts } from "../../../src/core/reading.ts";
import type { Call } from "../../../src/read/call.ts";
import { generalProfile } from "../../../src/read/mcp/read-mcp.ts";
import type { CallFacts } from "../../../src/read/profiles.ts";
import { standInWorld } from "../path/stand-in-world.ts";

const world = standInWorld({ "/p/a.txt": "file", "/p/sub/.env": "file", "/home/u/x": "file", "/p/out": "-> /home/u" });

describe("paths in arguments of MCP tools", () => {
  it.each<readonly [tool: string, args: Record<string, unknown>, paths: readonly Partial<PathUse>[]]>([
    ["read_text_file", { path: "/p/a.txt" }, [{ canonical: "/p/a.txt", act: "read" }]],
    ["read_multiple_files", { paths: ["/p/a.txt", "/p/sub/.env"] }, [{ act: "read" }, { act: "read", protected: "R" }]],
    ["write_file", { path: "out/y", content: "c" }, [{ spelling: "/p/out/y", canonical: "/home/u/y", act: "write" }]],
    ["edit_file", { path: "a.txt", edits: [] }, [{ act: "edit" }]],
    ["read_file", { options: { path: "/p/sub/.env" } }, [{ act: "read", protected: "R" }]],
    ["write_file", { files: [{ path: "/p/a.txt", text: "/p/sub" }] }, [{ canonical: "/p/a.txt", act: "write" }]],
    ["copy_file", { source: { path: "/p/a.txt" }, destination: { path: "/p/b" } }, [{ act: "read" }, { act: "write" }]],
    ["read_file", { of: { owner: "o", repo: "r", path: "a.txt" } }, []],
    [
      "move_file",
      { source: "/p/sub", destination: "/p/b" },
      [
        { act: "edit", recursive: true },
        { act: "write", recursive: true },
      ],
    ],
    ["directory_tree", { path: "~/" }, [{ canonical: "/home/u", act: "read" }]],
    ["deleteFile", { filePath: "a.txt" }, [{ act: "delete" }]],
    ["frobnicate", { file_path: "/p/a.txt" }, [{ act: "edit" }]],
    ["open", { uri: "file:///p/a%2etxt" }, [{ canonical: "/p/a.txt", act: "read" }]],
    ["get_file_contents", { owner: "o", repo: "r", path: "package.json" }, []],
    ["request", { path: "/api/users" }, []],
    ["send_mail", { to: "a@example.com", from: "b" }, []],
    ["create_issue", { title: "/p/a.txt" }, []],
  ])("%s %j", (tool, args, paths) => {
    const part = read(tool, args).parts[0];
    expect(part?.paths).toHaveLength(paths.length);
    expect(part?.paths).toMatchObject(paths);
  });

  it("keeps the class that a person accepted, whatever the name says", () => {
    expect(read("read_text_file", { path: "/p/a.txt" }).parts[0]).toMatchObject({ class: "unknown", pathsOnly: false });
  });

  it("sees addresses", () => {
    expect(
      read("get", { url: "https://a.com/x", note: "see https://b.com" }).parts[0]?.targets.map(({ text }) => text),
    ).toEqual(["https://a.com/x"]);
  });
});

describe("arguments of MCP tools", () => {
  const schema = {
    type: "object",
    required: ["b"],
    properties: {
      b: { type: "string" },
      a: { type: ["integer", "null"] },
      list: { type: "array", items: { type: "object", required: ["x"] } },
    },
    additionalProperties: false,
  };
  it.each([
    [{ b: "x" }, undefined],
    [{ b: "x", a: null, list: [{ x: 1 }], other: 1 }, undefined],
    [{}, "$.b"],
    [{ b: 1 }, "$.b"],
    [{ b: "x", a: 1.5 }, "$.a"],
    [{ b: "x", list: [{ x: 1 }, {}] }, "$.list[1].x"],
    [[], "$"],
    ["text", "$"],
  ])("%j: fault at %s", (args, path) => {
    expect(read("t", args, schema).argFault?.path).toBe(path);
  });

  it("have the first string of the schema's order as subject", () => {
    expect(read("t", { a: 1, z: "later", b: "first" }, schema).parts[0]?.text).toBe("mcp__fs__t first");
  });

  it("take no pattern but the whole tool", () => {
    expect(generalProfile.readPattern("*")).toEqual({ ok: true, pattern: { kind: "any" } });
    expect(generalProfile.readPattern("x")).toMatchObject({ ok: false });
  });
});

function read(name: string, args: unknown, inputSchema?: unknown): CallFacts {
  const id = `mcp__fs__${name}`;
  const call: Call = {
    tool: id,
    args,
    cwd: "/p",
    project: "/p",
    source: "model",
    attended: true,
    descriptor: { server: "fs", name, inputSchema },
  };
  const tool: ToolFacts = {
    id,
    origin: "mcp",
    family: "mcp",
    class: "unknown",
    profile: "none",
    server: "fs",
    known: true,
    state: "ok",
  };
  return generalProfile.readCall(call, tool, world);
}
