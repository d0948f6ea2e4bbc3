import { worstClass } from "../../core/class.ts";
import { lazyProperty } from "../../core/lazy.ts";
import type { Part, PathUse } from "../../core/reading.ts";
import { type Draft, type Line, mayShowSecrets } from "./line.ts";
import { offersOf } from "./offers.ts";

/** Puts a finished part into the line. `offers`: whether a card may offer a rule for it. */
export function finishPart(line: Line, draft: Draft, offers: "offers" | "none" = "none"): void {
  if (line.inShadow) return void line.parts.push(shadowOf(draft));
  if (draft.secret) {
    mayShowSecrets(draft);
    draft.pathsOnly = false;
  }
  const part = partOf(draft);
  if (offers === "none") part.offers = NO_OFFERS;
  else if (draft.head !== undefined) part.offers = offersOf({ ...part, head: draft.head });
  else Object.defineProperty(part, "offers", LAZY_OFFERS);
  line.parts.push(part as Part);
}

/** A part that is still being put together. */
type Unoffered = { -readonly [Key in keyof Omit<Part, "offers">]: Part[Key] } & { offers?: Part["offers"] };

const NO_OFFERS: Part["offers"] = [];

/** Only a card looks at them. */
const LAZY_OFFERS = lazyProperty<Part>("offers", offersOf);

/** Written out, since a line may have thousands. */
function partOf(draft: Draft): Unoffered {
  const { paths, optionEffects } = draft;
  const writes = paths.some((use) => use.act !== "read" && !isSink(use));
  const part: Unoffered = {
    text: draft.text,
    program: draft.program,
    known: draft.known,
    words: draft.words,
    globals: draft.globals,
    class: writes ? worstClass(draft.class, deletes(paths) ? "destructive" : "write") : draft.class,
    optionEffects: optionEffects.size === 0 ? NO_EFFECTS : [...optionEffects],
    pathsOnly: draft.pathsOnly || (draft.class === "read" && writes && optionEffects.size === 0),
    projectCode: draft.projectCode,
    paths,
    targets: draft.targets,
    findings: draft.findings,
  };
  if (draft.does !== undefined) part.does = draft.does;
  if (draft.obscure !== undefined) part.obscure = draft.obscure;
  if (draft.others.length > 0) part.others = draft.others;
  if (draft.mentions.length > 0) part.mentions = draft.mentions;
  if (draft.mayStart !== undefined) part.mayStart = draft.mayStart;
  if (draft.file !== undefined) part.file = draft.file;
  if (draft.exactOnly) {
    part.exactOnly = draft.exactOnly;
    part.spell = draft.spell;
  }
  if (draft.nameless !== undefined) {
    part.exactOnly ??= "launcher";
    part.spell = [...draft.spell, draft.nameless];
  }
  return part;
}

const NO_EFFECTS: Part["optionEffects"] = [];

function deletes(paths: readonly PathUse[]): boolean {
  return paths.some((use) => use.act === "delete");
}

function isSink(use: PathUse): boolean {
  return use.scratch && use.kind === "device";
}

/**
 * A command that runs elsewhere or as part of a launcher (`ssh host cmd`, `uv run cmd`). The launcher's own part decides;
 * this one stands there so that a denial of the command meets it, and what it does to files of this machine.
 */
function shadowOf({ text, program, known, words, globals, others, mayStart, paths, mentions, findings }: Draft): Part {
  const never = findings.filter(
    ({ code }) => code === "fork-bomb" || code === "network-to-shell" || code === "root-delete",
  );
  const nothing = { optionEffects: [], targets: [], offers: [] };
  return {
    ...nothing,
    text,
    program,
    known,
    words,
    globals,
    ...(others.length > 0 && { others }),
    ...(mentions.length > 0 && { mentions }),
    ...(mayStart && { mayStart }),
    paths,
    class: "read",
    does: "is run by the command that names it",
    pathsOnly: true,
    projectCode: false,
    findings: never,
  };
}
