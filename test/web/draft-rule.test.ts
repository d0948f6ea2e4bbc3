import { describe, expect, it } from "vitest";
import { canTry, faultOf, tryDraft } from "../../src/web/pages/draft-rule.ts";

const project = "/home/ana/app";

describe("a draft of a rule", () => {
  it.each([
    ["shell", "git push *", "allow", "git push origin", { effect: "allow", reached: 1, parts: 1 }],
    ["shell", "git push *", "allow", "git push --force", { effect: "ask", reached: 0, parts: 1 }],
    ["shell", "git push *", "deny", "git status && git push", { effect: "deny", reached: 1, parts: 2 }],
    ["shell", "git push *", "allow", "git fetch", { effect: "ask", reached: 0, parts: 1 }],
    ["change", "src/**", "allow", "src/a.ts", { effect: "allow", reached: 1, parts: 1 }],
    ["change", "src/**", "allow", "docs/a.md", { effect: "ask", reached: 0, parts: 1 }],
  ] as const)("%s %s %s, tried on %s", (tool, pattern, decision, example, says) => {
    expect(tryDraft({ tool, pattern, decision, project }, example)).toMatchObject({ kind: "said", ...says });
  });

  it("says what cannot be read", () => {
    const draft = { tool: "shell", pattern: "g*t push", decision: "allow", project } as const;
    expect(faultOf(draft)).not.toBeNull();
    expect(tryDraft(draft, "git push").kind).toBe("broken");
    expect(faultOf({ ...draft, pattern: "git push *" })).toBeNull();
  });

  it("is tried only where the tool has patterns", () => {
    expect(["shell", "read", "change", "delete", "web_fetch", "mcp__a__b", ""].map(canTry)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
