import type { ArithmeticExpression } from "unbash";
import { type Expander, expandParts } from "./expand.ts";

/** Arithmetic evaluates the *values* of names as expressions, and a subscript in one can hold a substitution. */
export function visitArithmetic(node: ArithmeticExpression | undefined, expander: Expander): void {
  if (node === undefined) return;
  switch (node.type) {
    case "ArithmeticBinary":
      visitArithmetic(node.left, expander);
      return visitArithmetic(node.right, expander);
    case "ArithmeticUnary":
      return visitArithmetic(node.operand, expander);
    case "ArithmeticTernary":
      for (const part of [node.test, node.consequent, node.alternate]) visitArithmetic(part, expander);
      return;
    case "ArithmeticGroup":
      return visitArithmetic(node.expression, expander);
    case "ArithmeticCommandExpansion":
      expander.onScript(node.script, "command");
      return expander.onFault("computes with the output of a command, which could itself hold a command");
    case "ArithmeticWord": {
      if (node.parts !== undefined) expandParts(node.parts, node.value, expander);
      return checkArithmeticText(node.value, expander);
    }
  }
}

/** A text that the shell will compute with. */
export function checkArithmeticText(text: string, expander: Expander): void {
  if (/[[\]`]|\$\(/.test(text)) return expander.onFault("computes with a subscript, which can run commands");
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
    const value = expander.valueOf(name);
    // The environment is the person's own; what the line puts into a name may come from anywhere.
    if (value === undefined || value?.number || (value?.kind === "literal" && /^-?\d*$/.test(value.text))) continue;
    return expander.onFault(`computes with the value of \`${name}\`, which could hold a command`);
  }
}
