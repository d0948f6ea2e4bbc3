import type { EntryView, ProposedEntry } from "../../../wire/own-servers.ts";

/** What starts, or is reached, as one line; of what is secret the names. */
export function sayEntry(entry: EntryView | ProposedEntry): string {
  const secrets = entry.secrets.map((name) => `${name}=•••`);
  if (entry.kind === "http") return [entry.url, ...secrets].join(" ");
  const env = Object.entries(entry.env).map(([name, value]) => `${name}=${value}`);
  return [...env, ...secrets, "file" in entry ? entry.file : entry.command, ...entry.args].join(" ");
}
