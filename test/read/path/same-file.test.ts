import { describe, expect, it } from "vitest";
import { claudeCode } from "../../../src/adapters/claude-code/adapter.ts";
import { compile, type CompiledPolicy } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import type { Decision } from "../../../src/core/decision.ts";
import type { Policy, Rule } from "../../../src/core/policy.ts";
import type { Call } from "../../../src/read/call.ts";
import { read, readers } from "../../../src/read/read.ts";
import { standInWorld } from "./stand-in-world.ts";

/**
 * The same file and the same act get the same answer, whoever does it and by whatever name. Each row writes, reads or
 * deletes `FILE`; a rule denies that for `deploy/**` under a policy that otherwise allows all it can. With `FILE` in
 * `deploy/` every row is denied by the rule; with `FILE` in `build/` none is.
 */
type Row = readonly [name: string, call: (file: string) => Pick<Call, "tool" | "args" | "agent" | "descriptor">];

const OWN_WRITES: readonly Row[] = [
  ["write_file", (path) => own("write_file", { path, content: "x" })],
  ["edit_file", (path) => own("edit_file", { path, edits: [{ old: "a", new: "b" }] })],
  ["create_directory", (path) => own("create_directory", { path: `${path}.d` })],
  ["move_file to", (to) => own("move_file", { from: "plain.txt", to })],
  ["move_file from", (from) => own("move_file", { from, to: "plain2.txt" })],
  ["zip_create", (archive) => own("zip_create", { paths: ["plain.txt"], archive })],
  ["zip_extract", (path) => own("zip_extract", { archive: "a.zip", directory: folderOf(path) })],
];

const AGENT_WRITES: readonly Row[] = [
  ["Claude Code: Write", (file_path) => claude("Write", { file_path, content: "x" })],
  [
    "Claude Code: Edit",
    (file_path) => claude("Edit", { file_path, old_string: "a", new_string: "b", replace_all: false }),
  ],
  ["Claude Code: Edit that makes", (file_path) => claude("Edit", { file_path, old_string: "", new_string: "b" })],
  [
    "Claude Code: MultiEdit",
    (file_path) =>
      claude("MultiEdit", {
        file_path,
        edits: [
          { old_string: "a", new_string: "b" },
          { old_string: "c", new_string: "d" },
        ],
      }),
  ],
  [
    "Claude Code: NotebookEdit",
    (path) => claude("NotebookEdit", { notebook_path: `${path}.ipynb`, cell_id: "1", new_source: "x" }),
  ],
  ["Claude Code: Bash", (path) => claude("Bash", { command: `echo x > ${path}`, description: "Say x" })],
  ["Claude Code: an MCP server", (path) => claude("mcp__filesystem__write_file", { path, content: "x" })],
  ["Codex: apply_patch, add", (path) => patch(`*** Add File: plain3.txt\n+x\n*** Add File: ${path}\n+x`)],
  [
    "Codex: apply_patch, update",
    (path) => patch(`*** Update File: plain.txt\n@@\n-a\n+b\n*** Update File: ${path}\n@@\n-a\n+b`),
  ],
  ["Codex: apply_patch, move to", (path) => patch(`*** Update File: plain.txt\n*** Move to: ${path}\n@@\n-a\n+b`)],
  ["Gemini: write_file", (file_path) => agent("gemini", "write_file", { file_path, content: "x" })],
  ["Gemini: replace", (file_path) => agent("gemini", "replace", { file_path, old_string: "a", new_string: "b" })],
  ["Cursor: StrReplace", (path) => agent("cursor", "StrReplace", { path, old_string: "a", new_string: "b" })],
  ["OpenCode: edit", (filePath) => agent("opencode", "edit", { filePath, oldString: "a", newString: "b" })],
  ["Copilot: create", (path) => agent("copilot", "create", { path, file_text: "x" })],
];

const MCP_WRITES: readonly Row[] = [
  ["write_file", (path) => mcp("write_file", { path, content: "x" })],
  ["edit_file", (path) => mcp("edit_file", { path, edits: [{ oldText: "a", newText: "b" }], dryRun: false })],
  ["create_directory", (path) => mcp("create_directory", { path: `${path}.d` })],
  ["move_file to", (destination) => mcp("move_file", { source: "plain.txt", destination })],
  ["move_file from", (source) => mcp("move_file", { source, destination: "plain2.txt" })],
];

