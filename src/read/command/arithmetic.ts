import type { ArithmeticExpression } from "unbash";
import { NUMBER } from "./changes.ts";
import { type Expander, expandParts } from "./expand.ts";

/** Arithmetic evaluates the *values* of names as expressions, and a subscript in one can hold a substitution. */
export function visitArithmetic(node: ArithmeticExpression | undefined, expander: Expander): void {
  if (node === undefined) return;
  switch (node.type) {
    case "ArithmeticBinary":
      visitArithmetic(node.left, expander);
      visitArithmetic(node.right, expander);
      return /^(?:[^=!<>]|<<|>>)?=$/.test(node.operator) ? setNumber(node.left, expander) : undefined;
    case "ArithmeticUnary":
      visitArithmetic(node.operand, expander);
      return /^(?:\+\+|--)$/.test(node.operator) ? setNumber(node.operand, expander) : undefined;
    case "ArithmeticTernary":
      for (const part of [node.test, node.consequent, node.alternate]) visitArithmetic(part, expander);
      return;
    case "ArithmeticGroup":
      return visitArithmetic(node.expression, expander);
    case "ArithmeticCommandExpansion":
      if (expander.onScript(node.script, "command").number) return;
      return expander.onFault("computes with the output of a command, which could itself hold a command");
    case "ArithmeticWord": {
      if (node.parts !== undefined) expandParts(node.parts, node.value, expander);
      return checkArithmeticText(node.value, expander);
    }
  }
}

/** What arithmetic assigns is a number, whatever it was before. */
function setNumber(node: ArithmeticExpression, expander: Expander): void {
  if (node.type === "ArithmeticGroup") return setNumber(node.expression, expander);
  if (node.type !== "ArithmeticWord") return expander.onFault("computes into something that cannot be read");
  const name = node.value.replace(/\\\n|"/g, "");
  if (/^[A-Za-z_]\w*$/.test(name)) expander.onSet(name, NUMBER);
  else expander.onFault("computes into a variable whose name is not fixed");
}

const ASSIGNED = /([A-Za-z_]\w*)["\s\\]*(?:\+\+|--|(?:[-+*/%&|^]|<<|>>)?=(?!=))|(?:\+\+|--)\s*([A-Za-z_]\w*)/g;

/** A text that the shell will compute with. */
export function checkArithmeticText(text: string, expander: Expander): void {
  if (/[[\]`]|\$\(/.test(text)) return expander.onFault("computes with a subscript, which can run commands");
  // What a script is called with (`bash -c '(( $1 ))' _ 'a[$(id)]'`) is the line's own.
  if (/\$\{?[\d@*]/.test(text)) return expander.onFault("computes with a word that it is called with");
  // How long a value is says nothing of what it holds.
  for (const [name] of text.replace(/\$\{#\w+\}/g, "1").matchAll(/[A-Za-z_]\w*/g)) {
    const value = expander.valueOf(name);
    // The environment is the person's own; what the line puts into a name may come from anywhere.
    const plain = value?.number || (value?.kind === "literal" && /^-?\d*$/.test(value.text));
    if (value === undefined || (plain && !value?.secret)) continue;
    return expander.onFault(`computes with the value of \`${name}\`, which could hold a command`);
  }
  for (const [, before, after] of text.matchAll(ASSIGNED)) expander.onSet(before ?? after ?? "", NUMBER);
}
