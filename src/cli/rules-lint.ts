import { type LintFinding, lintRules } from "../host/rules/lint.ts";
import { typed } from "./command-name.ts";
import { EXIT, print, table } from "./output.ts";
import { projectHere } from "./project-here.ts";
import { storedPolicy } from "./stored.ts";

/**
 * `assent rules lint`: what is odd about the rules that decide here, each with a call that shows it. Exit 1 where
 * something is.
 */
export async function lint(options: { readonly json?: true }): Promise<void> {
  const policy = await storedPolicy(projectHere());
  const findings = lintRules(policy.rules, policy);
  process.exitCode = findings.length === 0 ? EXIT.ok : EXIT.failure;
  if (options.json) return print(JSON.stringify(findings, null, 2));
  if (findings.length === 0) return print("nothing found");
  print(table(findings.map(toRow)));
  process.stderr.write(`hint:  ${typed("rules remove ID")} takes a rule away\n`);
}

function toRow({ kind, message, rule }: LintFinding): string[] {
  return [kind, rule, message];
}
