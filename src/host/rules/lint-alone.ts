import type { Policy } from "../../core/policy.ts";
import { type LintFinding, lintRule } from "./lint.ts";

/** Nothing is set, and one folder is granted. */
const NOTHING_SET: Policy = {
  layers: {},
  rules: [],
  level: "L0",
  approvalMode: "ask",
  grants: [],
  projectRoots: [],
  limits: {},
  revision: "",
};

/** A card is drawn again and again, and looking takes as long as hundreds of decisions. */
const KEPT = 50;
const known = new Map<string, LintFinding | null>();

/** What is odd about a rule that allows this command, whatever else is set. */
export function oddAlone(pattern: string): LintFinding | null {
  let found = known.get(pattern);
  if (found === undefined) {
    found = lintRule({ id: "new", tool: "shell", pattern, decision: "allow", scope: "project" }, NOTHING_SET);
    if (known.size >= KEPT) known.clear();
    known.set(pattern, found);
  }
  return found;
}
