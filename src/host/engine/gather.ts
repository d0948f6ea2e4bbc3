import type { TextStreamPart, ToolSet } from "ai";
import type { ChatEventBody, Usage } from "../../wire/chats.ts";
import type { Meta, StoredCall, StoredPart } from "../chats/content.ts";
import type { Redactor } from "../secrets/redact.ts";
import { ModelError, RunFault } from "./fault.ts";

/** A model's stream as it becomes a message: whole parts, and the pieces to tell of meanwhile. */
export interface Gathered {
  take(part: TextStreamPart<ToolSet>): void;
  /** What came since the last time. */
  pieces(): readonly Piece[];
  /** As far as it has come. */
  parts(): readonly StoredPart[];
  readonly usage: Usage | null;
  readonly finish: string | null;
}

type Piece = Extract<ChatEventBody, { readonly type: "delta" }>;

interface Said {
  readonly kind: "text" | "reasoning";
  text: string;
  meta?: Meta;
}
type Called = { -readonly [K in "args" | "meta"]?: StoredCall[K] } & Omit<StoredCall, "args" | "meta">;
type Growing = Said | Called;

/**
 * Reads one step of a model. INVARIANT: what it gives as a call is a proposal and nothing else: it is run by nobody but
 * through the gate, and only once the step has come whole.
 */
export function createGather(message: string, redactor: Redactor, limit: number): Gathered {
  const parts: Growing[] = [];
  const byId = new Map<string, number>();
  const masks = new Map<number, ReturnType<Redactor["stream"]>>();
  let waiting: Piece[] = [];
  let length = 0;
  let usage: Usage | null = null;
  let finish: string | null = null;

  function begin(key: string, part: Growing): number {
    const index = parts.push(part) - 1;
    byId.set(key, index);
    return index;
  }

  /** A model that never ends must not fill the host's memory. */
  function count(text: string): void {
    length += text.length;
    if (length > limit) throw new RunFault("EMODEL", `the model's answer is longer than ${limit} characters`);
  }

  function grow(kind: Said["kind"], id: string, text: string): void {
    count(text);
    const key = `${kind} ${id}`;
    const index = byId.get(key) ?? begin(key, { kind, text: "" });
    (parts[index] as Said).text += text;
    piece(index, kind, text);
  }

  function keep(key: string, meta: Meta | undefined): void {
    const part = parts[byId.get(key) ?? -1];
    if (part !== undefined && meta !== undefined) part.meta = meta;
  }

  /** Pieces of one part that follow each other are one. */
  function piece(part: number, kind: Piece["kind"], text: string, call?: { call: string; tool: string }): void {
    const last = waiting.at(-1);
    if (last?.part === part) waiting[waiting.length - 1] = { ...last, text: last.text + text };
    else waiting.push({ type: "delta", message, part, kind, text, ...call });
  }

  function call(modelId: string, tool: string): number {
    const index = parts.length;
    const id = `${message}_${index}`;
    begin(`call ${modelId}`, { kind: "call", id, modelId, tool, args: null, source: "model" });
    masks.set(index, redactor.stream());
    piece(index, "input", "", { call: id, tool });
    return index;
  }

  function input(modelId: string, text: string): void {
    count(text);
    const index = byId.get(`call ${modelId}`);
    const shown = index === undefined ? "" : (masks.get(index)?.push(text) ?? "");
    if (index !== undefined && shown !== "") piece(index, "input", shown);
  }

  function take(part: TextStreamPart<ToolSet>): void {
    switch (part.type) {
      case "text-delta":
        return grow("text", part.id, part.text);
      case "text-end":
        return keep(`text ${part.id}`, part.providerMetadata);
      case "reasoning-start":
      case "reasoning-delta":
        grow("reasoning", part.id, part.type === "reasoning-delta" ? part.text : "");
        return keep(`reasoning ${part.id}`, part.providerMetadata);
      case "reasoning-end":
        return keep(`reasoning ${part.id}`, part.providerMetadata);
      case "tool-input-start":
        if (part.providerExecuted !== true) call(part.id, part.toolName);
        return;
      case "tool-input-delta":
        return input(part.id, part.delta);
      case "tool-call": {
        // What a provider runs by itself is none of the host's tools: none was given it to run.
        if (part.providerExecuted === true) throw new RunFault("EMODEL", "the provider ran a tool of its own");
        const index = byId.get(`call ${part.toolCallId}`) ?? call(part.toolCallId, part.toolName);
        (parts[index] as Called).args = part.input;
        return keep(`call ${part.toolCallId}`, part.providerMetadata);
      }
      case "finish-step":
        usage = usageOf(part.usage);
        finish = part.finishReason;
        return;
      case "error":
        throw new ModelError(part.error);
      case "abort":
        throw new DOMException("aborted", "AbortError");
      default:
    }
  }

  return {
    take,
    pieces() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    parts: () => parts.map((part) => ({ ...part }) as StoredPart),
    get usage() {
      return usage;
    },
    get finish() {
      return finish;
    },
  };
}

type SdkUsage = Extract<TextStreamPart<ToolSet>, { readonly type: "finish-step" }>["usage"];

function usageOf({ inputTokens, outputTokens, inputTokenDetails }: SdkUsage): Usage {
  return {
    input: inputTokens ?? null,
    output: outputTokens ?? null,
    cached: inputTokenDetails?.cacheReadTokens ?? null,
  };
}
