/** Who acts. Headers prove nothing: only the token that was presented tells one from another. Source: host.md. */
export type Principal =
  | {
      readonly kind: "person";
      readonly id: string;
      readonly name: string;
      readonly role: "owner" | "approver" | "viewer";
      readonly session: string;
    }
  | { readonly kind: "agent"; readonly name: string; readonly token: string }
  | { readonly kind: "host" };

export type Person = Extract<Principal, { readonly kind: "person" }>;

/** As an audit line names who did it. */
export function actorOf(principal: Principal): string {
  if (principal.kind === "person") return `person:${principal.id}`;
  return principal.kind === "agent" ? `agent:${principal.name}` : "host";
}
