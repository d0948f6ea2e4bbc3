import { describe, expect, it } from "vitest";
import type { PathUse, ToolFacts } from "../../../src/core/reading.ts";
import type { Call } from "../../../src/read/call.ts";
import { fileProfile } from "../../../src/read/path/read-files.ts";
import type { CallFacts } from "../../../src/read/profiles.ts";
import { standInWorld } from "./stand-in-world.ts";

const world = standInWorld(
  { "/p/src/app/a.ts": "file", "/p/src/lib/b.ts": "file", "/p/x.zip": "file", "/p/in": "-> src/app/a.ts" },
  { archiveNames: () => ["a.txt", ".git/hooks/pre-commit"] },
);

describe("calls of file tools", () => {
  it.each<readonly [tool: string, args: unknown, paths: readonly Partial<PathUse>[], cls: string]>([
    [
      "read_file",
      { path: "src/app/a.ts", limit: 5 },
      [{ canonical: "/p/src/app/a.ts", act: "read", recursive: false }],
      "read",
    ],
    ["list_files", { path: "src", recursive: true }, [{ canonical: "/p/src", act: "read", recursive: true }], "read"],
    ["search_files", { path: ".", pattern: "x" }, [{ canonical: "/p", act: "read", recursive: true }], "read"],
    ["write_file", { path: "new.ts", content: "" }, [{ canonical: "/p/new.ts", act: "write" }], "write"],
    [
      "edit_file",
      { path: "in", edits: [{ old: "a", new: "b" }] },
      [{ spelling: "/p/in", canonical: "/p/src/app/a.ts", act: "edit" }],
      "write",
    ],
    ["create_directory", { path: "d" }, [{ canonical: "/p/d", act: "write" }], "write"],
    ["delete_file", { path: "in" }, [{ canonical: "/p/in", act: "delete", recursive: false }], "destructive"],
    ["delete_directory", { path: "src" }, [{ canonical: "/p/src", act: "delete", recursive: true }], "destructive"],
    [
      "move_file",
      { from: "src", to: "lib" },
      [
        { act: "edit", recursive: true },
        { act: "write", recursive: true },
      ],
      "write",
    ],
    [
      "move_file",
      { from: "src/app/a.ts", to: ".mcp.json" },
      [
        { act: "edit", recursive: false },
        { act: "write", recursive: false, protected: "W" },
      ],
      "write",
    ],
    [
      "zip_create",
      { paths: ["src"], archive: "o.zip" },
      [
        { act: "read", recursive: true },
        { act: "write", canonical: "/p/o.zip" },
      ],
      "write",
    ],
    [
      "zip_extract",
      { archive: "x.zip", directory: "out" },
      [{ act: "read" }, { act: "write", recursive: true, protected: "W" }],
      "write",
    ],
  ])("%s %j", (tool, args, paths, cls) => {
    const { parts, argFault } = read(tool, args);
    expect(argFault).toBeUndefined();
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatchObject({ class: cls, pathsOnly: true, paths, findings: [] });
  });

  it.each([
    ["read_file", null, "$"],
    ["read_file", {}, "$.path"],
    ["read_file", { path: "" }, "$.path"],
    ["read_file", { path: "a\0" }, "$.path"],
    ["read_file", { path: "a", limit: -1 }, "$.limit"],
    ["write_file", { path: "a" }, "$.content"],
    ["write_file", { path: "lone\ud800", content: "" }, "$.path"],
    ["write_file", { path: "a", content: "half \ud800" }, "$.content"],
    ["edit_file", { path: "a", edits: [{ old: "x", new: "\udc00" }] }, "$.edits[0].new"],
    ["edit_file", { path: "a", edits: [] }, "$.edits"],
    ["edit_file", { path: "a", edits: [{ old: "", new: "x" }] }, "$.edits[0].old"],
    ["edit_file", { changes: [{ path: "a", act: "edit" }] }, "$.path"],
    ["zip_create", { paths: ["a", 1], archive: "b" }, "$.paths[1]"],
  ])("%s %j does not fit at %s", (tool, args, path) => {
    expect(read(tool, args)).toMatchObject({ argFault: { path }, parts: [{ paths: [], offers: [] }] });
  });

  it.each([["bad\nname"], ["esc\u001b[2J"], ["zero\u200bwidth"], ["rtl\u202etxt.exe"], ["nb\u00a0sp"]])(
    "asks about the unseen in %j",
    (path) => {
      expect(read("write_file", { path, content: "" }).parts[0]?.findings).toMatchObject([
        { code: "unreadable", gates: true },
      ]);
    },
  );

  it("gives a tool no device, not even one that a command may use", () => {
    expect(read("read_file", { path: "/dev/fd/0" }).parts[0]?.paths).toMatchObject([{ protected: "D", system: false }]);
  });

  it.each([["."], ["/p"], ["/"], ["/home/u"], ["/home"]])("says that deleting %s deletes everything", (path) => {
    expect(read("delete_directory", { path }).parts[0]?.findings).toMatchObject([{ code: "root-delete", gates: true }]);
    expect(read("delete_directory", { path: "src" }).parts[0]?.findings).toEqual([]);
  });

  it("has no place for a relative path without a folder", () => {
    expect(read("read_file", { path: "a" }, { cwd: null }).parts[0]?.findings).toMatchObject([{ code: "no-cwd" }]);
    expect(read("read_file", { path: "/p/a" }, { cwd: null }).parts[0]?.findings).toEqual([]);
  });

  it("reads the several files of an agent's patch, and no such form of the host's own tool", () => {
    const changes = [
      { path: "a.ts", act: "write" },
      { path: ".env", act: "edit" },
      { path: "src/app/a.ts", act: "?" },
    ];
    expect(read("edit_file", { changes }, { agent: "codex" }).parts[0]).toMatchObject({
      class: "destructive",
      paths: [{ act: "write" }, { act: "edit", protected: "R" }, { act: "delete" }],
    });
    expect(read("edit_file", { changes: [null] }, { agent: "codex" }).argFault).toMatchObject({
      path: "$.changes[0].path",
    });
    expect(read("edit_file", { changes }).argFault).toMatchObject({ path: "$.path" });
  });

  it("sees the secret that another agent's search picks out", () => {
    const found = (glob: string, agent?: string) =>
      read("search_files", { path: ".", pattern: "x", glob }, agent === undefined ? {} : { agent }).parts[0]?.paths.map(
        (path) => path.protected,
      );
    expect([found(".env*", "codex"), found("*.pem", "codex"), found("*.ts", "codex"), found(".env*")]).toEqual([
      [undefined, "R"],
      [undefined, "R"],
      [undefined],
      [undefined],
    ]);
  });

  it("takes `~` in front for the home folder, whoever opens the file", () => {
    const paths = ["~/.bashrc", "./~/.bashrc"].map(
      (path) => read("write_file", { path, content: "" }).parts[0]?.paths[0],
    );
    expect(paths).toMatchObject([{ canonical: "/home/u/.bashrc", protected: "W" }, { canonical: "/p/~/.bashrc" }]);
  });
});

