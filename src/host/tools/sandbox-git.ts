import { isReadOnly } from "../../core/class.ts";
import type { Part } from "../../core/reading.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
/** Subcommands of git whose bookkeeping is the settings too, or the files that are checked out. */
const SETS = words(
  "branch checkout clone config fetch init pull push remote sparse-checkout submodule switch worktree",
);
const CHECKS_OUT = words(
  "am apply checkout cherry-pick clean clone init merge mv pull rebase reset restore revert rm stash submodule switch",
);

/** Settings that start nothing, whatever their value. */
const PLAIN_SETTING = /^-c=(?:(?:user|author|committer|advice|color)\.|(?:init\.defaultbranch|commit\.gpgsign)=)/i;

export interface GitDoes {
  /** Writes the settings of the repository. */
  readonly sets: boolean;
  /** Writes any file that is checked in. */
  readonly checksOut: boolean;
}

/** Of a line with another program beside git nothing is left to git: that program could do it too. */
export function gitDoes(parts: readonly Part[]): GitDoes {
  const others = parts.some((part) =>
    part.program === "git" ? !isPlainGit(part) : !isReadOnly(part.class) && !part.pathsOnly,
  );
  const does = (of: ReadonlySet<string>): boolean => !others && parts.some((part) => of.has(subcommandOf(part)));
  return { sets: does(SETS), checksOut: does(CHECKS_OUT) };
}

/** Neither another program of its name, nor one that settings, options or variables of the line make it start. */
function isPlainGit({ findings, globals }: Part): boolean {
  const settings = globals.filter(({ kind, text }) => kind === "literal" && PLAIN_SETTING.test(text));
  const others = findings.filter(({ code }) => code !== "network-target");
  // Each setting of the line is a finding, so there is none beside these.
  return (
    others.every(({ code }) => code === "runs-other") && others.length <= new Set(settings.map(({ text }) => text)).size
  );
}

function subcommandOf({ program, words: given }: Part): string {
  return program === "git" ? (given.find(({ text }) => !text.startsWith("-"))?.text ?? "") : "";
}