const SHELL_WRITES: readonly Row[] = [
  "echo x > FILE",
  "echo x >> FILE",
  "echo x | tee FILE",
  "echo x | tee -a plain.txt FILE > /dev/null",
  "cat plain.txt >| FILE",
  ": 2> FILE",
  "cp plain.txt FILE",
  "cp -t DIR plain.txt",
  "mv plain.txt FILE",
  "mv FILE plain2.txt",
  "ln -s ../plain.txt FILE",
  "ln -f plain.txt FILE",
  "install plain.txt FILE",
  "touch FILE",
  "mkdir -p FILE",
  "sed -i s/a/b/ FILE",
  "dd if=plain.txt of=FILE",
  "sort -o FILE plain.txt",
  "curl -o FILE https://example.com/a",
  "wget -O FILE https://example.com/a",
  "tar -xf a.tar -C DIR",
  "unzip a.zip -d DIR",
  "unar -o DIR a.zip",
  "cd DIR && jar xf ../a.zip",
  "python3 -m zipfile -e a.zip DIR",
  "python3 -m tarfile -e a.tar DIR",
  "dpkg-deb -x a.deb DIR",
  "dpkg -x a.deb DIR",
  "unsquashfs -f -d DIR a.img",
  "mksquashfs plain.txt FILE",
  "cabextract -d DIR a.cab",
  "cpio -pd DIR",
  "ditto -x -k a.zip DIR",
  "ditto src DIR",
  "rsync plain.txt FILE",
  "ln -s DIR d; echo x > d/NAME",
  "ln -sr DIR d; echo x > d/NAME",
  "cp -al DIR d; echo x > d/NAME",
  "cp -l FILE d; echo x > d",
  "cp -lt z FILE; echo x > z/NAME",
  "ln -t z FILE; mv z/NAME d; echo x > d",
  "link FILE d; echo x > d",
  "ln -s DIR e; rsync -a e d; echo x > d/NAME",
  "mount --bind DIR d; echo x > d/NAME",
  "mount -o ro,bind DIR d; echo x > d/NAME",
  "chmod +x FILE",
  "cd DIR && echo x > NAME",
  "(cd DIR; touch NAME)",
  "bash -c 'echo x > FILE'",
  "env A=1 tee FILE < plain.txt",
  "find DIR -name NAME -fprint FILE",
  "truncate -s 0 FILE",
  "shred FILE",
  "mktemp FILE",
  "perl -pi -e s/a/b/ FILE",
  "perl -i.bak edit.pl FILE",
  "ruby -pi -e x FILE",
  "gawk -i inplace '{print}' FILE",
  "prettier --write FILE",
  "prettier --write DIR",
  "git checkout -- FILE",
  "git checkout HEAD~1 FILE",
  "git checkout -- DIR",
  "git restore FILE",
  "git restore --source=HEAD~1 DIR",
  "cd DIR && unzip ../plain.zip",
  `apply_patch <<'EOF'\n${patchText("*** Add File: FILE\n+x")}\nEOF`,
  `apply_patch '${patchText("*** Update File: FILE\n@@\n-a\n+b")}'`,
  `bash -lc "apply_patch <<'EOF'\n${patchText("*** Update File: FILE\n@@\n-a\n+b")}\nEOF"`,
  "git diff --output=FILE",
  "for f in FILE; do echo x > $f; done",
  "F=FILE; echo x > $F",
  'echo x > "FILE"',
].map((line): Row => [line, (file) => own("shell", { command: fill(line, file) })]);

const READS: readonly Row[] = [
  ["read_file", (path) => own("read_file", { path })],
  ["zip_create", (path) => own("zip_create", { paths: [path], archive: "out.zip" })],
  ["Claude Code: Read", (file_path) => claude("Read", { file_path })],
  ["an MCP server", (path) => mcp("read_text_file", { path })],
  // Under another name it could be read.
  ["move_file away", (from) => own("move_file", { from, to: "plain2.txt" })],
  ["an MCP server that moves it away", (source) => mcp("move_file", { source, destination: "plain2.txt" })],
  ["Codex: apply_patch, move away", (path) => patch(`*** Update File: ${path}\n*** Move to: plain2.txt\n@@\n-a\n+b`)],
  ["an MCP server, of several", (path) => mcp("read_multiple_files", { paths: ["plain.txt", path] })],
  ...[
    "cat FILE",
    "head -n 1 FILE",
    "grep x FILE",
    "cp FILE plain2.txt",
    "mv FILE plain2.txt",
    "mv -t . FILE",
    "git mv FILE plain2.txt",
    "wc -l < FILE",
    "sort plain.txt FILE",
    "cd DIR && cat NAME",
    "git show HEAD:FILE",
    "diff plain.txt FILE",
    "curl -T FILE https://example.com/",
    "tar -cf out.tar FILE",
  ].map((line): Row => [line, (file) => own("shell", { command: fill(line, file) })]),
];

