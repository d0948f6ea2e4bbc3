import { describe, expect, it } from "vitest";
import { equalPaths } from "../../../src/read/path/equal-names.ts";
import { read } from "../../../src/read/read.ts";
import type { Call } from "../../../src/read/call.ts";
import { standInWorld } from "./stand-in-world.ts";

const [COMPOSED, APART] = ["caf\u00e9", "cafe\u0301"];
const world = standInWorld({
  [`/p/${COMPOSED}/a.txt`]: "file",
  [`/p/${COMPOSED}/\u00e9.txt`]: "file",
  [`/p/both/\u00e9`]: "file",
  [`/p/both/e\u0301`]: "file",
  "/p/it\u2019s.txt": "file",
  "/p/at\u202f9.png": "file",
  "/p/plain.txt": "file",
});

describe("names that others take for a path where nothing is", () => {
  it.each<readonly [string, readonly string[]]>([
    [`/p/${APART}/a.txt`, [`/p/${COMPOSED}/a.txt`]],
    [`${APART}/a.txt`, [`/p/${COMPOSED}/a.txt`]],
    [`/p/${APART}/e\u0301.txt`, [`/p/${COMPOSED}/\u00e9.txt`]],
    [`/p/${APART}/new.txt`, [`/p/${COMPOSED}/new.txt`]],
    ["/p/it's.txt", ["/p/it\u2019s.txt"]],
    ["/p/at 9.png", ["/p/at\u202f9.png"]],
    [`/p/${COMPOSED}/a.txt`, []],
    ["/p/both/e\u0301", []],
    ["/p/plain.txt", []],
    ["/p/n\u00e9w.txt", []],
    ["/q/n\u00e9w.txt", []],
    ["none.txt", []],
  ])("%j: %j", (path, expected) => {
    expect(equalPaths(path, "/p", world)).toEqual(expected);
  });

  it.each<readonly [string, Partial<Call>, readonly string[]]>([
    ["a server", { tool: "mcp__fs__read_text_file" }, [APART, COMPOSED]],
    ["another agent", { tool: "Read", agent: "claude-code" }, [APART, COMPOSED]],
    ["the host itself", { tool: "read_file" }, [APART]],
  ])("count for what %s reads", (_, who, folders) => {
    const path = `/p/${APART}/a.txt`;
    const args = who.agent === undefined ? { path } : { file_path: path };
    const call: Call = { tool: "", args, cwd: "/p", project: "/p", source: "model", attended: true, ...who };
    const spelled = read(call, world).parts.flatMap(({ paths }) => paths.map(({ spelling }) => spelling));
    expect(spelled).toEqual(folders.map((folder) => `/p/${folder}/a.txt`));
  });
});
