import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Part, PathUse } from "../../src/core/reading.ts";
import { compiledRule, strongest, type CompiledRule } from "../../src/core/rule/compiled.ts";
import {
  addToIndex,
  allRules,
  buildIndex,
  commandCandidates,
  pathCandidates,
  urlCandidates,
  type RuleIndex,
} from "../../src/core/rule/index.ts";
import { matchCommand, viewOf } from "../../src/core/rule/match-command.ts";
import { matchPath, pathViewOf } from "../../src/core/rule/match-path.ts";
import { matchUrl } from "../../src/core/rule/match-url.ts";
import { matchesMask } from "../../src/core/rule/wildcard.ts";
import { part, path, PROJECT, readers, rule } from "./support.ts";

const BASES = { projects: [PROJECT.slice(1).split("/"), ["srv", "b"]], home: ["home", "dev"] };

function compiled(text: string, profile: "command" | "path" | "url"): CompiledRule {
  const made = rule(text);
  const read = readers[profile](made.pattern);
  if (!read.ok) throw new Error(read.message);
  return compiledRule(made, read.pattern);
}

const command = (pattern: string, given: Partial<Part> & { text: string }, decision = "allow") => {
  const { pattern: read } = compiled(`${decision} shell ${pattern} project`, "command");
  if (read.kind !== "command") throw new Error("not a command");
  return matchCommand(read, viewOf(part(given.text, given)), decision === "allow");
};

describe("command patterns", () => {
  test.each<[string, string, string, string?]>([
    ["git status *", "git status", "yes"],
    ["git status *", "git status -s a", "yes"],
    ["git status", "git status a", "no"],
    ["git *", "git", "yes"],
    ["git push --force *", "git push origin --force", "yes"],
    ["git push --force *", "git push origin", "no"],
    ["git push", "git push --force", "no"],
    ["git push --force", "git --force push", "yes"],
    ["npm run test:*", "npm run test:unit", "yes"],
    ["npm run test:*", "npm run test:unit x", "no"],
    ["npm run test:?", "npm run test:unit", "no"],
    ["sort -o *", "sort a -o=b", "yes"],
    ["sort -o=b *", "sort a -o=c", "no"],
    ["git push main *", "git push $B", "no"],
    ["git push main *", "git push $B", "maybe", "deny"],
    ["git push --force *", "git push $B", "maybe", "ask"],
    ["git push *", "git push $B", "no"],
    ["git push *", "git push *.c", "yes"],
    ["git push *", "git push $B", "yes", "deny"],
    ["git --out=* *", "git --out=$B", "yes", "deny"],
    ["git --out=a* *", "git --out=$B", "maybe", "deny"],
    ["git --out=* *", "git --out=$B", "no"],
    ["rm a.c", "rm *.c", "no"],
    ["rm a.c", "rm *.c", "maybe", "deny"],
    ["rm *", "rm *.c", "yes"],
    ["strange a -x *", "strange a -x b", "yes"],
    ["strange a -x *", "strange -x a b", "no"],
    ["strange a -x *", "strange -x a b", "yes", "deny"],
    ["gitk *", "git status", "no"],
  ])("%s on `%s`: %s %s", (pattern, text, result, decision = "allow") => {
    expect(command(pattern, { text }, decision)).toBe(result);
  });
});

