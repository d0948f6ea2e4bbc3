const ELSEWHERE = "Do not try to reach the same in another way";

/** By code of the refusal. Each holds whatever the policy is, and so tells nothing of it. */
const STEPS: Readonly<Record<string, string>> = {
  EDENIED: `${ELSEWHERE}; ask the person what they want instead.`,
  EPOLICY: `${ELSEWHERE}; go on without it, or tell the person what you need and why.`,
  ETOOL_DISABLED: "Go on without this tool, or tell the person what you need it for.",
  EAUDIT: "The person has to mend this first; tell them.",
  EUNDECIDED: "The person has to look at this first; tell them.",
};

/**
 * What an agent can do about a refused call, as a sentence for it. A person who wrote a note has said it themselves.
 * Source: approvals.md, "Deny reasons".
 */
export function nextStep({ code, reason }: { readonly code: string; readonly reason: string }): string | undefined {
  return code === "EDENIED" && reason !== "user denied" ? undefined : STEPS[code];
}
