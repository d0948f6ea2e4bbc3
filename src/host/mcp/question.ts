import type { ApprovalView } from "../../wire/approval.ts";
import { bothEnds } from "../both-ends.ts";

/** Characters of the arguments that a form shows, half of them from the end. */
const SHOWN = 1_600;

/** A call as a client's form asks about it. Holds text of the call, so none of it may pass for something else. */
export function questionOf(view: ApprovalView): string {
  const reasons = view.findings.map(({ message }) => `- ${message}`);
  const lines = [
    `Assent: may this call run?`,
    plain(view.summary),
    `Arguments: ${plain(bothEnds(JSON.stringify(view.args) ?? "", SHOWN))}`,
    ...(view.beside === undefined ? [] : [`Sent along: ${plain(bothEnds(JSON.stringify(view.beside), SHOWN))}`]),
    ...reasons.map(plain),
    `Approval ${view.id}; it can be answered in the inbox as well.`,
  ];
  return lines.join("\n");
}

/** Control, direction and invisible characters as their escapes: in a form of one text they could redraw the rest. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{115F}\u{1160}\u{3164}\u{FFA0}]/gu, (char) => {
    return `\\u{${(char.codePointAt(0) as number).toString(16)}}`;
  });
}
