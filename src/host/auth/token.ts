import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits, base64url: 43 characters. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token: SHA-256, hex. Null for what cannot be one, so that the hash only ever sees 43 characters. */
export function hashToken(token: string): string | null {
  return TOKEN.test(token) ? createHash("sha256").update(token).digest("hex") : null;
}

/** Constant time for equal lengths; the lengths themselves are public. */
export function sameText(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}
