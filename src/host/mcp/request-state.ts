import { createHmac, timingSafeEqual } from "node:crypto";
import { OWN } from "../../wire/own-ids.ts";

/** What a question in a client is bound to. Single use comes from the approval: it leaves `pending` once. */
export interface AskedState {
  readonly approval: string;
  /** Of the card that the question was made from. */
  readonly digest: string;
  /** ms since 1970. */
  readonly expiresAt: number;
}

/** It travels through the client, which may be anybody: signed, and read only with the signature. */
export function signState(state: AskedState, key: Buffer): string {
  const body = Buffer.from(JSON.stringify([state.approval, state.digest, state.expiresAt])).toString("base64url");
  return `${OWN}${body}.${macOf(body, key).toString("base64url")}`;
}

/** Null where it is not one of ours, was altered, or is too old. */
export function readState(text: string, key: Buffer, now: number): AskedState | null {
  const [body = "", mac = ""] = text.slice(OWN.length).split(".");
  const [given, expected] = [Buffer.from(mac, "base64url"), macOf(body, key)];
  if (!text.startsWith(OWN) || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [approval, digest, expiresAt] = JSON.parse(Buffer.from(body, "base64url").toString()) as [
    string,
    string,
    number,
  ];
  return now < expiresAt ? { approval, digest, expiresAt } : null;
}

function macOf(body: string, key: Buffer): Buffer {
  return createHmac("sha256", key).update(body).digest();
}
