import type { Class } from "../../core/class.ts";

/**
 * What is known of one program, as data. Everything that is not listed is unknown, and an unknown option,
 * operand, subcommand or program makes the class `unknown`: the lists say what is harmless, never what is dangerous.
 * `parse.ts` reads the compact texts, `pick.ts` chooses what applies to a line.
 * How to write an entry: `docs/knowledge.md`. Source of the design: rules.md, "Reading a command".
 */
export interface Program extends Command {
  /** Names it goes by, separated by blanks: `"grep egrep fgrep"`. `python:pip` is what `python -m pip` runs. */
  readonly names: string;
  /** The manual that the entry was written from, with its version. No decision reads it, so bundles leave it out. */
  readonly source: string;
  /** Options before a subcommand, set apart from it; written like `options`. */
  readonly globals?: string;
  /** A word that holds this text ends the command, and another one of the program follows (`tmux ls ';' kill-server`). */
  readonly separator?: string;
  /** The value of a short option may stand behind `=`, which is none of it (`-n=x`; pflag, clap). */
  readonly equals?: true;
  /** Global options that may also stand after the subcommand (`kubectl get -n x`): set apart wherever they stand. */
  readonly anywhere?: string;
}

/** What an entry says; its names are the key that it stands under. */
export type Entry = Omit<Program, "names">;

/** Entries by their names (`"grep egrep fgrep"`), each made when a line first needs it: importing costs next to nothing. */
export type Family = Readonly<Record<string, () => Entry>>;

/**
 * How options are spelled. `gnu` (default): `-abc` bundles, `-ovalue`, `--opt=value`, unique prefixes of long
 * options, options after operands. `exact-long`: as gnu without prefixes. `posix`: as gnu, but options end at the
 * first operand. `single-dash`: `-name value` and `-name=value`, long options with one dash and no bundles; two
 * dashes are read as one (find, go, terraform). `none`: no options, every word is an operand.
 */
export type Style = "gnu" | "exact-long" | "posix" | "single-dash" | "none";

/** A program or one of its subcommands. */
export interface Command {
  /** With only listed options and no effect of theirs. Absent: only the subcommands are known. */
  readonly class?: Class;
  /** Absent on a subcommand: the style of its program. */
  readonly style?: Style;
  /**
   * Options, separated by blanks; the last name of `-o|--output=W` is the canonical one. A name that comes again replaces
   * the earlier one, so that a subcommand can add its own to a shared list.
   * Names: `--[no-]color` stands for both; `-#` for a dash and digits (`-20`); one that ends in `*` (`-D*`, `--*`) for
   * every word that begins so, where no other name fits; it may be joined to a value.
   * After the names: nothing (a flag), `=K` (takes a value of kind K), `=KK` (takes two) or `[=K]` (a value only when joined by `=`, or
   * directly after a short option). After that, marks: `+deep` (operands are taken with everything below), `+first`
   * and `+last` (stands in for the first or last operand, which is then not given), `+end` (what follows its value are
   * operands: `python -c TEXT …`).
   * After that, effects: `!write`, `!destructive`, `!network`, `!execute`, `!secret`, `!privilege`, `!unknown`: the
   * option makes the command that class (`!secret`: its output holds secrets), and a rule must name it.
   */
  readonly options?: string;
  /**
   * Kinds of the operands in order, separated by blanks; `*` after one repeats it (`r* w`: all but the last are read),
   * `?` makes it optional, `.` after those: the working directory where none is given (`R*.`). Absent: none are known.
   */
  readonly operands?: string;
  /**
   * By name; a key with blanks gives several names one entry each; one that ends in `*` (`describe-*`, `*`) stands for
   * every name that begins so, where no other key fits.
   */
  readonly subs?: Readonly<Record<string, Command>>;
  /** Files of the directory that it works in which it alters, by their names (`npm pkg set`), separated by blanks. */
  readonly edits?: string;
  /** Other names of this subcommand, for the same act. */
  readonly aliases?: string;
  /** A mask and an option: an operand that fits stands for it (`+* --force`), beside what `forms` make of it. */
  readonly implies?: string;
  /** What differs with certain options or operands; the first that fits replaces the fields that it names. */
  readonly forms?: readonly Form[];
  /**
   * Options that make the program only tell about itself, separated by blanks. Absent on a program: `--help
   * --version`; absent on a subcommand: the help options of its program, and none on `*`, which may be any program. One
   * that `options` lists is not one. Beside an operand, or what the program loads or runs, it tells nothing.
   */
  readonly info?: string;
  /** Reached only by a rule that spells it. */
  readonly exact?: "launcher" | "destructive";
  /** One sentence without its subject that says what it does: "discards changes that are not committed". */
  readonly does?: string;
  /** The output holds secrets (`gh auth token`). */
  readonly reveals?: boolean;
  /** Prints content of files of the repository that no word names (`git diff`). */
  readonly prints?: boolean;
  /** Changes files of the repository that no word names (`git merge`). */
  readonly changes?: boolean;
  /** What standard input is, where it is a pipe or a here-document: `code` is run. Default `data`. */
  readonly stdin?: "data" | "code";
  /** Runs code that lies in the project (package scripts, task runners, interpreters given a script). */
  readonly projectCode?: boolean;
  /** A small exact reader for the language in its arguments: a name in `src/read/command/languages`. */
  readonly language?: string;
}

