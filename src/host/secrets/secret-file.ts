import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import type { Seal } from "./seal.ts";

/** Secrets by the name of what they belong to. Written, and read by the host alone. Source: host.md, "Secrets". */
export interface SecretStore {
  get(name: string): string | null;
  has(name: string): boolean;
  /** Durable when it returns; null removes it. Throws where it cannot be written, and then nothing changed. */
  set(name: string, secret: string | null): void;
  /** All of them as they are now: for the redactor. */
  values(): readonly string[];
}

/** A 0600 file of values that are sealed each with the key that lies in another folder. Throws where it is damaged. */
export function openSecretFile(file: string, seal: Seal): SecretStore {
  const sealed = new Map(Object.entries(readSealed(file)));
  const opened = new Map([...sealed].map(([name, text]) => [name, seal.open(`secret ${name}`, text) as string]));

  return {
    get: (name) => opened.get(name) ?? null,
    has: (name) => opened.has(name),
    set(name, secret) {
      const next = new Map(sealed);
      if (secret === null) next.delete(name);
      else next.set(name, seal.close(`secret ${name}`, secret));
      writeWhole(file, JSON.stringify(Object.fromEntries(next)));
      sealed.clear();
      for (const [key, text] of next) sealed.set(key, text);
      if (secret === null) opened.delete(name);
      else opened.set(name, secret);
    },
    values: () => [...opened.values()],
  };
}

function readSealed(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  } catch (error) {
    // verdict: no secrets where there is no file; one that cannot be read stops the start, and is not written over
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw new Error(`the secrets in \`${file}\` cannot be read`, { cause: error });
  }
}

/** The old one or the new one, whatever happens meanwhile. */
function writeWhole(file: string, text: string): void {
  const part = `${file}.new`;
  const handle = openSync(part, "w", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, file);
}
