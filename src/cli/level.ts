import { readDefaults } from "../host/policy/assemble.ts";
import { CliError, print } from "./output.ts";
import { withStore } from "./stored.ts";
import { askTerminal } from "./terminal.ts";

/** Shows the level; `L3` stops everything at once, `release` ends that after a person confirmed it. */
export async function level(wanted: string | undefined): Promise<void> {
  if (wanted === undefined) return show();
  if (wanted.toUpperCase() === "L3") return askTerminal({ do: "stop" });
  if (wanted === "release") return askTerminal({ do: "release" });
  throw new CliError(`\`${wanted}\` is not a level that a terminal can set`, "assent level L3 stops everything, assent level release ends that");
}

async function show(): Promise<void> {
  const defaults = await withStore(readDefaults);
  if (defaults?.stopped) return print("L3     everything is stopped · assent level release");
  print(`${defaults?.level ?? "L0"}     the default of new chats · approval mode ${defaults?.approvalMode ?? "ask"}`);
}
