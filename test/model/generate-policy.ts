import type { Effect } from "../../src/core/effect.ts";
import {
  SCOPES,
  type DirectoryGrant,
  type Entry,
  type Layer,
  type Mode,
  type Policy,
  type Rule,
} from "../../src/core/policy.ts";
import type { Part, Reading } from "../../src/core/reading.ts";
import { chance, maybe, pick, several, type Choose } from "./choose.ts";
import { HOME, NAMES, NOW, ROOT, generatePathName } from "./generate-reading.ts";

/** A policy whose rules are mostly bent copies of what the calls do. */
export function generatePolicy(choose: Choose, readings: readonly Reading[]): Policy {
  return {
    layers: {
      ...maybe(choose, 10, ["managed", () => generateLayer(choose, readings, "managed")]),
      ...maybe(choose, 35, ["chat", () => generateLayer(choose, readings, "chat")]),
      ...maybe(choose, 30, ["project", () => generateLayer(choose, readings, "project")]),
      ...maybe(choose, 25, ["app", () => generateLayer(choose, readings, "app")]),
    },
    rules: several(choose, 6, (index) => generateRule(choose, pick(choose, readings), `r${index}`)),
    level: pick(choose, ["L0", "L0", "L0", "L0", "L1", "L1", "L2", "L2", chance(choose, 10) ? "L3" : "L0"]),
    approvalMode: pick(choose, ["ask", "review", "full"]),
    grants: generateGrants(choose),
    projectRoots: chance(choose, 15) ? [ROOT, "/w/lib"] : [ROOT],
    limits: maybe(choose, 5, ["callsPerRun", () => pick(choose, [1, 2, 3])]),
    revision: "rev",
    home: HOME,
  };
}

/** A rule about one of the calls, or now and then about nothing that happens. */
export function generateRule(choose: Choose, reading: Reading, id: string): Rule {
  const part = pick(choose, reading.parts);
  const common = {
    id,
    scope: pick(choose, ["project", "project", ...SCOPES]),
    ...maybe(choose, 10, ["expiresAt", () => pick(choose, [NOW - 1, NOW, NOW + 1])]),
  } as const;
  if (chance(choose, part.projectCode ? 40 : 2))
    return { ...common, tool: "project-code", pattern: "*", decision: "allow" };
  if (chance(choose, 3))
    return {
      ...common,
      tool: reading.tool.id,
      pattern: "*",
      decision: "deny",
      finding: pick(choose, ["fork-bomb", "unreadable"]),
    };
  const decision = pick<Effect>(choose, [
    "allow",
    "allow",
    "allow",
    "ask",
    "ask",
    chance(choose, 40) ? "deny" : "allow",
  ]);
  const when = maybe(choose, decision === "allow" ? 12 : 0, ["when", () => generateWhen(choose)]);
  const about = generatePattern(choose, reading, part);
  if (chance(choose, 3)) return { ...common, ...about, decision, ...spoiled(choose, about) };
  // An argument hash stands for the pattern: level L1 writes it with `*`.
  return {
    ...common,
    decision,
    ...when,
    ...about,
    ...(when.when?.argsHash === undefined ? {} : { tool: reading.tool.id, pattern: "*" }),
  };
}

/** A stored rule that cannot be read; where a tool takes no pattern any is one. */
export function spoiled(choose: Choose, { pattern }: Pick<Rule, "pattern">): Pick<Rule, "pattern" | "scope"> {
  return { pattern: `!${pattern}`, scope: pick(choose, ["project", "chat", "global"]) };
}

function generateWhen(choose: Choose): NonNullable<Rule["when"]> {
  return {
    ...maybe(choose, 40, ["readOnly", () => true]),
    ...maybe(choose, 50, ["argsHash", () => pick(choose, ["h1", "h2"])]),
    ...maybe(choose, 50, ["cwd", () => ROOT]),
  };
}

function generatePattern(choose: Choose, { tool }: Reading, part: Part): Pick<Rule, "tool" | "pattern"> {
  const aboutPath = tool.profile === "path" || (part.paths.length > 0 && chance(choose, 50));
  if (aboutPath) return { tool: generatePathTool(choose, part), pattern: pathPattern(choose, part) };
  if (tool.profile === "command")
    return { tool: tool.id, pattern: chance(choose, 4) ? "*" : commandPattern(choose, part) };
  if (tool.profile === "url" && !chance(choose, 10)) return { tool: tool.id, pattern: urlPattern(choose, part) };
  return { tool: tool.id, pattern: "*" };
}

function generatePathTool(choose: Choose, part: Part): string {
  const act = part.paths.length > 0 ? pick(choose, part.paths).act : "read";
  if (chance(choose, 15)) return pick(choose, ["read", "change", "delete"]);
  if (act === "read") return pick(choose, ["read", "read_file", "search_files"]);
  return act === "delete"
    ? pick(choose, ["delete", "delete_file"])
    : pick(choose, ["change", "write_file", "edit_file", "move_file"]);
}

