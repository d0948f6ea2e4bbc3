import type { TestExpression } from "unbash";
import type { Arg } from "./arg.ts";
import { checkArithmeticText } from "./arithmetic.ts";
import { type Expander, expandValue } from "./expand.ts";
import { comparesSecret, testsSecret } from "./secrets.ts";

/** `[[ … ]]` and `test`: comparing texts runs nothing, computing with them can. */

/** Operators of `[[` that compute with their operands. */
const COMPUTING = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

/** Returns whether its outcome tells what a secret variable holds. */
export function visitTest(node: TestExpression, expander: Expander): boolean {
  switch (node.type) {
    case "TestLogical":
      return node.operands.map((operand) => visitTest(operand, expander)).includes(true);
    case "TestNot":
      return visitTest(node.operand, expander);
    case "TestGroup":
      return visitTest(node.expression, expander);
    case "TestUnary": {
      const operand = expandValue(node.operand, expander);
      // `-v` and `-R` take a name whose subscript is computed.
      if (node.operator === "-v" || node.operator === "-R") checkName(operand, expander);
      // zsh computes which descriptor is meant.
      if (node.operator === "-t") checkComputed(operand, expander);
      return testsSecret(node.operator, operand);
    }
    case "TestBinary": {
      const [left, right] = [expandValue(node.left, expander), expandValue(node.right, expander)];
      if (COMPUTING.has(node.operator)) for (const side of [left, right]) checkComputed(side, expander);
      return comparesSecret(left, node.operator, right);
    }
  }
}

/** A value that is computed with, as in `[[ $x -eq 0 ]]`. */
export function checkComputed(arg: Arg, expander: Expander): void {
  if (arg.number) return;
  if (arg.shape !== undefined) return checkArithmeticText(arg.shape, expander);
  if (arg.kind === "literal") return checkArithmeticText(arg.text, expander);
  const name = /^"?\$\{?([A-Za-z_]\w*)\}?"?$/.exec(arg.text)?.[1];
  if (name !== undefined && expander.valueOf(name) === undefined) return;
  expander.onFault("computes with a value that is not fixed, which could hold a command");
}

/** A word that a built-in takes as the name of a variable. */
export function checkName(arg: Arg, expander: Expander): void {
  if (arg.kind === "literal" && !arg.text.includes("[")) return;
  expander.onFault("uses a subscript or a name that is not fixed, which can run commands");
}
