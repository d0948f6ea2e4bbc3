import { createHash, randomBytes } from "node:crypto";
import { chmodSync, closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../make-folder.ts";

/** The keys of one data directory, 32 bytes each. They lie in a folder of their own, apart from the database. */
export interface Keys {
  /** Seals arguments. */
  readonly seal: Buffer;
  /** Chains the audit trail. */
  readonly audit: Buffer;
}

/**
 * Reads the keys, and makes those that are missing where `make` says that nothing was written with them yet.
 * Throws otherwise: a new key would turn every sealed argument and every audit line into a false alarm.
 */
export function openKeys(dir: string, make: boolean): Keys {
  makeFolder(dir);
  chmodSync(dir, 0o700);
  return { seal: openKey(join(dir, "seal.key"), make), audit: openKey(join(dir, "audit.key"), make) };
}

/** Names a key without telling it; kept in the database, so that a wrong key is noticed at start. */
export function fingerprint(keys: Keys): string {
  return createHash("sha256").update("assent keys").update(keys.seal).update(keys.audit).digest("hex").slice(0, 16);
}

function openKey(file: string, make: boolean): Buffer {
  if (make) makeKey(file);
  const key = Buffer.from(readFileSync(file, "utf8").trim(), "hex");
  if (key.length !== 32) throw new Error(`the key in \`${file}\` is damaged: it is not 64 hexadecimal digits`);
  return key;
}

function makeKey(file: string): void {
  let handle: number;
  try {
    handle = openSync(file, "wx", 0o600);
  } catch (error) {
    // verdict: a key that is there is kept; anything else stops the start
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    throw error;
  }
  writeSync(handle, `${randomBytes(32).toString("hex")}\n`);
  fsyncSync(handle);
  closeSync(handle);
}
