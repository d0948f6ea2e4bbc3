import { TERMINAL } from "../../agents/terminal.ts";
import type { Access } from "../../auth/require-auth.ts";

/** Everything that is reached without a credential. The page is no route: it holds no data and shows the login. */
export const PAGE: Access = {
  kind: "open",
  reason: "the page and its files are the same for everybody; what they show comes from the API",
};
export const LOGIN: Access = { kind: "open", reason: "its body holds the one-time token that makes the session" };

export const VIEWER = { kind: "person", role: "viewer" } as const satisfies Access;
export const APPROVER = { kind: "person", role: "approver" } as const satisfies Access;
export const OWNER = { kind: "person", role: "owner" } as const satisfies Access;
/** What holds for every project. */
export const HOST_OWNER = { kind: "person", role: "owner", all: true } as const satisfies Access;
export const AGENT = { kind: "agent" } as const satisfies Access;
export const ONLY_TERMINAL = { kind: "agent", name: TERMINAL } as const satisfies Access;
export const EITHER = { kind: "either" } as const satisfies Access;
