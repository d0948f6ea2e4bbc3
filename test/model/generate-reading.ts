import { CLASSES, worstClass, type Class } from "../../src/core/class.ts";
import type { Act, Finding, Part, PathUse, Reading, Started, Target, ToolFacts, Word } from "../../src/core/reading.ts";
import { chance, maybe, pick, several, type Choose } from "./choose.ts";
import { UNKNOWN_PROGRAM, optionName } from "./pattern-text.ts";

/** The vocabularies are small, so that rules, grants and layers often speak of what a call does. */
export const HOME = "/home/u";
export const ROOT = "/w/app";
export const NOW = 1000;
export const NAMES = ["a.txt", "src", "b.txt", ".env", "SRC"];
const OPERANDS = ["push", "status", "origin", "a.txt", "main", "rm"];
const OPTIONS = ["-v", "--force", "--out=a.txt", "--out=b.txt", "-delete"];
const PROGRAMS = ["git", "rm", "node", "curl", UNKNOWN_PROGRAM];
const URLS = ["https://x.org/a", "https://x.org/a/b", "http://x.org/a", "https://x.org:8443/a", "https://y.org/"];

type Shape = Pick<ToolFacts, "id" | "origin" | "family" | "class" | "profile"> & {
  readonly act?: Act;
  readonly server?: string;
};

const TOOLS: readonly Shape[] = [
  { id: "shell", origin: "builtin", family: "shell", class: "execute", profile: "command" },
  { id: "read_file", origin: "builtin", family: "file", class: "read", profile: "path", act: "read" },
  { id: "write_file", origin: "builtin", family: "file", class: "write", profile: "path", act: "write" },
  { id: "edit_file", origin: "agent", family: "file", class: "write", profile: "path", act: "edit" },
  { id: "delete_directory", origin: "builtin", family: "file", class: "destructive", profile: "path", act: "delete" },
  { id: "web_fetch", origin: "builtin", family: "net", class: "network", profile: "url" },
  { id: "run_skill", origin: "builtin", family: "skill", class: "execute", profile: "none" },
  { id: "set_policy", origin: "builtin", family: "app", class: "admin", profile: "none" },
  { id: "list_chats", origin: "builtin", family: "app", class: "app-read", profile: "none" },
  { id: "mystery", origin: "unknown", family: null, class: "unknown", profile: "none" },
  { id: "mcp__s__get", origin: "mcp", family: "mcp", class: "remote-read", profile: "none", server: "s" },
  { id: "mcp__s__send", origin: "mcp", family: "mcp", class: "unknown", profile: "none", server: "s" },
  { id: "mcp__t__put", origin: "mcp", family: "mcp", class: "write", profile: "none", server: "t" },
];

/** Who may answer each finding, as the table in decision.md has it. */
const FINDINGS: Readonly<Record<string, Finding["answer"]>> = {
  "program-in-project": "full",
  "network-target": "full",
  "program-missing": "full",
  "env-injection": "full",
  unreadable: "person",
  "no-cwd": "person",
  "person-act": "person",
  "speaks-to-assessor": "full",
  "fork-bomb": "person",
};

export function generateReading(choose: Choose): Reading {
  const shape = chance(choose, 55) ? pick(choose, TOOLS) : (TOOLS[0] as Shape);
  const parts = several(choose, 2, () => generatePart(choose, shape));
  const reading = toReading(choose, shape, [
    generatePart(choose, shape),
    ...parts.slice(0, shape.id === "shell" ? 2 : 0),
  ]);
  return chance(choose, 15) ? untyped(choose, reading) : reading;
}

function toReading(choose: Choose, shape: Shape, parts: readonly Part[]): Reading {
  return {
    tool: toolFacts(choose, shape),
    source: pick(choose, ["model", "user", "external"]),
    attended: !chance(choose, 20),
    callsThisRun: pick(choose, [0, 1, 2, 3]),
    ...maybe(choose, 2, ["argFault", () => ({ path: "$.command", message: "expected text" })]),
    ...maybe(choose, 10, ["timeoutMs", () => 5000]),
    argsHash: pick(choose, ["h1", "h2"]),
    cwd: pick(choose, [ROOT, `${ROOT}/src`, null]),
    class: parts.map((part) => part.class).reduce<Class>(worstClass, "read"),
    parts,
    findings: chance(choose, 8) ? [generateFinding(choose)] : [],
  };
}

