import { ApiFault } from "../api/client.ts";

/** An error as a sentence for a person. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiFault && error.status === 0) return "The host does not answer.";
  const text = error instanceof Error ? error.message : String(error);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