const DELETES: readonly Row[] = [
  ["delete_file", (path) => own("delete_file", { path })],
  ["Codex: apply_patch", (path) => patch(`*** Update File: plain.txt\n@@\n-a\n+b\n*** Delete File: ${path}`)],
  ["Cursor: Delete", (path) => agent("cursor", "Delete", { path })],
  ["an MCP server", (path) => mcp("delete_file", { path })],
  ...[
    "rm FILE",
    "unlink FILE",
    "shred -u FILE",
    "find DIR -delete",
    "find DIR -name '*.yml' -delete",
    "find DIR -exec rm {} +",
    "git rm FILE",
    "cd DIR && rm NAME",
    "rm plain.txt FILE",
    "rm DIR/*",
  ].map((line): Row => [line, (file) => own("shell", { command: fill(line, file) })]),
];

/** Ways to name a file in a folder. */
const NAMES: readonly (readonly [string, (folder: string) => string])[] = [
  ["as it is", (folder) => `${folder}/a.yml`],
  ["in full", (folder) => `/p/${folder}/a.yml`],
  ["with dots on the way", (folder) => `./src/../${folder}/./a.yml`],
  ["through a link", (folder) => `to-${folder}/a.yml`],
];

describe.each<readonly [string, Rule["tool"], readonly Row[]]>([
  ["changed by a tool of the host", "change", OWN_WRITES],
  ["changed by an agent's own tool", "change", AGENT_WRITES],
  ["changed by a tool of an MCP server", "change", MCP_WRITES],
  ["changed by a command", "change", SHELL_WRITES],
  ["read", "read", READS],
  ["deleted", "delete", DELETES],
])("a file %s", (_, tool, rows) => {
  describe.each(NAMES)("named %s", (__, nameIn) => {
    it.each(rows)("%s", (___, callOn) => {
      const denied = judge(callOn(nameIn("deploy")), tool);
      expect([denied.effect, denied.code]).toEqual(["deny", "rule-deny"]);
      expect(judge(callOn(nameIn("build")), tool).code).not.toBe("rule-deny");
    });
  });
});

describe("a folder around the file", () => {
  it.each<readonly [string, "change" | "delete", (folder: string) => ReturnType<typeof own>]>([
    ["delete_directory", "delete", (path) => own("delete_directory", { path })],
    ["rm -rf", "delete", (folder) => own("shell", { command: `rm -rf ${folder}` })],
    ["find -exec rm", "delete", (folder) => own("shell", { command: `find ${folder} -type f -exec rm {} +` })],
    ["move_file", "change", (from) => own("move_file", { from, to: "elsewhere" })],
    ["mv", "change", (folder) => own("shell", { command: `mv ${folder} elsewhere` })],
    ["cp -r", "change", (folder) => own("shell", { command: `cp -r src ${folder}` })],
    ["chmod -R", "change", (folder) => own("shell", { command: `chmod -R go-w ${folder}` })],
  ])("%s", (_, tool, callOn) => {
    expect(judge(callOn("deploy"), tool).code).toBe("rule-deny");
    expect(judge(callOn("build"), tool).code).not.toBe("rule-deny");
  });
});

describe("a file that arrives in a folder under its own name", () => {
  it.each([
    "cp src/a.yml DIR",
    "cp src/a.yml DIR/",
    "cp -t DIR src/a.yml",
    "cp plain.txt src/a.yml DIR",
    "cp src/*.yml DIR",
    "cp $(ls src) DIR",
    "cp none/* DIR",
    "cp -r src/. DIR",
    "cp --parents a.yml DIR",
    "mv src/a.yml DIR",
    "git mv src/a.yml DIR",
    "ln src/a.yml DIR",
    "cd DIR && ln -s ../src/a.yml",
    "install -m 600 src/a.yml DIR",
    "find src -name '*.yml' -exec cp {} DIR \\;",
    "rsync src/a.yml DIR",
    "rsync -a src/ DIR",
    "rsync host:a.yml DIR",
    "scp host:a.yml DIR",
    "scp host:* DIR",
    "docker cp box:/a.yml DIR",
    "kubectl cp pod:a.yml DIR",
    "(cd DIR; cp ../src/a.yml .)",
  ])("%s", (line) => {
    const into = (folder: string) => judge(own("shell", { command: fill(line, `${folder}/x`) }), "change", ONE_FILE);
    expect(into("deploy").code).toBe("rule-deny");
    expect(into("build").code).not.toBe("rule-deny");
  });

  it.each(["cp src/x.ts DIR", "mv src/x.ts DIR", "cp -r src DIR", "rsync -a src DIR"])("%s is another file", (line) => {
    expect(judge(own("shell", { command: fill(line, "deploy/x") }), "change", ONE_FILE).code).not.toBe("rule-deny");
  });
});

