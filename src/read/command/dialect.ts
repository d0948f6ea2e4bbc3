import { type Arg, isLiteral, literal } from "./arg.ts";

/** Old ways of writing options, brought to the way that entries know. */
export function plainArgs(program: string, args: readonly Arg[]): readonly Arg[] {
  return program.endsWith("tar") ? plainTar(args) : args;
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
