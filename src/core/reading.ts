import type { Class } from "./class.ts";

/**
 * The facts established about a call before it is decided. A reading knows no policy: it names programs, words, paths
 * and acts, and `decide` holds them against rules, grants and modes. Source: decision.md, rules.md.
 */
export interface Reading {
  readonly tool: ToolFacts;
  readonly source: Source;
  readonly attended: boolean;
  /** Calls of this tool already made in this run. */
  readonly callsThisRun: number;
  /** The arguments do not fit the tool; `path` is a JSON path such as `$.command`. */
  readonly argFault?: { readonly path: string; readonly message: string };
  /** What the call asked for, in ms. */
  readonly timeoutMs?: number;
  /** SHA-256 (hex) of the canonical arguments (RFC 8785). Binds an "ask once" answer to this very call. */
  readonly argsHash: string;
  /** Canonical working directory; null where there is none. */
  readonly cwd: string | null;
  /** The worst class of the parts. */
  readonly class: Class;
  /** Never empty. A tool without a command profile has one. */
  readonly parts: readonly Part[];
  /** Findings about the call as a whole. */
  readonly findings: readonly Finding[];
}

/** Whose call it is: of the host's own model, of a person, or of another agent. */
export const SOURCES = ["model", "user", "external"] as const;
export type Source = (typeof SOURCES)[number];

/** How rules speak of a tool. `none`: only the pattern `*`. */
export type Profile = "command" | "path" | "url" | "none";

export interface ToolFacts {
  /** Canonical id: `shell`, `write_file`, `mcp__github__create_issue`; for an unknown tool its own name. */
  readonly id: string;
  readonly origin: "builtin" | "mcp" | "agent" | "unknown";
  /** Of another agent's built-in tool: the agent's own name for it, where that is another one. */
  readonly calledAs?: string;
  readonly family: Family | null;
  /** Class of the tool by itself; `unknown` for an MCP tool until a person accepted one. */
  readonly class: Class;
  readonly profile: Profile;
  /** MCP: slug of the server. */
  readonly server?: string;
  /** In the registry. */
  readonly known: boolean;
  readonly state: "ok" | "server-disabled" | "bad-descriptor" | "server-unauthorized";
  /** Scopes that are missing, where `state` is `server-unauthorized`. */
  readonly missingScopes?: readonly string[];
  /** Hash of the descriptor now, and the one that was pinned (RFC 8785, SHA-256 hex). */
  readonly hash?: string;
  readonly pinned?: string;
  /** When the tool was first seen, ms since 1970. */
  readonly firstSeen?: number;
}

export const FAMILIES = ["file", "shell", "browser", "net", "subagent", "task", "skill", "app", "ask", "mcp"] as const;
export type Family = (typeof FAMILIES)[number];

/** One simple command of a line, or the whole of a call of another tool. */
export interface Part {
  /** As shown; for an allowlist also the subject: the command's text, else `"<tool> <first string argument>"`. */
  readonly text: string;
  /** As rules name it: base name, lower case where names ignore case. Null where it is not known for certain. */
  readonly program: string | null;
  /** The file that will run, canonical. */
  readonly file?: string;
  /**
   * False where there is no knowledge of the program: `words` then stand as written, options among operands, and
   * an allow pattern compares them one by one. An ask or deny pattern still finds its options anywhere.
   */
  readonly known: boolean;
  /** Subcommand, operands and options in their one spelling. Operands keep their order; an option stands anywhere. */
  readonly words: readonly Word[];
  /** Options of the program itself, before its subcommand (`git -C dir`, `docker --context x`), set apart. */
  readonly globals: readonly Word[];
  /** Other words for the same command (`pip …` of `python -m pip …`). An ask or deny rule speaks of these as well. */
  readonly others?: readonly Spelling[];
  readonly class: Class;
  /** An allow rule reaches the part only where its pattern spells it: see `spell`. */
  readonly exactOnly?: "launcher" | "destructive";
  /**
   * Texts of the words that must stand literally in an allow pattern. For `launcher` the words that carry the program
   * that is launched (what follows may be open); for `destructive` every word, and the pattern must be closed.
   */
  readonly spell?: readonly string[];
  /** What it does, as far as the program is known: a sentence without its subject, "deletes files for good". */
  readonly does?: string;
  /** Canonical names of the options that carry an effect (`-delete`, `--output`); a rule must name each to lift it. */
  readonly optionEffects: readonly string[];
  /** The effect that is a subcommand of which only the name is known (`aws ec2 x`), and its group, which will do in a rule. */
  readonly obscure?: { readonly name: string; readonly group: string };
  /** Everything the part does is to touch `paths` (`> f`, `tee f`, `mkdir d`): it needs no command rule. */
  readonly pathsOnly: boolean;
  /** Runs code that lies in the project: the project-code consent may lift it. */
  readonly projectCode: boolean;
  readonly paths: readonly PathUse[];
  /**
   * Paths that words may name where nothing says what is done there, as reads; a recursive one is a folder out of which
   * any file may be printed, and nothing else is done there, or, as a change, any be changed or deleted. Only what denies, asks or protects looks at them: no allow
   * speaks of them, and no grant is needed.
   */
  readonly mentions?: readonly PathUse[];
  /**
   * Commands that words of a program may start of which words nothing is known (`pueue add rm x`); `known` or not. A
   * denial or ask of one asks, unless an allow spells its `word`: then it is no such command.
   */
  readonly mayStart?: readonly Started[];
  /** Network destinations that the part names. */
  readonly targets: readonly Target[];
  readonly findings: readonly Finding[];
  /** Rules that the card may offer for this part, preselected first; `decide` keeps those that work. */
  readonly offers: readonly PartOffer[];
}

