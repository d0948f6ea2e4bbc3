import { ACCOUNT_FILES } from "./protected/accounts.ts";
import { AGENT_FILES } from "./protected/agents.ts";
import { BUILD_FILES } from "./protected/build.ts";
import { DESKTOP_FILES } from "./protected/desktop.ts";
import type { ProtectedFile, ProtectedGroup } from "./protected/group.ts";
import { MACHINE_FILES } from "./protected/machine.ts";
import { SECRET_FILES } from "./protected/secrets.ts";
import { START_FILES } from "./protected/start.ts";
import { TOOL_FILES } from "./protected/tools.ts";
import { WORKSPACE_FILES } from "./protected/workspace.ts";

const GROUPS: readonly ProtectedGroup[] = [
  ...AGENT_FILES,
  ...WORKSPACE_FILES,
  ...BUILD_FILES,
  ...TOOL_FILES,
  ...START_FILES,
  ...DESKTOP_FILES,
  ...SECRET_FILES,
  ...ACCOUNT_FILES,
  ...MACHINE_FILES,
];

/** All of them, one a glob. Made at each call. */
export function protectedFiles(): readonly ProtectedFile[] {
  return GROUPS.flatMap(({ globs, except = "", ...rest }) =>
    linesOf(globs).map((glob) => ({ ...rest, glob, except: linesOf(except) })),
  );
}

function linesOf(text: string): readonly string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
