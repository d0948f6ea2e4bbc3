import { forEachChild } from "unbash";
import type { Statement, SyntaxNode, While } from "unbash";

/** What starts processes until the machine stops. */

/** A function that calls itself in a pipeline, in the background or in a substitution. */
export function multiplies(body: SyntaxNode, name: string): boolean {
  return calls(body, name, { aside: false, nested: 0 });
}

interface Within {
  readonly aside: boolean;
  /** Substitutions around it. */
  readonly nested: number;
}

/** Each level down is parsed when it is first looked at; the reader itself goes no deeper and asks. */
const DEEPEST = 16;

function calls(node: SyntaxNode, name: string, { aside, nested }: Within): boolean {
  if (node.type === "Command" && node.name?.value === name) return aside;
  const substituted = node.type === "CommandExpansion" || node.type === "ProcessSubstitution";
  if (substituted && nested === DEEPEST) return false;
  const within: Within = {
    aside:
      aside ||
      (node.type === "Statement" && node.background === true) ||
      (node.type === "Pipeline" && node.commands.length > 1) ||
      node.type === "CommandExpansion",
    nested: substituted ? nested + 1 : nested,
  };
  let found = false;
  forEachChild(node, (child) => {
    found ||= calls(child, name, within);
  });
  return found;
}

/** A loop without end that starts something in the background each time and waits for nothing. */
export function pilesUp({ kind, clause, body }: While): boolean {
  const [first, more] = clause.commands;
  const endless = kind === "until" ? ["false"] : ["true", ":"];
  if (more !== undefined || !endless.includes(nameOf(first))) return false;
  const before = body.commands.filter((statement) => !statement.background);
  const names = before.map(nameOf);
  const quick = names.includes("disown") ? [...QUICK, "wait"] : QUICK;
  return before.length < body.commands.length && names.every((name) => quick.includes(name));
}

/** Commands that end at once. After `disown` nothing is left to wait for. */
const QUICK: readonly string[] = [":", "true", "false", "echo", "printf", "disown"];

function nameOf(statement: Statement | undefined): string {
  return statement?.command.type === "Command" ? (statement.command.name?.value ?? "") : "";
}