function pathPattern(choose: Choose, part: Part): string {
  const path = part.paths.length > 0 && !chance(choose, 10) ? pick(choose, part.paths) : undefined;
  const name =
    path === undefined
      ? generatePathName(choose)
      : chance(choose, 30)
        ? (path.canonical ?? path.spelling)
        : path.spelling;
  const [base, below] = fromBase(choose, name);
  const bent = below.map((segment) =>
    chance(choose, 25)
      ? pick(choose, ["*", `${segment.slice(0, 1)}*`, segment.toLowerCase(), pick(choose, NAMES)])
      : segment,
  );
  const kept = chance(choose, 35)
    ? [...bent.slice(0, choose(bent.length + 1)), "**"]
    : chance(choose, 10)
      ? ["**", ...bent.slice(-1)]
      : bent;
  return base + (kept.length > 0 ? kept : ["**"]).join("/");
}

function fromBase(choose: Choose, name: string): readonly [string, readonly string[]] {
  const parts = (text: string) => text.split("/").filter((part) => part !== "");
  if (name.startsWith(`${ROOT}/`) && !chance(choose, 15)) return ["", parts(name.slice(ROOT.length))];
  if (name.startsWith(`${HOME}/`) && !chance(choose, 15)) return ["~/", parts(name.slice(HOME.length))];
  return ["/", parts(name)];
}

function commandPattern(choose: Choose, part: Part): string {
  const kept = part.words
    .filter((word) => word.option === undefined || !chance(choose, 25))
    .map((word) => bendWord(choose, word.text));
  const cut = chance(choose, 40) ? kept.slice(0, choose(kept.length + 1)) : kept;
  const globals = part.globals.filter(() => chance(choose, 40)).map((word) => `@${word.text}`);
  const program = chance(choose, 3) ? "git" : (part.program ?? "rm");
  return [program, ...globals, ...cut, ...(chance(choose, 45) ? ["*"] : [])].join(" ");
}

/** No mask stands in an option's name. */
function bendWord(choose: Choose, text: string): string {
  if (!chance(choose, 22)) return text;
  const [name = text, value] = text.split("=");
  if (text.startsWith("-"))
    return value === undefined ? text : pick(choose, [name, `${name}=*`, `${name}=${value.slice(0, 1)}*`]);
  return pick(choose, [
    `${text.slice(0, 3)}*`,
    text.startsWith("http") ? text.replace(/\/[^/]*$/, "/*") : `${text.slice(0, 1)}?*`,
  ]);
}

function urlPattern(choose: Choose, part: Part): string {
  const text = part.targets.length > 0 ? pick(choose, part.targets).text : "https://x.org/a";
  return pick(choose, [
    text,
    text.replace(/^https:\/\//, ""),
    text.replace(/\/[^/]*$/, "/**"),
    text.replace(/\/[^/]*$/, "/*"),
    "https://x.org/**",
  ]);
}

function generateGrants(choose: Choose): readonly DirectoryGrant[] {
  const all: DirectoryGrant = { root: ROOT, recursive: true, can: ["read", "write", "edit", "delete"] };
  return [
    ...(chance(choose, 8) ? [] : [all]),
    ...several(choose, 2, () => generateGrant(choose)).slice(0, chance(choose, 40) ? 2 : 0),
  ];
}

function generateGrant(choose: Choose): DirectoryGrant {
  return {
    root: pick(choose, ["/w/lib", `${ROOT}/src`, HOME, "/w", "/w/app"]),
    recursive: !chance(choose, 25),
    ...maybe(choose, 20, ["include", () => [pick(choose, ["**", "src/**", "*.txt"])]]),
    ...maybe(choose, 20, ["exclude", () => [pick(choose, [".env", "src/**", "**/a.txt"])]]),
    can: pick(choose, [["read"], ["read", "write"], ["read", "write", "edit"], ["read", "write", "edit", "delete"]]),
  };
}

function generateLayer(choose: Choose, readings: readonly Reading[], name: string): Layer {
  const { tool } = pick(choose, readings);
  if (tool.origin !== "mcp")
    return {
      native: Object.fromEntries([[chance(choose, 40) ? (tool.family ?? tool.id) : tool.id, generateEntry(choose)]]),
    };
  return {
    mcp: {
      ...maybe(choose, 40, ["shared", () => generateEntry(choose)]),
      ...(name === "app"
        ? {}
        : maybe(choose, 40, ["servers", () => ({ [tool.server ?? "s"]: generateEntry(choose) })])),
      ...(name === "app" ? {} : maybe(choose, 40, ["tools", () => ({ [tool.id]: generateEntry(choose) })])),
    },
  };
}

function generateEntry(choose: Choose): Entry {
  const mode = pick<Mode | undefined>(choose, [
    "ask",
    "allow",
    "allow",
    "allowlist",
    chance(choose, 30) ? "off" : "allow",
    undefined,
  ]);
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(mode === "allowlist"
      ? {
          allowlist: [
            pick(choose, ["git .*", ".*", "\\w+", "\\w+ a\\.txt", "mcp__s__.*", "(git|rm|node) .*", "(\\w+) \\1"]),
          ],
        }
      : {}),
    ...maybe(choose, 4, ["callsPerRun", () => pick(choose, [1, 2, 5])]),
    ...((mode === "ask" || mode === "off") && chance(choose, 20) ? { enforced: true } : {}),
    ...maybe(choose, 10, ["proposed", () => true]),
    ...maybe(choose, 50, ["since", () => pick(choose, [100, 200, 300])]),
  };
}
