import { describe, expect, test } from "vitest";
import { composeName, composeNames, findBuiltin, foldName, nativeKey, registerNames } from "../../src/core/names.ts";
import {
  ALWAYS_ASK,
  BUILTIN_TOOLS,
  BY_READING,
  PERSON_ACTS,
  READ_ONLY_TOOLS,
  ruleActOf,
} from "../../src/core/tools.ts";
import { isReadOnly } from "../../src/core/class.ts";

const hash = (text: string): string =>
  [...text]
    .reduce((sum, unit) => (sum * 31 + unit.charCodeAt(0)) >>> 0, 7)
    .toString(16)
    .padStart(10, "0");

test("the built-in tools", () => {
  expect(BUILTIN_TOOLS.map(({ id, family }) => `${family} ${id}`)).toEqual([
    "shell shell",
    ...[
      "read_file",
      "list_files",
      "search_files",
      "write_file",
      "edit_file",
      "create_directory",
      "move_file",
      "delete_file",
      "delete_directory",
      "zip_create",
      "zip_extract",
    ].map((id) => `file ${id}`),
    "net web_fetch",
    ...["navigate", "read", "screenshot", "click", "fill", "submit", "evaluate", "act"].map(
      (act) => `browser browser_${act}`,
    ),
    "ask ask_user",
    "subagent subagent",
    "task task",
    "skill run_skill",
    "task wait",
    "app app_read",
    "app app_security",
  ]);
});

describe("the sets of tools", () => {
  const ids = new Set(BUILTIN_TOOLS.map(({ id }) => id));

  test.each([
    ["PERSON_ACTS", PERSON_ACTS],
    ["ALWAYS_ASK", ALWAYS_ASK],
    ["BY_READING", BY_READING],
    ["READ_ONLY_TOOLS", READ_ONLY_TOOLS],
  ] as const)("%s names only tools that exist", (_name, set) => {
    expect([...set].filter((id) => !ids.has(id))).toEqual([]);
  });

  test("every tool is in exactly one of them", () => {
    const sets = [ALWAYS_ASK, BY_READING, READ_ONLY_TOOLS];
    expect(BUILTIN_TOOLS.filter(({ id }) => sets.filter((set) => set.has(id)).length !== 1)).toEqual([]);
  });

  test("what a level frees as a whole only reads, and the rest does not", () => {
    expect(
      BUILTIN_TOOLS.filter((tool) => READ_ONLY_TOOLS.has(tool.id) !== isReadOnly(tool.class)).map(({ id }) => id),
    ).toEqual([]);
  });

  test("what a person must do always asks", () => {
    expect([...PERSON_ACTS].filter((id) => !ALWAYS_ASK.has(id))).toEqual([]);
  });
});

test("the acts that rules of a file tool are about", () => {
  const acts = Object.fromEntries(
    BUILTIN_TOOLS.flatMap((tool) => (ruleActOf(tool) === null ? [] : [[tool.id, ruleActOf(tool)]])),
  );
  expect(acts).toEqual({
    read_file: "read",
    list_files: "read",
    search_files: "read",
    write_file: "change",
    edit_file: "change",
    create_directory: "change",
    move_file: "change",
    zip_create: "change",
    zip_extract: "change",
    delete_file: "delete",
    delete_directory: "delete",
  });
});

describe("names", () => {
  test.each([
    ["Shell", "shell"],
    ["shell_exec", "shell"],
    ["shell.exec", "shell"],
    ["browser.navigate", "browser_navigate"],
    ["WRITE-FILE", "write_file"],
    ["file/read_file", "read_file"],
    ["Bash", undefined],
  ])("%s", (name, id) => {
    expect(findBuiltin(name)?.id).toBe(id);
  });

  test.each([
    ["Browser", "browser"],
    ["read.file", "read_file"],
    ["my-tool", "my-tool"],
  ])("a layer's key %s", (name, key) => {
    expect(nativeKey(name)).toBe(key);
  });

  test("two tools under one name are an error, one tool under two is not", () => {
    expect(
      registerNames([
        { id: "a_b", spellings: ["a.b"] },
        { id: "c", spellings: ["A-B"] },
      ]),
    ).toEqual({ ok: false, message: "`A-B` of c is read as a name of a_b" });
    expect(registerNames(BUILTIN_TOOLS)).toMatchObject({ ok: true });
    expect(foldName("A-b/c.D")).toBe("a_b_c_d");
  });
});

describe("composed names", () => {
  test.each([
    ["git", "commit", "mcp__git__commit"],
    ["git", "create issue", `mcp__git__create_issue_${hash('["git","create issue"]').slice(0, 10)}`],
    ["a__b", "c", `mcp__a__b__c_${hash('["a__b","c"]').slice(0, 10)}`],
  ])("%s / %s", (server, tool, name) => {
    expect(composeName(server, tool, hash)).toBe(name);
  });

  test("are legal and no longer than 64 characters, and lead back", () => {
    const long = { server: "server", tool: `${"very".repeat(20)} long` };
    const name = composeName(long.server, long.tool, hash);
    expect(name).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(composeNames([long], hash)).toEqual({ ok: true, byName: new Map([[name, long]]) });
  });

  test("two that fold to one are an error", () => {
    expect(
      composeNames(
        [
          { server: "s", tool: "a-b" },
          { server: "s", tool: "a_b" },
        ],
        hash,
      ),
    ).toEqual({ ok: false, message: "`a_b` of s is read as `a-b` of s" });
  });
});
