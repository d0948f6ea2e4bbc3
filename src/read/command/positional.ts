import { asOne, type Arg } from "./arg.ts";
import type { Start } from "./program.ts";
import { type Scope, setVar } from "./scope.ts";

/** `sh -c 'wc -l "$1"' _ f`: the words behind the text are `$0`, `$1`, … in it. POSIX.1-2024, sh. */

/** What gives these places other words on the way; a function has its own. */
const SHIFTS = /\b(?:shift|set|source|eval|getopts|function)\b|(?:^|[\s;&|({])\.\s|\(\s*\)/;

export function setPositional({ read, operands }: Start, text: Arg, scope: Scope): void {
  const at = read.words.findIndex((word) => word.kind === "option" && word.value === text);
  // Behind the text even `-x` is a word for it, which was read as an option here.
  const plain = at >= 0 && read.words.slice(at + 1).every(({ kind }) => kind === "operand");
  if (!plain || text.kind !== "literal" || SHIFTS.test(text.text)) return;
  for (const [place, arg] of operands.entries()) {
    setVar(scope, String(place), arg.kind === "literal" || !arg.many ? arg : asOne(arg));
    // Where one may be several words, what stands behind it has no certain place.
    if (arg.many) return;
  }
}
