import type { Command } from "unbash";

/**
 * What the shell itself runs for a name, before any program of that name. Source: bash 5.2 manual, "Shell Builtin
 * Commands". `plain`: only tells or waits. `sets`: changes variables of the shell. `state`: changes the shell in a way
 * that later parts would feel. Those with a reader of their own are named in `shell-builtins.ts`.
 */
export type Builtin = "plain" | "sets" | "state" | "special";

const TABLE: Readonly<Record<Builtin, string>> = {
  plain:
    ": true false echo pwd test [ times jobs wait exit return break continue dirs caller suspend logout shift help kill disown fg bg umask ulimit compgen type hash printf let getopts history fc type",
  sets: "read readarray mapfile unset declare typeset local export readonly",
  state: "set shopt enable alias unalias bind complete compopt trap",
  special: "eval . source exec command builtin cd pushd popd",
};

const KIND_OF: ReadonlyMap<string, Builtin> = new Map(
  (Object.keys(TABLE) as Builtin[]).flatMap((kind) => TABLE[kind].split(" ").map((name) => [name, kind] as const)),
);

export function builtinKind(name: string): Builtin | undefined {
  return KIND_OF.get(name);
}

/** Precommand words and built-ins of zsh whose reading differs from bash. */
export const ZSH_ONLY: ReadonlySet<string> = new Set(
  "- noglob nocorrect repeat foreach end autoload zmodload emulate sched zle zstyle functions vared print bindkey limit unlimit rehash setopt unsetopt zparseopts zformat zpty ztcp zsocket zcompile where which whence nameref integer float private".split(
    " ",
  ),
);

/** Built-ins after which variables may have other values. */
export const CHANGES_VARS: ReadonlySet<string> = new Set(
  "eval . source read readarray mapfile unset declare typeset local export readonly printf let getopts wait command builtin coproc select".split(
    " ",
  ),
);

/** The variables that a built-in of that set may set. */
export function assigns(command: Command): readonly string[] | "all" {
  const name = command.name?.value ?? "";
  const words = command.suffix.filter((word) => word.type === "Word");
  if (name === "printf") return words.some((word) => word.value.startsWith("-")) ? "all" : [];
  if (name === "wait") return words.some((word) => word.value.startsWith("-")) ? "all" : [];
  if (name === "read" || name === "unset" || name === "readarray" || name === "mapfile") {
    const names = words.map((word) => word.value).filter((value) => !value.startsWith("-"));
    return words.every((word) => word.parts === undefined) ? [...names, "REPLY", "MAPFILE"] : "all";
  }
  if (name === "declare" || name === "typeset" || name === "local" || name === "export" || name === "readonly") {
    return words.every((word) => word.parts === undefined) ? words.map((word) => word.value) : "all";
  }
  return "all";
}
