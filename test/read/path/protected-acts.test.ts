import { describe, expect, it } from "vitest";
import { compile } from "../../../src/core/compile.ts";
import { decide } from "../../../src/core/decide.ts";
import type { Decision } from "../../../src/core/decision.ts";
import type { Policy } from "../../../src/core/policy.ts";
import { compileGlob, type Glob } from "../../../src/read/path/glob.ts";
import type { ProtectedFile } from "../../../src/read/path/protected/group.ts";
import { protectedFiles } from "../../../src/read/path/protected.ts";
import { read, readers } from "../../../src/read/read.ts";
import type { World } from "../../../src/read/world.ts";
import { standInWorld, type Tree } from "./stand-in-world.ts";

/**
 * Every glob of the list against every way to bring a file to its name, under a policy that allows everything it can:
 * none goes through without a person. The same act on an ordinary name beside it runs, so that it is the name that asks.
 */
const PROJECT = { linux: "/p", win32: "c:/p" } as const;
const HOME = { linux: "/home/u", win32: "c:/users/u" } as const;

type Platform = keyof typeof PROJECT;

/** A file that a glob covers: `folder` is where the glob begins, `name` what it matches. */
interface Named {
  readonly platform: Platform;
  readonly folder: string;
  readonly name: string;
}

interface Act {
  readonly tool: string;
  readonly args: (file: Named) => Record<string, unknown>;
  /** What lies on the disk beside the file itself. */
  readonly tree?: (file: Named) => Tree;
  /** Members of the archive that is unpacked. */
  readonly members?: (file: Named) => readonly string[];
}

const ACTS: Readonly<Record<string, Act>> = {
  write: { tool: "write_file", args: (file) => ({ path: pathOf(file), content: "x" }) },
  "case variant": {
    tool: "write_file",
    args: (file) => ({ path: `${file.folder}/${otherCase(file.name)}`, content: "x" }),
  },
  "rename in": { tool: "move_file", args: (file) => ({ from: "plain.txt", to: pathOf(file) }) },
  "directory move": {
    tool: "move_file",
    args: ({ folder }) => ({ from: "tree", to: folder || "/" }),
    tree: ({ platform, name }) => ({ [`${PROJECT[platform]}/tree/${name}`]: "file" }),
  },
  link: {
    tool: "write_file",
    args: () => ({ path: "link", content: "x" }),
    tree: (file) => ({ [`${PROJECT[file.platform]}/link`]: `-> ${pathOf(file)}`, [pathOf(file)]: "file" }),
  },
  "shell redirect": { tool: "shell", args: (file) => ({ command: `echo x > '${pathOf(file)}'` }) },
  "archive extract": {
    tool: "zip_extract",
    args: ({ folder }) => ({ archive: "a.zip", directory: folder || "/" }),
    members: ({ name }) => [name],
  },
};

const READS: Readonly<Record<string, Act>> = {
  read: { tool: "read_file", args: (file) => ({ path: pathOf(file) }) },
  "shell read": { tool: "shell", args: (file) => ({ command: `cat '${pathOf(file)}'` }) },
};

describe.each(Object.entries(ACTS))("to change a protected file by %s", (_, act) => {
  it("asks a person or is refused, for every glob", () => {
    const silent = protectedFiles().flatMap((file) =>
      examplesOf(file)
        .filter((example) => !isGuarded(judge(act, example), file))
        .map(pathOf),
    );
    expect(silent).toEqual([]);
  });

  it("runs for an ordinary name in the same place", () => {
    expect(ORDINARY.map((file) => judge(act, file).effect)).toEqual(ORDINARY.map(() => "allow"));
  });
});

describe.each(Object.entries(READS))("to %s a protected file", (_, act) => {
  it("asks a person or is refused where reading is protected, and runs where it is not", () => {
    const wrong = protectedFiles().flatMap((file) =>
      examplesOf(file)
        .filter((example) => {
          const decision = judge(act, example);
          return CLASS_OF.get(pathOf(example)) === "W" ? decision.effect !== "allow" : !isGuarded(decision, file);
        })
        .map((example) => `${file.class} ${pathOf(example)}`),
    );
    expect(wrong).toEqual([]);
  });
});

