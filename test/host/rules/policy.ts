import type { Policy, Rule } from "../../../src/core/policy.ts";

export const ROOT = "/home/dev/app";

export const POLICY: Policy = {
  layers: {},
  rules: [],
  level: "L0",
  approvalMode: "ask",
  grants: [{ root: ROOT, recursive: true, can: ["read", "write", "edit"] }],
  projectRoots: [ROOT],
  limits: {},
  revision: "test",
  home: "/home/dev",
};

/** `deny git push *`, `allow change src/**`: decision, the tool where it is not the shell, pattern. Its id is the text. */
export function ruleOf(text: string): Rule {
  const [, decision, tool = "shell ", pattern = ""] =
    /^(allow|ask|deny) (shell |change |read |delete |web_fetch |project-code )?(.*)$/.exec(text) ?? [];
  return { id: text, tool: tool.trim(), pattern, decision: decision as Rule["decision"], scope: "project" };
}
