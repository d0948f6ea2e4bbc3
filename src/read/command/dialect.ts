import { type Arg, isLiteral, literal } from "./arg.ts";
import { SHELLS } from "./launch.ts";

/** Old ways of writing options, brought to the way that entries know. */
export function plainArgs(program: string, args: readonly Arg[]): readonly Arg[] {
  if (program.endsWith("tar")) return plainTar(args);
  if (program === "flock") return plainFlock(args);
  return SHELLS.has(program) ? plainShell(args) : args;
}

/** `flock FILE -c TEXT`: the option in front, as other programs have it. */
function plainFlock(args: readonly Arg[]): readonly Arg[] {
  const at = args.findIndex((arg) => isLiteral(arg, "-c") || isLiteral(arg, "--command"));
  const isLast = at > 0 && at === args.length - 2;
  return isLast ? [...args.slice(at), ...args.slice(0, at)] : args;
}

/** Options of shells that take the next word. */
const SHELL_VALUES = /^(?:[-+][A-Za-z]*[oO]|--rcfile|--init-file|--emulate)$/;

/** `bash -cl text`, `bash -c -l text`: the text is the first word that is no option, wherever the `c` stands. */
function plainShell(args: readonly Arg[]): readonly Arg[] {
  const plain: Arg[] = [];
  let runs = false;
  let at = 0;
  for (; at < args.length; at++) {
    const arg = args[at]!;
    if (!isLiteral(arg) || !/^[-+]./.test(arg.text) || arg.text === "--") break;
    if (/^-[A-Za-z]*c/.test(arg.text)) {
      runs = true;
      const rest = arg.text.replaceAll("c", "");
      if (rest !== "-") plain.push(literal(rest));
    } else plain.push(arg);
    if (SHELL_VALUES.test(arg.text) && args[at + 1] !== undefined) plain.push(args[++at]!);
  }
  if (!runs) return args;
  if (isLiteral(args[at], "--") || isLiteral(args[at], "-")) at++;
  return [...plain, literal("-c"), ...args.slice(at)];
}

/** Letters of tar that take a word. */
const TAR_VALUES = "bfCFgHIKLNTVX";

/** `tar xzf a.tgz`: letters first, then the words that they take, in order. */
function plainTar(args: readonly Arg[]): readonly Arg[] {
  const [first] = args;
  if (first === undefined || !isLiteral(first) || !/^[A-Za-z]+$/.test(first.text)) return args;
  const plain: Arg[] = [];
  let next = 1;
  for (const letter of first.text) {
    plain.push(literal(`-${letter}`));
    const value = TAR_VALUES.includes(letter) ? args[next++] : undefined;
    if (value !== undefined) plain.push(value);
  }
  return [...plain, ...args.slice(next)];
}