/** The fields that a form may replace. `null` takes a field away. */
export interface Form {
  /**
   * Alternatives, separated by blanks: an option by any name (`--list`), an option whose every value fits a mask
   * (`-O=-`, `--url=*:*`; `--dry-run=` for none), at least so many operands (`2+`), a mask that the first operand fits (`=+*`: begins
   * with `+`), or one that any does (`~+*`). `&` joins what must hold together (`=user.name&2+`).
   */
  readonly if: string;
  readonly class?: Class;
  readonly operands?: string;
  readonly exact?: "launcher" | "destructive" | null;
  readonly does?: string | null;
  readonly reveals?: boolean;
  readonly prints?: boolean;
  readonly changes?: boolean;
  readonly projectCode?: boolean;
  readonly stdin?: "data" | "code";
  readonly edits?: string;
}

/**
 * Kinds of option values and operands:
 * `t` text; `f` text that names a file which is read (`name=f`, `@f`, `id=x,src=f`);
 * `l` a file that lists what is read; `r` path read; `w` path created or replaced; `e` path altered in place; `d` path deleted;
 * `c` directory that the program works in; `R` `D` `W` the same as `r` `d` `w` with everything below;
 * `U` folder that an archive is unpacked into: files of any name arrive below it;
 * `m` path moved away, with everything below;
 * `E` the same as `e` for files that are there already and below, and no new names (formatters, `git restore`);
 * `i` the words from here on are a command, or as one word or value a command line, that starts out of sight (in a
 * container, by another language): only a denial looks at it, and the command's own class decides;
 * `x` a command line, read by the shell reader; `a` the words from here on are a command (`env`, `timeout`);
 * `p` program text or configuration that is run or changes what runs; `s` a script file that is run;
 * `u` URL or remote; `k` a package, which may be an address; `h` host name; `n` number; `v` a revision, `revision:path` or path of a repository, read.
 */
export type ValueKind =
  | "t"
  | "f"
  | "l"
  | "r"
  | "w"
  | "e"
  | "d"
  | "c"
  | "R"
  | "W"
  | "D"
  | "E"
  | "U"
  | "m"
  | "x"
  | "a"
  | "i"
  | "p"
  | "s"
  | "u"
  | "k"
  | "h"
  | "n"
  | "v";

/** What an option makes of the command that it stands in. */
export type OptionEffect = "write" | "destructive" | "network" | "execute" | "secret" | "privilege" | "unknown";
