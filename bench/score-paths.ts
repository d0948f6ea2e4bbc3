import { execFileSync } from "node:child_process";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { compile } from "../src/core/compile.ts";
import { decide } from "../src/core/decide.ts";
import type { Effect } from "../src/core/effect.ts";
import type { DirectoryGrant, Policy } from "../src/core/policy.ts";
import { nodeWorld } from "../src/host/tools/node-world.ts";
import { runTool } from "../src/host/tools/run-tool.ts";
import type { KnownRoot } from "../src/host/tools/held-directory.ts";
import type { Call } from "../src/read/call.ts";
import { pathUse } from "../src/read/path/path-use.ts";
import { read, readers } from "../src/read/read.ts";
import type { World } from "../src/read/world.ts";
import { standInWorld } from "../test/read/path/stand-in-world.ts";

/**
 * Runs described file operations on a real disk, through read, decide and the tools, and counts what comes out as
 * described: `npm run score:paths -- DIR`. DIR holds `path-escape.json` and `protected-files.json`. Cases for other
 * systems are read with a stand-in world. Races are measured by `test/host/tools/race.test.ts`.
 */
interface EscapeCase {
  readonly id: string;
  readonly platform: "posix" | "linux" | "win32" | "darwin";
  readonly root: string;
  readonly grants: readonly { readonly path: string; readonly access: "r" | "rw"; readonly revoked?: boolean }[];
  readonly setup: readonly Step[];
  readonly call: { readonly op: string; readonly path: string; readonly to?: string };
  readonly expected: string;
  readonly also_ok?: readonly string[];
  readonly race?: unknown;
}

interface Step {
  readonly op: string;
  readonly path: string;
  readonly content?: string;
  readonly target?: string;
  readonly to?: string;
  readonly size?: number;
}

interface ProtectedEntry {
  readonly id: string;
  readonly glob: string;
  readonly class: "W" | "R" | "D";
  readonly examples: readonly string[];
  readonly except?: readonly string[];
}

