import type { ApprovalState } from "../../wire/approval.ts";
import type { ModelChoice, Usage } from "../../wire/chats.ts";
import type { Seal } from "../secrets/seal.ts";
import type { MessageRow } from "../../store/tables/messages.ts";

/** What a message says, whole: arguments and results unmasked. Stored sealed; `view.ts` makes what a client sees. */
export interface Content {
  readonly parts: readonly StoredPart[];
  readonly model?: ModelChoice;
  readonly usage?: Usage;
}

/** `meta`: what the provider wants back with the part (a signature, an id), as it gave it. */
export type StoredPart =
  | { readonly kind: "text"; readonly text: string; readonly meta?: Meta }
  | { readonly kind: "reasoning"; readonly text: string; readonly meta?: Meta }
  | { readonly kind: "file"; readonly name: string; readonly mime: string; readonly base64: string }
  | StoredCall;

export type Meta = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface StoredCall {
  readonly kind: "call";
  /** Ours, unique in the host: by it the approval is found, whatever a provider calls it. */
  readonly id: string;
  /** The provider's. */
  readonly modelId: string;
  readonly tool: string;
  /** Where the text was no JSON, that text. */
  readonly args: unknown;
  readonly source: "model" | "user";
  readonly meta?: Meta;
  readonly result?: StoredResult;
  /** Of `subagent`: its run. */
  readonly subrun?: string;
}

export interface StoredResult {
  readonly ok: boolean;
  readonly code?: string;
  /** As the model is told it. */
  readonly text: string;
  readonly cut: number;
  readonly exitCode?: number | null;
  /** The arguments that ran, where a person changed them. */
  readonly edited?: unknown;
  readonly image?: { readonly mime: string; readonly base64: string };
  readonly at: number;
  /** Of its approval when it was settled; `none`: it never got to the gate. */
  readonly state: ApprovalState | "none";
  readonly approval: string | null;
}

export function closeContent(seal: Seal, id: string, content: Content): string {
  return seal.close(id, content);
}

/** Throws where the row was altered or the key is another. */
export function openContent(seal: Seal, row: Pick<MessageRow, "id" | "sealed">): Content {
  return seal.open(row.id, row.sealed) as Content;
}

export function callsOf(content: Content): readonly StoredCall[] {
  return content.parts.filter((part) => part.kind === "call");
}

export const NO_USAGE: Usage = { input: null, output: null, cached: null };

export function addUsage(a: Usage, b: Usage): Usage {
  const sum = (x: number | null, y: number | null) => (x === null && y === null ? null : (x ?? 0) + (y ?? 0));
  return { input: sum(a.input, b.input), output: sum(a.output, b.output), cached: sum(a.cached, b.cached) };
}
