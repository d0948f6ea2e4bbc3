import type { Class } from "../../core/class.ts";

/**
 * What is known of one program, as data. Everything that is not listed is unknown, and an unknown option,
 * subcommand or program makes the class `unknown`: the lists say what is harmless, never what is dangerous.
 * How to write an entry: `docs/knowledge.md`. Source of the design: rules.md, "Reading a command".
 */
export interface Program extends Command {
  /** Names it goes by, separated by blanks: `"grep egrep fgrep"`. */
  readonly names: string;
  /** The manual that the entry was written from, with its version. */
  readonly source: string;
  /** Options before a subcommand, set apart from it; written like `options`. */
  readonly globals?: string;
  /**
   * How options are spelled. `gnu` (default): `-abc` bundles, `-ovalue`, `--opt=value`, unique prefixes of long
   * options, options after operands. `exact-long`: as gnu without prefixes. `posix`: options end at the first
   * operand. `single-dash`: `-name value` long options with one dash (find, go, terraform). `none`: no options.
   */
  readonly style?: "gnu" | "exact-long" | "posix" | "single-dash" | "none";
}

/** A program or one of its subcommands. */
export interface Command {
  /** With only listed options and no effect of theirs. Absent: only the subcommands are known. */
  readonly class?: Class;
  /**
   * Options, separated by blanks; the last name of `-o|--output=W` is the canonical one.
   * After the names: nothing (a flag), `=K` (takes a value of kind K) or `[=K]` (a value only when joined by `=`, or
   * directly after a short option). After that, effects: `!write`, `!destructive`, `!network`, `!execute`,
   * `!secret`, `!privilege`, `!unknown`: the option makes the command that class, and a rule must name it.
   */
  readonly options?: string;
  /** Kinds of the operands in order, separated by blanks; `*` after the last (or one) repeats it, `?` makes it optional. */
  readonly operands?: string;
  readonly subs?: Readonly<Record<string, Command>>;
  /** Other names of this subcommand. */
  readonly aliases?: string;
  /** Reached only by a rule that spells it. */
  readonly exact?: "launcher" | "destructive";
  /** One sentence without its subject that says what it does: "discards changes that are not committed". */
  readonly does?: string;
  /** The output holds secrets (`gh auth token`). */
  readonly reveals?: boolean;
  /** What standard input is, where it is a pipe or a here-document: `code` is run. Default `data`. */
  readonly stdin?: "data" | "code";
  /** Runs code that lies in the project (package scripts, task runners, interpreters given a script). */
  readonly projectCode?: boolean;
  /** A small exact reader for the language in its arguments: a name in `src/read/command/languages`. */
  readonly language?: string;
}

/**
 * Kinds of option values and operands:
 * `t` text; `r` path read; `w` path created or replaced; `e` path altered in place; `d` path deleted;
 * `c` directory that the program works in; `R` `D` `W` the same as `r` `d` `w` with everything below;
 * `x` a command line, read by the shell reader; `a` the words from here on are a command (`env`, `timeout`);
 * `p` program text or configuration that is run or changes what runs; `s` a script file that is run;
 * `u` URL or remote; `h` host name; `n` number.
 */
export type ValueKind = "t" | "r" | "w" | "e" | "d" | "c" | "R" | "W" | "D" | "x" | "a" | "p" | "s" | "u" | "h" | "n";