it("what a glob leaves out runs, where no other glob covers it", () => {
  const left = protectedFiles().flatMap(({ except }) => except.flatMap(compileGlob).flatMap(exampleOf));
  const free = left.filter((file) => !CLASS_OF.has(pathOf(file)));
  expect(free.length).toBeGreaterThan(0);
  expect(free.filter((file) => judge(ACTS["write"] as Act, file).effect !== "allow").map(pathOf)).toEqual([]);
});

/** `W` and `R` cards are for a person alone, once; `D` has no card. */
function isGuarded({ effect, code, answerBy, offers }: Decision, file: ProtectedFile): boolean {
  if (file.class === "D") return effect === "deny" && code === "protected";
  return effect === "deny" || (effect === "ask" && answerBy === "person" && offers.length === 0);
}

function judge(act: Act, file: Named): Decision {
  const call = { tool: act.tool, args: act.args(file), cwd: PROJECT[file.platform], project: PROJECT[file.platform] };
  const reading = read({ ...call, source: "model", attended: true }, worldOf(act, file));
  return decide(reading, POLICIES[file.platform], 0);
}

function worldOf(act: Act, file: Named): World {
  const base = { [`${PROJECT[file.platform]}/plain.txt`]: "file", [`${PROJECT[file.platform]}/a.zip`]: "file" };
  return standInWorld(
    { ...base, ...act.tree?.(file) },
    {
      platform: file.platform,
      home: HOME[file.platform],
      which: (name) => `/usr/bin/${name}`,
      archiveNames: () => act.members?.(file) ?? [],
    },
  );
}

const POLICIES = { linux: allowAll("linux"), win32: allowAll("win32") };

function allowAll(platform: Platform): ReturnType<typeof compiled> {
  const allow = { mode: "allow" } as const;
  return compiled({
    layers: { app: { native: { file: allow, shell: allow } } },
    rules: ["**", platform === "win32" ? "c:/**" : "/**", "~/**"].flatMap((pattern) =>
      ["read", "change"].map(
        (tool) => ({ id: `${tool} ${pattern}`, tool, pattern, decision: "allow", scope: "project" }) as const,
      ),
    ),
    level: "L0",
    approvalMode: "full",
    grants: [{ root: platform === "win32" ? "c:/" : "/", recursive: true, can: ["read", "write", "edit", "delete"] }],
    projectRoots: [PROJECT[platform]],
    home: HOME[platform],
    limits: {},
    revision: "1",
  });
}

function compiled(policy: Policy) {
  const result = compile(policy, readers);
  if (!result.ok) throw new Error(result.errors[0]?.message);
  return result.policy;
}

const ORDINARY: readonly Named[] = [
  { platform: "linux", folder: PROJECT.linux, name: "src/app.ts" },
  { platform: "linux", folder: HOME.linux, name: "notes/a.md" },
  { platform: "linux", folder: "/srv", name: "x/y.txt" },
  { platform: "win32", folder: PROJECT.win32, name: "src/app.ts" },
];

function examplesOf({ glob }: ProtectedFile): readonly Named[] {
  return compileGlob(glob).flatMap(exampleOf);
}

/** Some names stand under two globs; to read, the stricter counts. */
const CLASS_OF: ReadonlyMap<string, "W" | "R" | "D"> = new Map(
  (["W", "R", "D"] as const).flatMap((cls) =>
    protectedFiles()
      .filter((file) => file.class === cls)
      .flatMap((file) => examplesOf(file).map((example) => [pathOf(example), cls] as const)),
  ),
);

/** The shortest and a deeper path that the glob covers. */
function exampleOf({ base, segments }: Glob): readonly Named[] {
  const fill = (deep: string): string =>
    segments.map((segment) => (segment.kind === "deep" ? deep : segment.text.replaceAll(/[*?]/g, "x"))).join("/");
  const drive = base === "root" && /^[a-z]:$/.test(fill("").split("/")[0] ?? "");
  const names = [...new Set([fill("a"), fill("a/b.c")])];
  if (drive) return names.map((name) => ({ platform: "win32", folder: "c:", name: name.slice(3) }));
  const folder = { any: PROJECT.linux, home: HOME.linux, root: "" }[base];
  return names.map((name) => ({ platform: "linux", folder, name }));
}

function pathOf({ folder, name }: Named): string {
  return `${folder}/${name}`;
}

function otherCase(name: string): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
}
