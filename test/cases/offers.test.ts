import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Rule } from "../../src/core/policy.ts";
import { decideWith, readCase, type CommandCase } from "./command-case.ts";

/**
 * What the card offers, once stored, makes the same call run: tried with every offer for every line of the cases, by a
 * policy that is compiled anew from what would be stored. Source: rules.md, "What the card may offer to remember".
 */
const FOLDER = new URL("../../cases/commands/", import.meta.url);
const lines = new Set(
  readdirSync(FOLDER).flatMap((file) =>
    (JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as readonly CommandCase[]).map(({ cmd }) => cmd),
  ),
);

it("holds for every offer", { timeout: 60_000 }, () => {
  let offered = 0;
  const faults = [...lines].flatMap((cmd) => {
    const reading = readCase({ cmd });
    const asked = decideWith(reading, [], ["read"]);
    return asked.offers.flatMap(({ rules, grant }) => {
      offered++;
      const stored = rules.map((rule, at): Rule => ({
        ...rule,
        id: `offer-${at}`,
        decision: "allow",
        scope: "project",
      }));
      const { effect, reason } = decideWith(reading, stored, ["read"], grant === undefined ? [] : [grant]);
      return effect === "allow" ? [] : [{ cmd, rules, reason }];
    });
  });
  expect(faults.slice(0, 10)).toEqual([]);
  expect(offered).toBeGreaterThan(2_000);
});

it.each([
  ["git add x", ["git add *", "git add x", "git *"]],
  ["python3 -m pip install x", ["python3 -m pip install *", "python3 -m pip install x"]],
  ["python3 -m pytest -q", ["project-code: *", "python3 -m pytest *", "python3 -m pytest -q"]],
  ["gh auth token", ["gh auth token *", "gh auth token"]],
  ["kubectl get secret x -o yaml", ["kubectl get secret *", "kubectl get secret x --output=yaml"]],
])("for `%s` it offers %j", (cmd, patterns) => {
  const { offers } = decideWith(readCase({ cmd }), [], ["read"]);
  const shown = offers.map(({ rules }) =>
    rules.map(({ tool, pattern }) => (tool === "shell" ? pattern : `${tool}: ${pattern}`)).join(", "),
  );
  expect(shown).toEqual(patterns);
});
