import type { Program } from "../../knowledge/schema.ts";
import { type Arg, isLiteral, sliceArg } from "../arg.ts";
import type { Start } from "../program.ts";
import { runsOther } from "../code.ts";
import { applyValue } from "../values.ts";

/** Clients of services whose words hold more than a question. */

/** Options of `git clone` that only say how much is cloned. Source: git 2.49, git-clone. */
const PLAIN_CLONE =
  /^(?:--(?:(?:depth|branch|filter|shallow-since|origin|jobs)(?:=.*)?|(?:no-)?single-branch|no-tags|quiet|verbose|progress|bare|no-checkout|sparse|recurse-submodules)|-[bojqvn])$/;

/** `gh repo clone x -- OPTIONS`: git gets what follows, and with `-c` or `--template` runs other programs. */
export function readClone(start: Start): void {
  const odd = start.operands.find((arg) => arg.dash && !(isLiteral(arg) && PLAIN_CLONE.test(arg.text)));
  if (odd) runsOther(start, `\`git clone\` gets \`${odd.text}\`, which may make it run other programs`);
}

/** `kubectl get x -o jsonpath={.items[*].name}`: whatever the pattern names, it begins as written, and so is a format too. */
export function isPrintedForm({ kind, prefix }: Arg, { names }: Program): boolean {
  return kind === "glob" && names.startsWith("kubectl") && FORM.test(prefix);
}

const FORM = /^(?:-o=?|--output=)?(?:jsonpath|custom-columns|go-template)=/;

/** `kubectl get x -o go-template-file=f`: what it prints is made of that file, or is its text. */
export function readPrinted(start: Start): void {
  const output = start.options.find(({ name }) => name === "--output")?.value;
  const file = /^=?(?:[\w-]+-file|templatefile)(?:=|$)/.exec(output?.prefix ?? "")?.[0];
  if (output === undefined || file === undefined) return;
  if (file.endsWith("=")) return applyValue(start, { kind: "r", arg: sliceArg(output, file.length) });
  const template = start.options.find(({ name }) => name === "--template")?.value;
  if (template) applyValue(start, { kind: "r", arg: template });
}
