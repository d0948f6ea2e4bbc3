import { forEachChild } from "unbash";
import type { ParsedScript, SyntaxNode } from "unbash";
import type { Expander } from "./expand.ts";

/**
 * bash 5.2 prints what stands in a substitution and reads it again, and loses the `;` after a command that follows a
 * here-document by `&&`, `|` or `&`: `$(a <<E && b ; c)` runs `b c`.
 */
export function checkReprinted(script: ParsedScript | undefined, expander: Expander): void {
  if (script === undefined) return;
  let commands = 0;
  let documents = 0;
  const visit = (node: SyntaxNode): void => {
    // What words hold are substitutions of their own.
    if (node.type === "Word") return;
    if (node.type === "Command") commands++;
    if (node.type === "Command" || node.type === "Redirected")
      documents += node.redirects.filter(({ type }) => type === "HereDoc").length;
    forEachChild(node, visit);
  };
  for (const statement of script.commands) visit(statement);
  if (documents > 0 && commands > 2) expander.onFault("holds a here-document among commands in a substitution");
}
