// An app with an agent of its own: every tool call goes through the gate, and the app's user is asked in the terminal.
//
//   node examples/embedded-gate.mjs [FOLDER]
//
// Answers come from standard input: y, n, or a new command in the place of the one that is asked about.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { promisify } from "node:util";
import { createGate } from "assent/gate";

const project = process.cwd();
const dataDir = process.argv[2] ?? mkdtempSync(join(tmpdir(), "assent-example-"));
const terminal = createInterface({ input: process.stdin });
const answers = terminal[Symbol.asyncIterator]();

const gate = await createGate({
  dataDir,
  preset: "everyday",
  policy: {
    layers: {},
    rules: [{ id: "no-push", tool: "shell", pattern: "git push *", decision: "deny", scope: "global" }],
    level: "L0",
    approvalMode: "ask",
    grants: [{ root: project, recursive: true, can: ["read", "write", "edit"] }],
    projectRoots: [project],
    limits: { callsPerRun: 20 },
    revision: "1",
  },
  async onAsk(card) {
    console.log(`asks   ${card.summary}\n       ${card.reason}`);
    const { value: said = "n" } = await answers.next();
    if (said === "n") return { decision: "deny", note: "not now" };
    return said === "y" ? { decision: "allow" } : { decision: "allow", args: { command: said } };
  },
});

/** What the agent's tools do. Each is only ever called with what was allowed. */
const tools = {
  shell: async ({ command }) => (await promisify(execFile)("/bin/sh", ["-c", command], { cwd: project })).stdout.trim(),
  read_file: async ({ path }) => readFileSync(join(project, path), "utf8"),
};

/** The agent: a script in the place of a model. */
const calls = [
  { tool: "shell", args: { command: "echo read only, so it runs" } },
  { tool: "shell", args: { command: "node --eval 'console.log(6 * 7)'" } },
  { tool: "shell", args: { command: "node --eval 'console.log(0)'" } },
  { tool: "shell", args: { command: "git push origin main" } },
  { tool: "read_file", args: { path: "package.json" } },
];

for (const call of calls) {
  const result = await gate.run({ ...call, session: "demo" }, tools[call.tool]);
  const what = JSON.stringify(call.args);
  if (result.ok) console.log(`ran    ${what}\n       ${result.value.split("\n")[0]}`);
  else console.log(`stayed ${what}\n       ${result.code}: ${result.reason}`);
}
console.log(`trail  ${(await gate.verifyAudit()) ? "as it was written" : "changed"}`);
terminal.close();
await gate.close();