describe("what the card offers for a file", () => {
  it.each<readonly [string, unknown, readonly (readonly [kind: string, tool: string, pattern: string])[]]>([
    [
      "write_file",
      { path: "src/app/n.ts", content: "" },
      [
        ["folder", "change", "src/app/**"],
        ["path", "change", "src/app/n.ts"],
        ["project", "change", "**"],
      ],
    ],
    [
      "write_file",
      { path: "n.ts", content: "" },
      [
        ["path", "change", "n.ts"],
        ["project", "change", "**"],
      ],
    ],
    [
      "read_file",
      { path: "/home/u/notes/a.md" },
      [
        ["folder", "read", "~/notes/**"],
        ["path", "read", "~/notes/a.md"],
      ],
    ],
    [
      "read_file",
      { path: "/srv/a/b" },
      [
        ["folder", "read", "/srv/a/**"],
        ["path", "read", "/srv/a/b"],
      ],
    ],
    ["delete_file", { path: "src/app/a.ts" }, [["path", "delete", "src/app/a.ts"]]],
    [
      "move_file",
      { from: "src/app/a.ts", to: "src/lib/c.ts" },
      [
        ["folder", "change", "src/**"],
        ["project", "change", "**"],
      ],
    ],
    ["edit_file", { path: "in", edits: [{ old: "a", new: "b" }] }, [["project", "change", "**"]]],
    [
      "zip_create",
      { paths: ["src"], archive: "out/o.zip" },
      [
        ["folder", "change", "out/**"],
        ["path", "change", "out/o.zip"],
        ["project", "change", "**"],
      ],
    ],
    ["write_file", { path: "a*.ts", content: "" }, []],
  ])("%s %j", (tool, args, offers) => {
    expect(read(tool, args).parts[0]?.offers.map(({ kind, tool: act, pattern }) => [kind, act, pattern])).toEqual(
      offers,
    );
  });
});

function read(id: string, args: unknown, over: Partial<Call> = {}): CallFacts {
  const call: Call = { tool: id, args, cwd: "/p", project: "/p", source: "model", attended: true, ...over };
  const tool: ToolFacts = {
    id,
    origin: "builtin",
    family: "file",
    class: "write",
    profile: "path",
    known: true,
    state: "ok",
  };
  return fileProfile.readCall(call, tool, world);
}
