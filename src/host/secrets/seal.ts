import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** Keeps what holds full arguments unreadable in the database. Source: host.md, "Secrets". */
export interface Seal {
  /** JSON data → base64url of nonce, tag and cipher text. `owner` is the id of the row that it is for. */
  close(owner: string, value: unknown): string;
  /** Throws where it was altered, or sealed with another key or for another row. */
  open(owner: string, sealed: string): unknown;
}

const NONCE = 12;
const TAG = 16;

export function createSeal(key: Buffer): Seal {
  return {
    close(owner, value) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv("aes-256-gcm", key, nonce);
      // Without it the arguments of one approval could be moved to another that was answered.
      cipher.setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    },
    open(owner, sealed) {
      const bytes = Buffer.from(sealed, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE), { authTagLength: TAG });
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      const body = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
      return JSON.parse(body.toString("utf8")) as unknown;
    },
  };
}