function toolFacts(choose: Choose, { act: _act, ...shape }: Shape): ToolFacts {
  if (shape.origin !== "mcp") return { ...shape, known: shape.origin !== "unknown", state: "ok" };
  return {
    ...shape,
    known: !chance(choose, 10),
    state: chance(choose, 8) ? pick(choose, ["server-disabled", "bad-descriptor", "server-unauthorized"]) : "ok",
    ...maybe(choose, 60, ["hash", () => pick(choose, ["d1", "d1", "d2"])]),
    ...maybe(choose, 40, ["pinned", () => "d1"]),
    ...maybe(choose, 60, ["firstSeen", () => pick(choose, [100, 200, 300])]),
  };
}

function generatePart(choose: Choose, shape: Shape): Part {
  const paths = several(choose, shape.profile === "path" ? 2 : 1, () => generatePath(choose, shape.act));
  const base = {
    text: shape.id,
    program: null,
    known: true,
    words: [],
    globals: [],
    class: shape.class,
    optionEffects: [],
    pathsOnly: false,
    projectCode: false,
    targets: [],
    findings: chance(choose, 12) ? [generateFinding(choose)] : [],
    offers: [],
  };
  if (shape.profile === "command") return commandPart(choose, { ...base, paths: chance(choose, 40) ? paths : [] });
  if (shape.profile === "path")
    return { ...base, text: `${shape.id} a.txt`, paths: paths.length > 0 ? paths : [generatePath(choose, shape.act)] };
  if (shape.profile === "url")
    return {
      ...base,
      paths: [],
      targets: [generateTarget(choose), ...several(choose, 1, () => generateTarget(choose))],
    };
  return { ...base, text: chance(choose, 30) ? `${shape.id} a.txt` : shape.id, paths: chance(choose, 20) ? paths : [] };
}

function commandPart(choose: Choose, base: Part): Part {
  const program = pick(choose, PROGRAMS);
  const words = several(choose, 3, () => generateWord(choose));
  const globals = chance(choose, 15) ? [toWord("-C=src")] : [];
  const kind = pick(choose, ["plain", "plain", "read", "read", "effect", "launcher", "destructive", "paths", "target"]);
  const literal = words.filter((word) => word.kind === "literal").map((word) => word.text);
  const options = words.flatMap((word) => (word.option === undefined ? [] : [word.option]));
  const [group, name] = words.filter(({ option, kind: sure }) => option === undefined && sure === "literal");
  const obscure = kind === "effect" && group !== undefined && name !== undefined && chance(choose, 50);
  const target = kind === "target" ? [generateTarget(choose)] : [];
  const common: Part = {
    ...base,
    program: chance(choose, 3) ? null : program,
    known: program !== UNKNOWN_PROGRAM,
    words: [...words, ...target.map(({ text }) => toWord(text))],
    globals,
    text: [program, ...words.map((word) => word.text)].join(" "),
    class:
      kind === "read"
        ? pick(choose, ["read", "remote-read"])
        : pick(choose, ["write", "execute", "unknown", "network", "privilege"]),
    optionEffects: obscure ? [name.text] : kind === "effect" ? options.slice(0, 1) : [],
    ...(obscure && { obscure: { name: name.text, group: group.text } }),
    targets: target,
    findings: [...base.findings, ...target.map(() => toFinding("network-target"))],
    ...maybe(choose, 12, [
      "mentions",
      () => [generatePath(choose, "read"), ...several(choose, 1, () => generateMention(choose))],
    ]),
    ...maybe(choose, 15, ["mayStart", () => [generateStarted(choose, words)]]),
  };
  if (kind === "paths") return { ...common, class: "write", pathsOnly: true, paths: [generatePath(choose)] };
  if (kind === "launcher")
    return {
      ...common,
      class: "execute",
      exactOnly: "launcher",
      spell: literal.slice(0, 1),
      projectCode: chance(choose, 50),
    };
  if (kind === "destructive")
    return { ...common, class: "destructive", exactOnly: "destructive", spell: words.map((word) => word.text) };
  return common;
}

function generateMention(choose: Choose): PathUse {
  return chance(choose, 70)
    ? generatePath(choose, "read")
    : { ...generatePath(choose, "edit"), recursive: true, unlisted: true };
}

