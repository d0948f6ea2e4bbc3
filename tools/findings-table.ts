/**
 * `node tools/findings-table.ts` writes `docs/findings.md`: every reason to ask, what lifts it and who may answer it. A
 * test holds the file against the table.
 */
import { writeFileSync } from "node:fs";
import { FINDING_TABLE, LIFT_TEXTS, type FindingRow } from "../src/core/finding-table.ts";

const REVIEW: Readonly<Record<FindingRow["review"], string>> = {
  yes: "yes",
  no: "no",
  "not-deletion": "yes, a deletion no",
  blocks: "no, nor anything beside it",
};

/** The page as text. */
export function findingsPage(): string {
  const rows = FINDING_TABLE.map(
    (row) => `| ${[codeText(row), row.meaning, liftText(row), ...answerTexts(row)].join(" | ")} |`,
  );
  return `# Why a call is asked about

Made from \`src/core/finding-table.ts\` by \`node tools/findings-table.ts\`; do not edit by hand.

An ask may have several reasons. A rule, mode, grant or consent takes a reason away before anybody is asked. What is left
goes to a person, unless the chat's approval mode may answer every reason: full access answers where its column says
yes, the review where its column does and the assessment finds a low risk. At level L2 neither answers.

| reason | what it says | lifted by | full access | review |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
`;
}

function codeText({ code, variant }: FindingRow): string {
  return variant === undefined ? `\`${code}\`` : `\`${code}\`, ${variant}`;
}

function liftText({ liftedBy }: FindingRow): string {
  return liftedBy.length === 0 ? "–" : liftedBy.map((lift) => LIFT_TEXTS[lift]).join(", ");
}

function answerTexts({ gates, full, review }: FindingRow): readonly string[] {
  return gates ? [full ? "yes" : "no", REVIEW[review]] : ["only informs", "only informs"];
}

if (import.meta.main) writeFileSync(new URL("../docs/findings.md", import.meta.url), findingsPage());