describe("path patterns", () => {
  const run = (pattern: string, use: PathUse, decision: string): string => {
    const { pattern: read } = compiled(`${decision} change ${pattern} project`, "path");
    if (read.kind !== "path") throw new Error("not a path");
    return matchPath(read, pathViewOf(use), { bases: BASES, forAllow: decision === "allow" });
  };

  test.each<[string, PathUse, string, string?]>([
    ["src/**", path("write", "src/a/b.ts"), "yes"],
    ["src/**", path("write", "src"), "yes"],
    ["src/*", path("write", "src/a/b.ts"), "no"],
    ["secrets/**", path("write", "secrets/.env"), "yes"],
    ["**/*.pem", path("write", "a/b/k.pem"), "yes"],
    ["**/*.pem", path("write", "k.pem"), "yes"],
    ["a/**/b/**/c", path("write", "a/x/b/y/z/c"), "yes"],
    ["src/**", path("write", "/srv/b/src/a"), "yes"],
    ["src/**", path("write", "/srv/c/src/a"), "no"],
    ["~/notes/*.md", path("write", "/home/dev/notes/a.md"), "yes"],
    ["/etc/hosts", path("write", "/etc/hosts"), "yes"],
    ["/etc/hosts", path("write", "etc/hosts"), "no"],
    ["SRC/*.TS", path("write", "src/a.ts", { foldCase: true }), "yes"],
    ["SRC/*.TS", path("write", "src/a.ts"), "no"],
    ["SRC/*.TS", path("write", "src/a.ts", { foldSpelling: true }), "no"],
    ["SRC/*.TS", path("write", "src/a.ts", { foldSpelling: true }), "yes", "deny"],
    ["SRC/a/**", path("write", "src", { recursive: true, foldSpelling: true }), "yes", "deny"],
    ["src/**", path("write", "src/a", { canonical: "/etc/passwd" }), "no"],
    ["src/**", path("write", "src/a", { canonical: "/etc/passwd" }), "yes", "deny"],
    ["/etc/**", path("write", "src/a", { canonical: "/etc/passwd" }), "yes", "deny"],
    ["src/**", path("write", "src/a", { canonical: null }), "no"],
    ["src/**", path("write", "src/a", { canonical: null }), "yes", "deny"],
    ["src/a/secret/**", path("write", "src", { recursive: true }), "yes", "deny"],
    ["**/secret", path("write", "src", { recursive: true }), "yes", "ask"],
    ["src/*.ts", path("write", "lib", { recursive: true }), "no", "deny"],
    ["src/a", path("write", "/home", { recursive: true }), "yes", "deny"],
    ["src/secret/**", path("read", "src", { recursive: true }), "maybe", "deny"],
    ["src/secret/**", path("write", "src", { recursive: true, unlisted: true }), "maybe", "deny"],
    ["src/**", path("write", "src", { recursive: true, unlisted: true }), "yes", "deny"],
    ["src/*", path("write", "src/d", { recursive: true, unlisted: true }), "no"],
    ["src/*", path("write", "src/d", { recursive: true }), "no"],
    ["src/**", path("write", "src/d", { recursive: true }), "yes"],
  ])("%s on %o: %s %s", (pattern, use, result, decision = "allow") => {
    expect(run(pattern, use, decision)).toBe(result);
  });

  test("a hostile mask and a hostile path end soon", () => {
    const started = performance.now();
    expect(matchesMask(`${"*a".repeat(100)}*b`, "a".repeat(16_000))).toBe(false);
    expect(run(`${"**/a/".repeat(100)}b`, path("write", "a/".repeat(2000)), "allow")).toBe("no");
    expect(run(`${"**/a/".repeat(100)}b`, path("write", "a/".repeat(500), { recursive: true }), "deny")).toBe("yes");
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

describe("which rule wins", () => {
  test.each([
    [["allow shell git push * project", "ask shell git * run"], "allow shell git push * project"],
    [["allow shell git push * project", "ask shell git push project"], "ask shell git push project"],
    [["allow shell git pu* * project", "ask shell git pus* * project"], "ask shell git pus* * project"],
    [["allow shell git push * run", "ask shell git push * chat"], "allow shell git push * run"],
    [["allow shell git push * chat", "ask shell git push * chat"], "ask shell git push * chat"],
    [["allow shell git * global", "ask shell git push * builtin"], "allow shell git * global"],
    [["ask shell git * managed", "allow shell git * builtin"], "ask shell git * managed"],
  ])("of %o", (texts, winner) => {
    const rules = texts.map((text) => compiled(text, "command"));
    expect([strongest(rules)?.rule.id, strongest(rules.toReversed())?.rule.id]).toEqual([winner, winner]);
  });
});

const decisions = fc.constantFrom("allow", "ask", "deny");
const names = fc.constantFrom("a", "b", "c", "*", "a*", "?");
const options = fc.constantFrom("-x", "-y", "-x=1", "-z=*");
const commandRule = fc
  .tuple(decisions, fc.constantFrom("git", "strange"), fc.array(fc.oneof(names, options), { maxLength: 4 }))
  .map(([decision, program, words]) =>
    compiled(`${decision} shell ${[program, ...words].join(" ")} project`, "command"),
  );
const commandPart = fc
  .tuple(
    fc.constantFrom("git", "strange"),
    fc.array(fc.constantFrom("a", "b", "c", "ab", "$V", "*", "-x", "-y", "-x=1", "-z=$V", "-z=q"), { maxLength: 6 }),
  )
  .map(([program, words]) => part([program, ...words].join(" ")));
const pathRule = fc
  .tuple(
    decisions,
    fc.constantFrom("", "/", "~/"),
    fc.array(fc.constantFrom("a", "b", "A", "*", "**", "a?", "home", "dev", "app"), { minLength: 1, maxLength: 5 }),
  )
  .map(([decision, base, parts]) => compiled(`${decision} change ${base}${parts.join("/")} project`, "path"));
const pathUse = fc
  .tuple(
    fc.constantFrom("/home/dev/app", "/home/dev", "/srv/b", "/home", ""),
    fc.array(fc.constantFrom("a", "b", "A", "ab", "app", "dev"), { maxLength: 4 }),
    fc.boolean(),
    fc.boolean(),
    fc.constantFrom(undefined, null, "/srv/b/a", "/home/dev/app/a/b"),
  )
  .map(([base, parts, recursive, foldCase, to]) => {
    const spelling = [base, ...parts].join("/") || "/";
    return path("write", spelling, { recursive, foldCase, canonical: to === undefined ? spelling : to });
  });

/** Built at once, or rule by rule. */
function indexOf(rules: readonly CompiledRule[], atOnce: boolean): RuleIndex {
  return atOnce ? buildIndex(rules) : rules.reduce(addToIndex, buildIndex([]));
}

function matchingIds(rules: readonly CompiledRule[], matches: (rule: CompiledRule) => boolean): readonly number[] {
  return rules
    .filter(matches)
    .map((each) => ALL.indexOf(each))
    .sort((a, b) => a - b);
}

let ALL: readonly CompiledRule[] = [];

describe("a rule that matches is among the candidates", () => {
  const runs = { numRuns: 2000 };

  test("commands", () => {
    fc.assert(
      fc.property(fc.array(commandRule, { maxLength: 12 }), commandPart, fc.boolean(), (rules, given, atOnce) => {
        ALL = rules;
        const view = viewOf(given);
        const matches = ({ pattern, rule: { decision } }: CompiledRule): boolean =>
          pattern.kind === "command" && matchCommand(pattern, view, decision === "allow") !== "no";
        expect(matchingIds(commandCandidates(indexOf(rules, atOnce), "shell", view), matches)).toEqual(
          matchingIds(rules, matches),
        );
      }),
      runs,
    );
  });

  test("paths", () => {
    fc.assert(
      fc.property(fc.array(pathRule, { maxLength: 12 }), pathUse, fc.boolean(), (rules, use, atOnce) => {
        ALL = rules;
        const view = pathViewOf(use);
        const matches = ({ pattern, rule: { decision } }: CompiledRule): boolean =>
          pattern.kind === "path" &&
          matchPath(pattern, view, { bases: BASES, forAllow: decision === "allow" }) !== "no";
        const candidates = [...new Set(pathCandidates(indexOf(rules, atOnce), "change", view, BASES))];
        expect(matchingIds(candidates, matches)).toEqual(matchingIds(rules, matches));
      }),
      runs,
    );
  });

  test("URLs", () => {
    const rules = [
      "allow web_fetch x.org/** p",
      "deny web_fetch x.org/a/* p",
      "ask web_fetch http://x.org:8080/a p",
      "deny web_fetch y.org p",
    ].map((text) => compiled(text, "url"));
    const target = (host: string, at: string) => ({ text: host, url: { scheme: "https", host, port: "", path: at } });
    for (const given of [
      target("x.org", "/a/b"),
      target("x.org", "/"),
      target("y.org", "/"),
      target("z.org", "/a"),
      { text: "?" },
    ]) {
      ALL = rules;
      const matches = ({ pattern, rule: { decision } }: CompiledRule): boolean =>
        pattern.kind === "url" && matchUrl(pattern, [given], decision === "allow") !== "no";
      expect(matchingIds(urlCandidates(buildIndex(rules), "web_fetch", [given]), matches)).toEqual(
        matchingIds(rules, matches),
      );
    }
  });

  test("adding one by one never loses one", () => {
    const rules = Array.from({ length: 300 }, (_, at) => compiled(`allow shell git c${at} * project`, "command"));
    expect(new Set(allRules(indexOf(rules, false)))).toEqual(new Set(rules));
  });
});
