import { ApiFault } from "../api/client.ts";

/**
 * A text as a sentence. Only a letter of its own is raised: a style sheet's first letter would also be that of a file
 * name in backticks, and `.env` is not `.Env`.
 */
export function raised(text: string): string {
  return /^[a-z]/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}

/** An error as a sentence for a person. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiFault && error.status === 0) return "The host does not answer.";
  const text = error instanceof Error ? error.message : String(error);
  return `${raised(text)}${/[.!?]$/.test(text) ? "" : "."}`;
}