/** A command as rules name it. */
export interface Spelling {
  readonly program: string;
  readonly words: readonly Word[];
  readonly globals: readonly Word[];
}

export interface Started extends Spelling {
  /** The word that names or holds the command. */
  readonly word: string;
}

/**
 * One word in its canonical spelling. An option is one word: `--force`, `--output=a.txt`, `-n=5`. `glob`: holds an
 * unquoted pattern, so its value is not fixed. `unknown`: comes from an expansion.
 */
export interface Word {
  readonly text: string;
  readonly kind: "literal" | "glob" | "unknown";
  /** Canonical name of the option (`--force`) where the word is one. */
  readonly option?: string;
}

export interface PathUse {
  /** Absolute, lexically normal, `/` between parts, before links are resolved. */
  readonly spelling: string;
  /** Absolute, links resolved as far as the path exists. Null: could not be established, so outside of every grant. */
  readonly canonical: string | null;
  readonly act: Act;
  /** Class of the protected-files list, by spelling or target. `W` asks on writes, `R` on reads too, `D` is refused. */
  readonly protected?: "W" | "R" | "D";
  /** Why it is protected; ends the sentence "this file …". */
  readonly protectedBecause?: string;
  /** Names are compared without case where it leads; in its spelling where that is not known. */
  readonly foldCase: boolean;
  /** They are in its spelling, and not where it leads: what keeps it from being used is held against it without case. */
  readonly foldSpelling?: true;
  /** The act reaches everything below (a deletion, move or recursive write of a folder; a recursive read). */
  readonly recursive: boolean;
  /** What is there goes on under another name, where it can be read: a rule that keeps it from being read holds here. */
  readonly moved?: true;
  /** Of a recursive write: the names that arrive below, relative, where all of them are known and few. */
  readonly brings?: readonly string[];
  /** Of a recursive write: which names arrive is not known (an archive, a patch), so that a deny below may not be met. */
  readonly unlisted?: true;
  /** Of a recursive use: only files that git tracks in the repository at this folder. */
  readonly tracked?: string;
  /** Kind of the thing that is there now; `none` where nothing is. `hardlink`: a regular file with another name. */
  readonly kind: "file" | "dir" | "none" | "device" | "fifo" | "socket" | "hardlink";
  /** A read of a place that holds no user data (rules.md, built-in read-only places). */
  readonly system: boolean;
  /** The call's own scratch folder, or a tool's declared safe sink such as `/dev/null`. */
  readonly scratch: boolean;
}

/** From what changes least to what changes most. */
export const ACTS = ["read", "write", "edit", "delete"] as const;
export type Act = (typeof ACTS)[number];

/** A network destination: the text of the word that spells it, and its parts where it could be read. */
export interface Target {
  readonly text: string;
  readonly url?: { readonly scheme: string; readonly host: string; readonly port: string; readonly path: string };
}

/** A reason found while reading or deciding. `gates` stops an allow; else it only informs. */
export interface Finding {
  readonly code: string;
  /** Tells reasons of one code apart where others lift them: `launcher` of `exact-only`. */
  readonly variant?: string;
  /** A plain sentence that says what would happen. */
  readonly message: string;
  /** Who may answer the ask that it causes. */
  readonly answer: "review" | "full" | "person";
  readonly gates: boolean;
  /** What it is about: a path, an option, a program. */
  readonly subject?: string;
}

export interface PartOffer {
  readonly kind: OfferKind;
  readonly tool: string;
  readonly pattern: string;
}

export const OFFER_KINDS = [
  "subcommand",
  "exact",
  "program",
  "folder",
  "path",
  "project",
  "tool",
  "host",
  "url",
  "consent",
  "grant",
] as const;
export type OfferKind = (typeof OFFER_KINDS)[number];
