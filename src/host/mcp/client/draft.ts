import { realpathSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { reachesPrograms } from "../../../read/command/environment.ts";
import { isSecretVariable } from "../../../read/secret-names.ts";
import type { World } from "../../../read/world.ts";
import type { OwnEntry } from "../../../store/tables/own-servers.ts";
import type { NewServerBody } from "../../../wire/own-servers.ts";
import { type HttpRefusal, refuse } from "../../http/refusal.ts";
import { DECIDES_WHAT_RUNS } from "../entry.ts";

type Proposed = NewServerBody["entry"];

/** An entry as it would be kept, with the values that go to the secret store. */
export interface Draft {
  readonly entry: OwnEntry;
  readonly secrets: Readonly<Record<string, string>>;
}

/** What a person proposed, with the program looked up as it is now. */
export function toDraft(proposed: Proposed, world: Pick<World, "which" | "home">): Draft | HttpRefusal {
  const secrets = proposed.secrets;
  const names = Object.keys(secrets).sort();
  if (proposed.kind === "http")
    return isSafe(proposed.url) ? { entry: { ...proposed, secrets: names }, secrets } : PLAIN;
  const hidden = names.find(mayDecideWhatRuns);
  // Whoever confirms the entry would not see what it starts.
  if (hidden !== undefined)
    return refuse(
      "EBODY",
      `\`${hidden}\` may decide what runs: give it as a variable that is shown`,
      "$.entry.secrets",
    );
  const double = names.find((name) => Object.hasOwn(proposed.env, name));
  if (double !== undefined) return refuse("EBODY", `\`${double}\` stands twice`, "$.entry.secrets");
  const file = isAbsolute(proposed.command) ? proposed.command : world.which(proposed.command);
  const canonical = file === null ? null : canonicalProgram(file);
  if (file === null || canonical === null)
    return refuse("EBODY", `there is no program \`${proposed.command}\``, "$.entry.command");
  const cwd = proposed.cwd ?? world.home;
  if (!isFolder(cwd)) return refuse("EBODY", `\`${cwd}\` is no folder with its whole path`, "$.entry.cwd");
  if (proposed.sandboxed && (cwd === world.home || cwd === "/"))
    return refuse("EBODY", "a server in the sandbox writes in its folder: give it one of its own", "$.entry.cwd");
  return { entry: { ...proposed, file, canonical, cwd, secrets: names }, secrets };
}

/** Of the families of programs that start others, only what opens something, or says who, may be hidden. */
function mayDecideWhatRuns(name: string): boolean {
  if (DECIDES_WHAT_RUNS.test(name)) return true;
  // A server that is talked to runs nothing here, unless its client is such a program.
  const family = name.replace(/_HOST$/, "");
  return reachesPrograms(family, null) && !isSecretVariable(name) && !SAYS_WHO.test(name);
}

const SAYS_WHO = /_(?:ID|USER|USERNAME|EMAIL)$/;

const PLAIN = refuse("EBODY", "an address on another machine needs https", "$.entry.url");

/** A header's secret crosses the network. */
function isSafe(url: string): boolean {
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || ["127.0.0.1", "localhost", "[::1]"].includes(hostname);
}

/** Where a program's file leads now; null where there is none. */
export function canonicalProgram(file: string): string | null {
  try {
    return statSync(file).isFile() ? realpathSync.native(file) : null;
  } catch {
    return null; // verdict: it does not start
  }
}

function isFolder(path: string): boolean {
  return isAbsolute(path) && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
