import { createHash } from "node:crypto";
import { SLICE } from "./file-content.ts";
import { createTurns } from "./turns.ts";

/** SHA-256 in hex, with a turn for others before each slice. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash("sha256");
  const turn = createTurns();
  for (let at = 0; at < bytes.length; at += SLICE) {
    await turn();
    hash.update(bytes.subarray(at, at + SLICE));
  }
  return hash.digest("hex");
}
