/**
 * Files that keep their own card whatever allows. `W`: to write, create, rename or delete. `R`: to read as well.
 * `D`: refused, no card. Source: rules.md, "Protected files".
 */
export interface ProtectedFile {
  /**
   * `**` in front: in any folder; `~`: in the home folder; else from the root. Braces stand for several. A closing `**`
   * covers the folder itself too. Compared with folded names (see `fold.ts`), so case does not matter here.
   */
  readonly glob: string;
  readonly class: "W" | "R" | "D";
  readonly category: ProtectedCategory;
  /** Ends the sentence "this file …" on the card. */
  readonly reason: string;
  /** Globs of what is caught as well and holds nothing to protect. */
  readonly except: readonly string[];
}

export type ProtectedCategory =
  | "agent"
  | "vcs"
  | "editor"
  | "ci"
  | "build"
  | "start"
  | "secret"
  | "browser"
  | "host"
  | "machine";

/** How the lists are written: the globs of one reason, one a line. */
export interface ProtectedGroup extends Omit<ProtectedFile, "glob" | "except"> {
  readonly globs: string;
  readonly except?: string;
}
