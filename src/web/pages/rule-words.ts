import type { RuleView } from "../../wire/rule.ts";

const TOOLS: Readonly<Record<string, string>> = {
  shell: "Commands",
  read: "Reading files",
  change: "Changing files",
  delete: "Deleting files",
  web_fetch: "Web addresses",
  "project-code": "Running a project’s code",
};

export function sayTool(tool: string): string {
  return TOOLS[tool] ?? tool;
}

const ORDER = Object.keys(TOOLS);

/** Rules by tool: commands and files first, then the rest by name; in a group own ones before built-in ones. */
export function groupRules(rules: readonly RuleView[]): readonly (readonly [string, readonly RuleView[]])[] {
  return [...new Set(rules.map((rule) => rule.tool))]
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .map((tool) => [
      tool,
      rules
        .filter((rule) => rule.tool === tool)
        .toSorted((a, b) => Number(a.readOnly) - Number(b.readOnly) || a.pattern.localeCompare(b.pattern)),
    ]);
}

function rank(tool: string): number {
  const at = ORDER.indexOf(tool);
  return at === -1 ? ORDER.length : at;
}

const SCOPES: readonly { readonly value: string; readonly label: string }[] = [
  { value: "all", label: "All" },
  { value: "session", label: "Session" },
  { value: "chat", label: "Chat" },
  { value: "project", label: "Project" },
  { value: "global", label: "Every project" },
  { value: "managed", label: "Managed" },
  { value: "builtin", label: "Built in" },
];

/** The scopes to choose from: only those that some rule has. */
export function scopesIn(rules: readonly RuleView[]): readonly { readonly value: string; readonly label: string }[] {
  const present = new Set(rules.map((rule) => rule.scope));
  return SCOPES.filter(({ value }) => value === "all" || present.has(value));
}
