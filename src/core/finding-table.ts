import type { Finding } from "./reading.ts";

/** What takes a reason for an ask away before anybody is asked. */
export type Lift =
  | "rule"
  | "mode"
  | "exact-rule"
  | "spelled-program"
  | "option-rule"
  | "spelled-host"
  | "project-code"
  | "grant"
  | "accepted-version";

/** As a person reads it, in `explain` and in docs/findings.md. */
export const LIFT_TEXTS: Readonly<Record<Lift, string>> = {
  rule: "a rule",
  mode: "mode allow",
  "exact-rule": "a rule with its exact words",
  "spelled-program": "a rule that spells what it starts",
  "option-rule": "a rule that names the option",
  "spelled-host": "a rule that spells the host",
  "project-code": "the consent to run this project's code",
  grant: "a grant",
  "accepted-version": "accepting this version of the tool",
};

/**
 * Who may answer what. One row for each reason that a call can be asked about; `decide`, the documented table and the
 * tests are made from it. Source: decision.md, "Who may answer what".
 */
export interface FindingRow {
  readonly code: string;
  /** Tells rows of one code apart: `exact-only` of a launcher from that of a destructive command. */
  readonly variant?: string;
  /** False: only informs. */
  readonly gates: boolean;
  readonly liftedBy: readonly Lift[];
  /** Full access answers it. */
  readonly full: boolean;
  /** A low-risk assessment answers it. `blocks`: its presence stops the assessment from answering anything. */
  readonly review: "yes" | "no" | "not-deletion" | "blocks";
  /** A plain sentence, used where the maker of the finding has no better one. */
  readonly meaning: string;
}

export const FINDING_TABLE: readonly FindingRow[] = [
  row("level-ask", "yes", ["rule", "mode"], "no rule covers this, so the chat's autonomy level asks"),
  row("mode-ask", "yes", ["rule", "mode"], "no rule covers this, and the tool is set to ask"),
  row(
    "exact-only/launcher",
    "yes",
    ["spelled-program", "mode", "project-code"],
    "this starts a program of its own, which a rule must spell",
  ),
  row("allowlist-budget", "full", [], "the allowlist took too many steps to compare"),
  row(
    "exact-only/destructive",
    "full",
    ["exact-rule"],
    "this discards work, so only a rule with its exact words allows it",
  ),
  row(
    "exact-only/deletion",
    "full",
    ["exact-rule"],
    "this deletes, so only a rule with the exact path or words allows it",
  ),
  row("option-effect", "not-deletion", ["option-rule"], "an option has an effect of its own, which a rule must name"),
  row("program-in-project", "full", ["project-code", "exact-rule"], "the program lies inside the project"),
  row("network-target", "full", ["spelled-host"], "the destination on the network is not one that a rule spells"),
  row("program-missing", "full", [], "the program is not found"),
  row("program-shadowed", "full", [], "the program is not the one that its name stands for"),
  row("runs-other", "full", [], "this runs another command that could not be read"),
  row("env-injection", "full", [], "a variable set here changes how programs run"),
  row("unreadable", "person", [], "what this would do could not be read for certain"),
  row("no-cwd", "person", [], "there is no working directory"),
  row("outside-grants", "person", ["grant"], "this is outside of the folders that were granted"),
  row("grant-missing", "person", ["grant"], "the folder is granted, but not for this"),
  row("protected", "person", [], "this file is protected"),
  row("unknown-tool", "person", ["rule", "mode"], "this tool is not known, and nothing has been said about it"),
  row("tool-new", "person", ["accepted-version"], "this tool appeared after its server was allowed"),
  row("tool-changed", "person", ["accepted-version"], "this tool is no longer the one that was accepted"),
  row("person-act", "person", [], "only a person may let this happen"),
  row("fork-bomb", "person", [], "this starts processes without end"),
  row("network-to-shell", "person", [], "this runs what the network sends"),
  row("device-write", "person", [], "this writes to a device"),
  row("root-delete", "person", [], "this deletes everything, the home folder or the whole project"),
  row("rule-ask", "person", [], "a rule asks about this"),
  row("enforced-ask", "person", [], "an enforced setting asks about every use of this tool"),
  row(
    "rule-unreadable",
    "person",
    [],
    "a rule that asks or denies cannot be read, so all that it may be about is asked about",
  ),
  row("level-ask/L2", "person", ["rule", "mode"], "this chat asks every time"),
  row("admin-ask", "person", ["rule", "mode"], "this can loosen what agents may do"),
  row("speaks-to-assessor", "blocks", [], "text in the arguments speaks to the one who assesses them"),
  {
    ...row(
      "project-policy-unreviewed",
      "person",
      [],
      "the project's own settings would decide otherwise, and nobody has accepted them",
    ),
    gates: false,
  },
];

const BY_KEY: ReadonlyMap<string, FindingRow> = new Map(FINDING_TABLE.map((entry) => [keyOf(entry), entry]));

/** The row of a reason; a code without one (`unheard-of`) is only for a person. */
export function findingRow(code: string, variant?: string): FindingRow {
  const key = variant === undefined ? code : `${code}/${variant}`;
  return BY_KEY.get(key) ?? row(key, "person", [], "this has a property that is not known");
}

/** A finding of the table; `message` defaults to the row's sentence. */
export function finding(code: string, message?: string, subject?: string): Finding {
  const [plain = code, variant] = code.split("/");
  const entry = findingRow(plain, variant);
  const said = { message: message ?? entry.meaning, answer: answerOf(entry), gates: entry.gates };
  const base = variant === undefined ? { code: plain, ...said } : { code: plain, variant, ...said };
  return subject === undefined ? base : { ...base, subject };
}

/** The mildest answer that a row admits. A deletion narrows `not-deletion` to full access. */
export function answerOf(entry: FindingRow, deletes = false): Finding["answer"] {
  if (!entry.full) return "person";
  return entry.review === "yes" || (entry.review === "not-deletion" && !deletes) ? "review" : "full";
}

type Admits = "yes" | "not-deletion" | "full" | "blocks" | "person";

function row(key: string, admits: Admits, liftedBy: readonly Lift[], meaning: string): FindingRow {
  const [code = key, variant] = key.split("/");
  const review = admits === "full" || admits === "person" ? "no" : admits;
  const base = { code, gates: true, liftedBy, full: admits !== "person", review, meaning } as const;
  return variant === undefined ? base : { ...base, variant };
}

function keyOf(entry: FindingRow): string {
  return entry.variant === undefined ? entry.code : `${entry.code}/${entry.variant}`;
}
