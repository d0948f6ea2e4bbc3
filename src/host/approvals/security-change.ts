import { basename } from "node:path";
import { type ShownCommand, shownCommand } from "../../wire/terminal.ts";
import { oddAlone } from "../rules/lint-alone.ts";
import type { ApprovalRecord } from "./record.ts";

/** What a call that changes the policy would change, in words: as a heading, and from then on. */
interface SecurityChange {
  readonly summary: string;
  readonly effect: string;
}

type Rule = Extract<ShownCommand, { readonly do: "add-rule" }>;

/** Null for a call of another tool, and for one whose arguments say nothing that could be carried out. */
export function securityChange({ call, reading }: Pick<ApprovalRecord, "call" | "reading">): SecurityChange | null {
  if (reading.tool.id !== "app_security" || reading.tool.origin === "mcp") return null;
  const { success, data } = shownCommand.safeParse(call.args);
  if (!success) return null;
  switch (data.do) {
    case "add-rule":
      return { summary: `Adds a rule: ${ruleText(data)} ${placeOf(data, call.project)}.`, effect: ruleEffect(data) };
    case "remove-rule":
      return {
        summary: `Removes a rule: ${ruleText(data.rule)} in ${data.rule.place}.`,
        effect: "what it answered is then up to the other rules and the level",
      };
    case "trust":
      return {
        summary: `Accepts ${data.files.map(({ name }) => name).join(" and ")} as ${data.files.length === 1 ? "it stands" : "they stand"}${call.project === null ? "" : ` in ${basename(call.project)}`}.`,
        effect: data.files.flatMap(({ changes }) => changes).join("; "),
      };
    case "answer":
      return {
        summary: `Answers a card from a terminal: ${data.decision} for ${data.call.agent} in ${data.call.project}.`,
        effect: `${data.decision === "allow" ? "this then runs once" : "this is then refused"}: ${data.call.summary}`,
      };
    case "add-server":
      return { summary: `Adds an MCP server for chats: ${serverText(data)}.`, effect: serverEffect(data) };
    case "stop":
      return { summary: "Stops everything.", effect: "every call is then denied until a person releases it" };
  }
}

type Server = Extract<ShownCommand, { readonly do: "add-server" }>;

function serverText({ slug, entry }: Server): string {
  const starts = entry.kind === "http" ? entry.url : [entry.command, ...entry.args].join(" ");
  return `${slug}, \`${starts}\``;
}

function serverEffect({ entry }: Server): string {
  if (entry.kind === "http") return "chats can then call the tools of this address; each call is decided";
  const may = entry.sandboxed ? "without the network, and writes only in its folder" : "and can do what you can";
  return `this program then starts when a chat needs it, ${may}; each call of its tools is decided`;
}

function ruleText({ decision, tool, pattern }: Pick<Rule, "decision" | "tool" | "pattern">): string {
  return `${decision} \`${tool === "shell" ? "" : `${tool} `}${pattern}\``;
}

function placeOf({ scope }: Rule, project: string | null): string {
  if (scope === "global") return "in every project";
  return project === null ? "in a project" : `in ${basename(project)}`;
}

const EFFECTS: Readonly<Record<Rule["decision"], string>> = {
  allow: "what fits it then runs without a question",
  ask: "what fits it is then asked about",
  deny: "what fits it is then refused",
};

function ruleEffect({ decision, tool, pattern }: Rule): string {
  const open = tool === "shell" && pattern.endsWith(" *") ? ", whatever words follow" : "";
  const plain = `${EFFECTS[decision]}${open}`;
  const odd = decision === "allow" && tool === "shell" ? oddAlone(pattern) : null;
  if (odd === null) return plain;
  return odd.kind === "broader" ? `${plain}; ${odd.message}` : odd.message;
}
