import { z } from "zod";

/** GET /api/settings/sandbox: whether commands of the host's own chats run in a sandbox. */
export interface SandboxView {
  readonly on: boolean;
  /** What keeps it from being used here; null where nothing does. Where it is on all the same, no command runs. */
  readonly missing: string | null;
}

/** PUT /api/settings/sandbox. 409 `ECONFLICT` where it cannot be used here. */
export const sandboxBody = z.strictObject({ on: z.boolean() });