/** `allow` ran; `ask` waits for a person; `deny` was refused by the decision or by the tool itself. */
async function escapeCase(
  test: EscapeCase,
  base: readonly Step[],
): Promise<{ readonly got: Effect; readonly intact: boolean }> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "assent-score-")));
  const here = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("$T", top)) as T;
  try {
    base.forEach((step) => prepare(here(step)));
    const roots = here(test.grants)
      .filter(({ path }) => existsSync(path))
      .map(({ path }) => identify(path));
    test.setup.forEach((step) => prepare(here(step)));
    const outside = contents(join(top, "outside")) + contents(join(top, "home"));
    const got = await attempt(here(test), { top, roots });
    return { got, intact: contents(join(top, "outside")) + contents(join(top, "home")) === outside };
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

async function attempt(
  test: EscapeCase,
  { top, roots }: { readonly top: string; readonly roots: readonly KnownRoot[] },
): Promise<Effect> {
  const world = nodeWorld({
    env: { PATH: process.env["PATH"], HOME: join(top, "home") },
    cwd: test.root,
    dataDir: join(top, "data"),
  });
  const call: Call = { ...toCall(test), cwd: test.root, project: test.root, source: "model", attended: true };
  const effect = judge(call, test, world);
  if (effect !== "allow") return effect;
  const result = await runTool(call, read(call, world), {
    world,
    signal: new AbortController().signal,
    outputLimit: 1000,
    roots,
  });
  return result.ok ? "allow" : "deny";
}

/** With what opening a project for editing gives: a grant, and a rule that allows changes. */
function judge(call: Call, test: EscapeCase, world: World): Effect {
  const grants: readonly DirectoryGrant[] = test.grants
    .filter(({ revoked }) => revoked !== true)
    .map(({ path, access }) => ({
      root: slashed(path),
      recursive: true,
      can: access === "r" ? ["read"] : ["read", "write", "edit", "delete"],
    }));
  const rules = [
    { id: "change", tool: "change", pattern: "**", decision: "allow", scope: "project" },
    ...(call.tool.startsWith("delete")
      ? ([
          {
            id: "delete",
            tool: "delete",
            pattern: resolve(slashed(test.root), slashed(test.call.path)),
            decision: "allow",
            scope: "project",
          },
        ] as const)
      : []),
  ] as const;
  const policy: Policy = {
    layers: {},
    rules,
    level: "L0",
    approvalMode: "ask",
    grants,
    projectRoots: [slashed(test.root)],
    limits: {},
    revision: "1",
    home: slashed(world.home),
  };
  const compiled = compile(policy, readers);
  // INVARIANT: nothing runs under a policy that could not be read. A grant that cannot be read grants nothing.
  if (!compiled.ok && compiled.errors.every(({ path }) => path.startsWith("grants"))) return "deny";
  if (!compiled.ok) throw new Error(`${test.id}: ${compiled.errors.map(({ message }) => message).join("; ")}`);
  return decide(read(call, world), compiled.policy, 0).effect;
}

function toCall({ call }: EscapeCase): Pick<Call, "tool" | "args"> {
  const { op, path, to } = call;
  switch (op) {
    case "read":
      return { tool: "read_file", args: { path } };
    case "write":
      return { tool: "write_file", args: { path, content: "CHANGED" } };
    case "list":
      return { tool: "list_files", args: { path } };
    case "mkdir":
      return { tool: "create_directory", args: { path } };
    case "move":
      return { tool: "move_file", args: { from: path, to } };
    case "delete":
      return {
        tool: existsSync(path) && lstatSync(path).isDirectory() ? "delete_directory" : "delete_file",
        args: { path },
      };
    default:
      throw new Error(`no such operation: ${op}`);
  }
}

function prepare(step: Step): void {
  mkdirSync(dirname(step.path), { recursive: true });
  const make: Readonly<Record<string, () => void>> = {
    dir: () => mkdirSync(step.path, { recursive: true }),
    file: () => writeFileSync(step.path, step.content ?? ""),
    symlink: () => symlinkSync(step.target ?? "", step.path),
    hardlink: () => linkSync(step.target ?? "", step.path),
    rename: () => renameSync(step.path, step.to ?? ""),
    fifo: () => execFileSync("sh", ["-c", 'mkfifo "$0"', step.path]),
    sparse: () => {
      writeFileSync(step.path, "");
      truncateSync(step.path, step.size ?? 0);
    },
  };
  const run = make[step.op];
  if (run === undefined) throw new Error(`no such step: ${step.op}`);
  run();
}

/** Other systems: only what reading and deciding say. */
function foreignCase(test: EscapeCase, base: readonly Step[]): Effect {
  const place = (path: string): string => slashed(path.replaceAll("$T", "/t"));
  const kinds: Readonly<Record<string, (step: Step) => string>> = {
    dir: () => "dir",
    junction: ({ target }) => `-> ${target}`,
    symlink: ({ target }) => `-> ${target}`,
  };
  const tree = Object.fromEntries(
    [...base, ...test.setup].map((step) => [place(step.path), kinds[step.op]?.(step) ?? "file"]),
  );
  const win = test.platform === "win32";
  const world = standInWorld(
    { ...tree, ...(win ? { "c:/ws/ok.txt": "file", "c:/ws/.git/config": "file" } : {}) },
    { platform: test.platform as World["platform"], home: win ? "C:\\Users\\u" : "/t/home" },
  );
  const there = JSON.parse(JSON.stringify(test).replaceAll("$T", "/t")) as EscapeCase;
  return judge(
    { ...toCall(there), cwd: there.root, project: there.root, source: "model", attended: true },
    there,
    world,
  );
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/").replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}

function identify(root: string): KnownRoot {
  const { dev, ino } = lstatSync(root, { bigint: true });
  return { root, dev, ino };
}

function contents(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(
      (entry) =>
        `${entry.parentPath}/${entry.name}=${entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), "utf8") : ""}`,
    )
    .toSorted()
    .join("\n");
}

/** Each example by its own name, in another case where names may differ so, and with an invisible character. */
function protectedFaults(entry: ProtectedEntry): readonly string[] {
  const wrong = (path: string): boolean => protectionOf(path) !== entry.class;
  const variants = entry.examples.flatMap((path) =>
    path.startsWith("proj/") ? [path, `proj/${path.slice(5).toUpperCase()}`, path.replace(/\w$/, "$&\u200c")] : [path],
  );
  const free = (entry.except ?? [])
    .map((glob) => glob.replace("**/", "proj/"))
    .filter((path) => protectionOf(path) !== undefined);
  return [...variants.filter(wrong), ...free];
}

function protectionOf(path: string): "W" | "R" | "D" | undefined {
  const win = path.startsWith("//") || /AppData|^~\/Documents/.test(path);
  const home = win ? "C:/Users/u" : "/home/u";
  const world = standInWorld({}, { platform: win ? "win32" : "linux", home, dataDir: `${home}/.data` });
  const full = path
    .replace("<HOST_DATA_DIR>", `${home}/.data`)
    .replace("<HOST_CONFIG>", `${home}/.config/assent/config.json`)
    .replace(/^~/, home);
  return pathUse(full, "write", { cwd: win ? "C:/work" : "/work", world }).protected;
}

async function main(folder: string): Promise<void> {
  const load = <T>(name: string): T => JSON.parse(readFileSync(join(folder, name), "utf8")) as T;
  const { base_setup: base, cases } = load<{ base_setup: readonly Step[]; cases: readonly EscapeCase[] }>(
    "path-escape.json",
  );
  const { entries } = load<{ entries: readonly ProtectedEntry[] }>("protected-files.json");
  const own = cases.filter(({ race }) => race === undefined);
  let right = 0;
  for (const test of own) {
    const native = test.platform === "posix" || test.platform === process.platform;
    const { got, intact } = native ? await escapeCase(test, base) : { got: foreignCase(test, base), intact: true };
    // Outside of the grants a person is asked, and with nobody there that is a refusal: both keep the file.
    const fits =
      got === test.expected || (test.also_ok ?? []).includes(got) || (test.expected === "deny" && got === "ask");
    if (fits && intact) right += 1;
    else console.log(`${test.id}: ${got}${intact ? "" : ", and something outside changed"}, not ${test.expected}`);
  }
  const faults = entries.flatMap((entry) => protectedFaults(entry).map((path) => `${entry.id}: ${path}`));
  for (const fault of faults) console.log(fault);
  console.log(
    `path-escape: ${right}/${own.length} (${cases.length - own.length} races apart); protected-files: ${entries.length - new Set(faults.map((fault) => fault.split(":")[0])).size}/${entries.length}`,
  );
  if (right < own.length || faults.length > 0) process.exitCode = 1;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: npm run score:paths -- DIR");
  process.exitCode = 2;
} else {
  await main(folder);
}
