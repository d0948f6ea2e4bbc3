import { deny, gate, SILENT, type Answer } from "./answer.ts";
import { askByRule, byWinner, denials, winnerOf, type Asked } from "./by-rules.ts";
import type { Call } from "./call.ts";
import { finding } from "./finding-table.ts";
import { heldByGrants } from "./grants.ts";
import { isThisCall } from "./levels.ts";
import type { Act, Part, PathUse } from "./reading.ts";
import { strongest, type CompiledRule } from "./rule/compiled.ts";
import { pathViewOf } from "./rule/match-path.ts";
import { spellsAll } from "./rule/reach.ts";
import { rulesForPath, type RulesFor } from "./rules-for.ts";
import { answerByMode } from "./unruled.ts";

export interface JudgedPath extends Asked {
  readonly rules: RulesFor;
}

/** Stages 4 (deny rules), 6, 7 and 8 for one path. `allows`: of the command or tool itself, where an allow decided it. */
export function judgePath(
  call: Call,
  part: Part,
  { use, allows }: { readonly use: PathUse; readonly allows: readonly CompiledRule[] },
): JudgedPath {
  const rules = rulesForPath(call, pathViewOf(use), part);
  const asked = answerPath(call, part, { use, rules, allows });
  return {
    ...asked,
    rules,
    answers: [...denials(rules), ...asked.answers, ...holdAgainstGrants(call, use), ...guardPath(use)],
  };
}

/**
 * Stages 4, 6 and 8 for a path that a word may name. Whatever is done there, it is read; whether it is changed or deleted
 * is not known, so that a rule against that asks. Out of a folder files are printed, and that is all; or files below it
 * are changed and deleted, nobody knows which.
 */
export function judgeMention(call: Call, part: Part, use: PathUse): readonly Answer[] {
  const view = pathViewOf(use);
  const own = rulesForPath(call, view, part);
  const others = otherActs(use).map((act) => rulesForPath(call, { ...view, use: { ...use, act } }, part));
  const asking = strongest([...own.asks, ...others.flatMap(({ denies, asks }) => [...denies, ...asks])]);
  return [
    ...denials(own),
    ...(asking === null ? SILENT : [askByRule(asking, use.recursive ? AMONG[use.act] : undefined)]),
    ...(use.protected === "R" || use.protected === "D" ? guardPath({ ...use, protected: "R", kind: "file" }) : SILENT),
  ];
}

function otherActs({ act, recursive }: PathUse): readonly Act[] {
  if (!recursive) return ["write", "delete"];
  return act === "read" ? [] : ["delete"];
}

const CHANGED = "files that it speaks of may be among what is changed";
const AMONG: Readonly<Record<Act, string>> = {
  read: "files that it speaks of may be among what is printed",
  write: CHANGED,
  edit: CHANGED,
  delete: CHANGED,
};

/** Stage 6 for one path: path rule, else what its tool's mode and level say. */
function answerPath(
  call: Call,
  part: Part,
  { use, rules, allows }: { readonly use: PathUse; readonly rules: RulesFor; readonly allows: readonly CompiledRule[] },
): Asked {
  const winner = winnerOf(rules);
  if (winner !== null) return { answers: [byWinner(winner)], winner };
  const deletes = use.act === "delete";
  const covering = strongest(allows.filter((rule) => (deletes ? spellsAll(rule, part) : coversPaths(call, rule))));
  if (covering !== null) return { answers: [byWinner(covering)], winner: covering };
  const harmless = use.act === "read" || (use.scratch && !deletes);
  if (harmless && !isOnlyPaths(call, part)) return { answers: [] };
  const said = answerByMode(call, part, {
    destroys: deletes,
    freed: harmless,
    short: deletes ? [...rules.short, ...allows] : rules.short,
    use,
  });
  // A deletion is a reason of its own beside the level's or the mode's, which a review could answer.
  const isSaid = !deletes || said.some(({ code }) => code === "exact-only");
  return { answers: isSaid ? said : [...said, gate(8, finding("exact-only/deletion"))] };
}

/** Does the part consist of what it does to paths? */
export function isOnlyPaths({ reading }: Call, part: Part): boolean {
  return part.paths.length > 0 && (part.pathsOnly || reading.tool.profile === "path");
}

/**
 * A rule for the whole of a tool, or for this very call, speaks of its paths too. INVARIANT: a rule about a command
 * never does: a redirection is a write of its own.
 */
function coversPaths({ reading }: Call, rule: CompiledRule): boolean {
  return isThisCall(rule) || (reading.tool.profile !== "command" && rule.pattern.kind === "any");
}

/** Stage 7. Without any grant, or with nobody there to give one, what is outside is refused. */
function holdAgainstGrants(call: Call, use: PathUse): readonly Answer[] {
  if (isOpenToAll(use)) return SILENT;
  const { act, recursive, foldCase, canonical: path } = use;
  return grantAnswers(call, heldByGrants(call.grants, { path, act, recursive, foldCase }), {
    subject: path ?? use.spelling,
    act,
  });
}

/** The finding of a place that no grant lets be used; also for the working directory (`act` null). */
export function grantAnswers(
  call: Call,
  held: ReturnType<typeof heldByGrants>,
  about: { readonly subject: string; readonly act: PathUse["act"] | null },
): readonly Answer[] {
  const { subject, act } = about;
  if (held === "inside") return SILENT;
  if (held === "missing")
    return [
      gate(7, finding("grant-missing", `the folder of \`${subject}\` is not granted for ${act ?? "use"}`, subject)),
    ];
  const why =
    held === "replaced"
      ? "lies in another folder than the one that was granted: it was replaced since"
      : `is outside of the folders that were granted${call.grants.length === 0 ? ": none is, here" : ""}`;
  const found = finding("outside-grants", `\`${subject}\` ${why}`, subject);
  const answer: Answer = { ...gate(7, found), decidedBy: { kind: "grant" } };
  return [call.grants.length > 0 && call.reading.attended ? answer : { ...answer, effect: "deny" }];
}

/** Scratch, and reads of places that hold no user data. */
function isOpenToAll({ scratch, system, act }: PathUse): boolean {
  return scratch || (system && act === "read");
}

/** Stage 8 for one path: protected files, and things that are no plain files. */
function guardPath(use: PathUse): readonly Answer[] {
  if (use.protected === undefined && (use.kind === "file" || use.kind === "dir" || use.kind === "none")) return SILENT;
  const subject = use.canonical ?? use.spelling;
  if (use.protected === "D") return [refuse(`\`${subject}\` is never open to agents`)];
  const open = isOpenToAll(use);
  if (!open && (use.kind === "device" || use.kind === "fifo" || use.kind === "socket"))
    return [refuse(`\`${subject}\` is a ${use.kind} and not a file`)];
  if (use.protected === "R" || (use.protected === "W" && use.act !== "read")) {
    const because = use.protectedBecause === undefined ? "" : `: it ${use.protectedBecause}`;
    return [gate(8, finding("protected", `\`${subject}\` is protected${because}`, subject))];
  }
  // Another name of the same file may lie outside of every grant, or be a secret.
  return !open && use.kind === "hardlink"
    ? [gate(8, finding("protected", `\`${subject}\` is one of several names of a file`, subject))]
    : SILENT;
}

function refuse(reason: string): Answer {
  return deny({ stage: 8, code: "protected", reason, decidedBy: { kind: "finding", id: "protected" } });
}
