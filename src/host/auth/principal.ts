import type { Role } from "../../wire/session.ts";

/** Who acts. Headers prove nothing: only the token that was presented tells one from another. Source: host.md. */
export type Principal =
  | {
      readonly kind: "person";
      readonly id: string;
      readonly name: string;
      readonly role: Role;
      readonly session: string;
    }
  | { readonly kind: "agent"; readonly name: string; readonly token: string }
  | { readonly kind: "host" };

export type Person = Extract<Principal, { readonly kind: "person" }>;

export const HOST: Principal = { kind: "host" };

/** As an audit line names who did it. */
export function actorOf(principal: Principal): string {
  if (principal.kind === "person") return `person:${principal.id}`;
  return principal.kind === "agent" ? `agent:${principal.name}` : "host";
}
