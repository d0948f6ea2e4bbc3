import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;
/** A folder in which nothing was ever stored. */
const DIR = mkdtempSync(join(tmpdir(), "assent-usage-"));
const ENV = { PATH: process.env["PATH"], HOME: DIR, ASSENT_HOME: join(DIR, "assent") };
afterAll(() => rmSync(DIR, { recursive: true }));

function assent(...args: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [MAIN, ...args], { env: ENV, encoding: "utf8" });
  return { stdout, stderr, status };
}

const FOLDER = new URL(".", import.meta.url).pathname;

/** What is typed, how the error begins, how the last line ends, and the exit code: 2 where nothing could have been done. */
const WRONG: readonly (readonly [words: readonly string[], error: string, end: string, code: number])[] = [
  [["chek"], "there is no command 'chek'", "--help lists the commands", 2],
  [["--port", "x"], "`x` is not a port", "--port 4747", 2],
  [["check"], "nothing to check", "check -- git push -f", 2],
  [["check", "git", "push", "-f"], "unknown option '-f'", "check -- git push -f", 2],
  [["check", "--batch", "--", "ls"], "--batch reads calls from its input", "no command goes with it", 2],
  [["check", "--agent", "claude", "ls"], "no agent `claude` is known here", "opencode", 2],
  [["check", "--tool", "", "{}"], "a tool has a name", "check --tool write_file -- '{…}'", 2],
  [["check", "--tool", "write_file", "x"], "the arguments of a tool are one JSON object", `"content":""}'`, 2],
  [
    ["check", "--policy", "/no/such.json", "ls"],
    "the policy `/no/such.json` cannot be read",
    "there is no such file",
    1,
  ],
  [["check", "--policy", FOLDER, "ls"], "the policy `", "cannot be read: it is a folder", 1],
  [["check", "--policy", import.meta.filename, "ls"], "the policy `", "is not valid JSON", 1],
  [["rules", "nope"], "too many arguments for 'list'", "--help lists the commands", 2],
  [["rules", "remove", "nope"], "there is no stored rule `nope`", "with their ids", 1],
  [["rules", "remove", "everyday-6"], "`everyday-6` is a built-in rule", "Settings chooses another set", 1],
  [["rules", "add"], "missing required argument 'pattern'", "--help lists the commands", 2],
  [
    ["rules", "add", "--allow", "./run.sh"],
    "a rule names a program by its base name, `run.sh`",
    "--tool change 'src/**'",
    2,
  ],
  [["rules", "add", "--tool", "edit", "src/**"], "this tool has no patterns but `*`", "--tool change 'src/**'", 2],
  [["rules", "add", "--tool", "mcp__x__*", "*"], "no masks in a tool's name", "--tool change 'src/**'", 2],
  [["rules", "add", ""], "a rule needs a pattern", "rules add --allow 'npm run *'", 2],
  [["rules", "add", "--allow", "--deny", "x"], "--allow and --deny cannot both be", "one decision", 2],
  [["rules", "add", "--allow", "git", "push"], "too many arguments for 'add'", "--help lists the commands", 2],
  [["rules", "add", "x"], "no host is running", "in another terminal", 1],
  [["rules", "lint", "x"], "too many arguments for 'lint'", "--help lists the commands", 2],
  [["rules", "suggest", "x"], "too many arguments for 'suggest'", "--help lists the commands", 2],
  [["approvals", "nope"], "too many arguments for 'list'", "--help lists the commands", 2],
  [["approvals", "watch"], "nothing was ever stored here", "start the host first", 1],
  [["audit", "nope"], "too many arguments for 'tail'", "--help lists the commands", 2],
  [["audit", "tail", "-n", "0"], "`0` is not a number of lines", "audit tail -n 50", 2],
  [["audit", "verify", "x"], "too many arguments for 'verify'", "--help lists the commands", 2],
  [["trust", "x"], "too many arguments for 'trust'", "--help lists the commands", 2],
  [["servers", "nope"], "too many arguments for 'list'", "--help lists the commands", 2],
  [["servers", "add", "notes"], "a server needs a command, after --", "servers add files -- npx -y SERVER ~/notes", 2],
  [
    ["servers", "add", "notes", "--url", "nowhere"],
    "--url takes one address",
    "servers add docs --url https://mcp.example.com/mcp",
    2,
  ],
  [["servers", "add", "notes", "--env", "A", "--", "x"], "`A` is no variable", "secret ones are given on the page", 2],
  [["servers", "add", "notes", "--", "npx", "x"], "no host is running", "in another terminal", 1],
  [["servers", "confirm"], "missing required argument 'code'", "--help lists the commands", 2],
  [["servers", "confirm", "AAAA-BBBB"], "no host is running", "in another terminal", 1],
  [["level", "L9"], "there is no level `L9`", "Stop (L3)", 2],
  [["level", "L0"], "`L0` cannot be set from a terminal", "in a logged-in session", 2],
  [["level", "L3", "now"], "too many arguments for 'level'", "--help lists the commands", 2],
  [["level", "L3"], "no host is running", "in another terminal", 1],
  [["doctor", "x"], "too many arguments for 'doctor'", "--help lists the commands", 2],
  [["hook", "install", "nope"], "`nope` is not an agent that this version knows", "hook install claude-code", 2],
  [
    ["hook", "install", "claude-code", "--settings", FOLDER],
    "the settings file `",
    "cannot be read: it is a folder",
    1,
  ],
  // Of an agent's hook, 2 stops the call.
  [["hook", "run", "nope"], "`nope` is not an agent that this version knows", "hook install claude-code", 2],
  [["mcp"], "missing required argument 'command'", "mcp -- npx -y SERVER", 2],
  [["mcp", "--wait-ms", "x", "--", "cat"], "`x` is not a time in ms", "--wait-ms 50000 -- COMMAND", 2],
  [["mcp", "--project", "/no/such", "--", "cat"], "there is no folder `/no/such`", "mcp --project DIR -- COMMAND", 2],
  [["mcp", "--name", "", "--", "cat"], "`` cannot be the name of a server", "1 to 64 characters", 2],
  [["mcp", "--", "no-such-program"], "`no-such-program` cannot be started", "mcp --`", 1],
];

test.each(WRONG)(
  "%j is told what is wrong with it, and what to type",
  (words, error, end, code) => {
    const { stdout, stderr, status } = assent(...words);
    expect([stdout, stderr.slice(0, 7 + error.length), status]).toEqual(["", `error: ${error}`, code]);
    expect(stderr.trimEnd().slice(-end.length)).toBe(end);
    expect(stderr).not.toMatch(/ {4}at |ENOTDIR|EISDIR/);
  },
  60_000,
);

test("a path rule typed as a command is not added as one that protects no file", () => {
  const wrong = assent("rules", "add", "--deny", "read .env");
  expect(wrong.stderr).toContain("`read .env` would be about a command called `read`");
  expect(wrong.stderr).toContain("--tool read '.env'");
  expect(wrong.status).toBe(2);
  for (const args of [["--tool", "read", ".env"], ["--tool", "shell", "read .env"], ["readelf -a *"]])
    expect(assent("rules", "add", "--deny", ...args).stderr).toContain("no host is running");
}, 60_000);

test("the README shows the help as it is printed", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(readme).toContain(`\`\`\`\n${assent("--help").stdout.trimEnd()}\n\`\`\``);
}, 60_000);