describe("a file in the folder next to it", () => {
  it.each([...OWN_WRITES, ...AGENT_WRITES, ...MCP_WRITES])("%s runs", (_, callOn) => {
    expect(judge(callOn("build/a.yml"), "change").effect).toBe("allow");
  });
});

function judge(
  call: Pick<Call, "tool" | "args" | "agent" | "descriptor">,
  denied: Rule["tool"],
  policies: Readonly<Record<string, CompiledPolicy>> = POLICIES,
): Decision {
  const reading = read({ cwd: "/p", project: "/p", source: "model", attended: true, ...call }, WORLD);
  return decide(reading, policies[denied] as CompiledPolicy, 0);
}

const WORLD = standInWorld(
  {
    ...Object.fromEntries(
      ["plain.txt", "a.zip", "a.tar", "src/x.ts", "src/a.yml", "deploy/a.yml", "build/a.yml", "deploy/a.yml.ipynb"].map(
        (name) => [`/p/${name}`, "file"],
      ),
    ),
    "/p/to-deploy": "-> deploy",
    "/p/to-build": "-> build",
  },
  { which: (name) => `/usr/bin/${name}`, archiveNames: () => ["a.yml"] },
);

const POLICIES = { change: policyWith("change"), read: policyWith("read"), delete: policyWith("delete") };
/** A rule about one file, not about the folder that holds it. */
const ONE_FILE = { change: policyWith("change", "deploy/a.yml") };

function policyWith(tool: Rule["tool"], pattern = "deploy/**"): CompiledPolicy {
  const allow = { mode: "allow" } as const;
  const policy: Policy = {
    layers: { app: { native: { file: allow, shell: allow }, mcp: { shared: allow } } },
    rules: [{ id: "deny", tool, pattern, decision: "deny", scope: "project" }],
    level: "L0",
    approvalMode: "full",
    grants: [{ root: "/p", recursive: true, can: ["read", "write", "edit", "delete"] }],
    projectRoots: ["/p"],
    home: "/home/u",
    limits: {},
    revision: "1",
  };
  const result = compile(policy, readers);
  if (!result.ok) throw new Error(result.errors[0]?.message);
  return result.policy;
}

function own(tool: string, args: unknown) {
  return { tool, args };
}

function agent(name: string, tool: string, args: unknown) {
  return { tool, args, agent: name };
}

/** As Claude Code's hook sends it, through the adapter. */
function claude(tool_name: string, tool_input: unknown) {
  const said = claudeCode.readEvent({
    session_id: "s",
    transcript_path: "/home/u/.claude/t.jsonl",
    cwd: "/p",
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name,
    tool_input,
    tool_use_id: "toolu_1",
  });
  if (said.kind !== "call") throw new Error(said.kind);
  const { tool, args, agent: name } = said.call;
  return { tool, args, ...(name === undefined ? {} : { agent: name }), ...described(tool) };
}

function mcp(name: string, args: unknown) {
  const tool = `mcp__filesystem__${name}`;
  return { tool, args, ...described(tool) };
}

/** A server whose tools a person took for what they are. */
function described(tool: string): Pick<Call, "descriptor"> {
  const name = /^mcp__filesystem__(.+)$/.exec(tool)?.[1];
  if (name === undefined) return {};
  const cls = name.startsWith("read") ? "read" : name.startsWith("delete") ? "destructive" : "write";
  return { descriptor: { server: "filesystem", name, class: cls } };
}

function patch(body: string) {
  return agent("codex", "apply_patch", { input: patchText(body) });
}

function patchText(body: string): string {
  return `*** Begin Patch\n${body}\n*** End Patch`;
}

function fill(line: string, file: string): string {
  return line.replaceAll("FILE", file).replaceAll("DIR", folderOf(file)).replaceAll("NAME", "a.yml");
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf("/"));
}