function generateStarted(choose: Choose, words: readonly Word[]): Started {
  const word = words.find(({ option }) => option === undefined)?.text ?? "job";
  return { word, program: pick(choose, PROGRAMS), words: several(choose, 2, () => generateWord(choose)), globals: [] };
}

function generateWord(choose: Choose): Word {
  const word = toWord(pick(choose, chance(choose, 40) ? OPTIONS : OPERANDS));
  if (chance(choose, 94)) return word;
  return pick(choose, [
    { ...word, kind: "unknown" },
    word.option === undefined ? { text: "*.txt", kind: "glob" } : { ...word, kind: "glob" },
  ]);
}

function toWord(text: string): Word {
  const option = optionName(text);
  return { text, kind: "literal", ...(option === undefined ? {} : { option }) };
}

export function generatePathName(choose: Choose): string {
  const base = pick(choose, [ROOT, ROOT, ROOT, ROOT, ROOT, ROOT, ROOT, "/w/lib", HOME, "/etc", "/w/application"]);
  return [base, ...several(choose, 3, () => pick(choose, NAMES))].join("/");
}

function generatePath(choose: Choose, act?: Act): PathUse {
  const spelling = generatePathName(choose);
  const did = act ?? pick(choose, ["read", "write", "edit", "delete"]);
  return {
    spelling,
    canonical: chance(choose, 15) ? pick(choose, [generatePathName(choose), null]) : spelling,
    act: did,
    ...((did === "write" || did === "edit") && chance(choose, 10) ? { moved: true as const } : {}),
    ...maybe(choose, 10, ["protected", () => pick(choose, ["W", "R", "D"])]),
    foldCase: chance(choose, 20),
    recursive: chance(choose, 25),
    ...(did === "write" && chance(choose, 20) ? { unlisted: true as const } : {}),
    kind: chance(choose, 8)
      ? pick(choose, ["device", "fifo", "socket", "hardlink"])
      : pick(choose, ["file", "dir", "none"]),
    system: did === "read" && chance(choose, 10),
    scratch: chance(choose, 5),
  };
}

function generateTarget(choose: Choose): Target {
  const text = pick(choose, URLS);
  const [, scheme = "", host = "", port = "", path = ""] = /^(\w+):\/\/([^/:]+):?(\d*)(.*)$/.exec(text) ?? [];
  return chance(choose, 5) ? { text } : { text, url: { scheme, host, port, path } };
}

function generateFinding(choose: Choose): Finding {
  return chance(choose, 10)
    ? { ...toFinding("project-policy-unreviewed"), gates: false }
    : toFinding(pick(choose, Object.keys(FINDINGS)));
}

function toFinding(code: string): Finding {
  return { code, message: code, answer: FINDINGS[code] ?? "review", gates: true };
}

/** Facts that no reader puts together, but that the type admits. */
function untyped(choose: Choose, reading: Reading): Reading {
  const command = reading.tool.profile === "command";
  const parts = reading.parts.map((part) => {
    // Text that speaks to the assessor blocks it, whatever else is made up.
    const findings = part.findings.map((finding) =>
      finding.code === "speaks-to-assessor"
        ? finding
        : { ...finding, gates: chance(choose, 70), answer: pick(choose, ["review", "full", "person"]) },
    );
    return { ...part, findings, ...(command ? untypedCommand(choose, part) : {}) };
  });
  return { ...reading, parts, class: parts.map((part) => part.class).reduce<Class>(worstClass, "read") };
}

function untypedCommand(choose: Choose, part: Part): Partial<Part> {
  const paths = [...part.paths, ...several(choose, 1, () => generatePath(choose))];
  const pathsOnly = paths.length > 0 && part.exactOnly === undefined && chance(choose, 20);
  const common = { class: pick(choose, CLASSES), paths, pathsOnly };
  if (pathsOnly) return { ...common, optionEffects: [], projectCode: false };
  return {
    ...common,
    projectCode: chance(choose, 30),
    optionEffects: chance(choose, 20) ? ["--out"] : [],
    ...maybe(choose, 30, ["exactOnly", () => pick(choose, ["launcher", "destructive"])]),
    spell: part.words.map((word) => word.text),
  };
}
