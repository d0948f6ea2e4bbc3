import type { ModelMessage, ToolResultPart } from "ai";
import type { ModelChoice } from "../../wire/chats.ts";
import { isPicture } from "../../wire/pictures.ts";
import { callsOf, type Meta, type StoredCall, type StoredPart, type StoredResult } from "../chats/content.ts";
import type { Message } from "../chats/transcript.ts";

/**
 * The stored branch as a model is given it. INVARIANT: made from the store alone; nothing a client sends is a tool call,
 * a result or an approval. A call without a result (it was stopped) is told as such, since providers refuse a gap.
 */
export function toPrompt(messages: readonly Message[], { model, pictures }: ToRead): ModelMessage[] {
  const branch = pictures ? messages : messages.map(withoutPictures);
  const ids = uniqueIds(branch);
  return branch.flatMap((message) => {
    if (message.role === "assistant") return assistantMessages(message, { ids, same: sameModel(message, model) });
    const content = message.content.parts.flatMap((part) => userContent(part));
    if (content.length === 0) return [];
    return [{ role: "user" as const, content: message.role === "notice" ? noticed(content) : content }];
  });
}

interface ToRead {
  readonly model: ModelChoice;
  /** It takes them. */
  readonly pictures: boolean;
}

/** Another model of the same chat took them: this one is told that they are there. */
function withoutPictures(message: Message): Message {
  const parts = message.content.parts.map((part): StoredPart => {
    if (part.kind === "file" && isPicture(part))
      return { kind: "text", text: `(The picture \`${part.name}\`, which you cannot see.)` };
    if (part.kind !== "call" || part.result?.image === undefined) return part;
    const { image: _image, ...result } = part.result;
    return { ...part, result: { ...result, text: `${result.text}\n(A picture, which you cannot see.)` } };
  });
  return { ...message, content: { ...message.content, parts } };
}

type UserPart = Exclude<Extract<ModelMessage, { role: "user" }>["content"], string>[number];

type AssistantPart = Exclude<Extract<ModelMessage, { role: "assistant" }>["content"], string>[number];

function userContent(part: StoredPart): UserPart[] {
  switch (part.kind) {
    case "text":
      return part.text === "" ? [] : [{ type: "text", text: part.text }];
    case "file":
      return [fileContent(part)];
    case "call":
      return [{ type: "text", text: typedCommand(part) }];
    case "reasoning":
      return [];
  }
}

/** Text goes as text: not every provider takes files of it. */
function fileContent({ name, mime, base64 }: Extract<StoredPart, { kind: "file" }>): UserPart {
  if (mime.startsWith("text/") || mime === "application/json")
    return { type: "text", text: `File \`${name}\`:\n${Buffer.from(base64, "base64").toString("utf8")}` };
  return { type: "file", data: base64, mediaType: mime, filename: name };
}

/** `@shell`: the person ran it, so the model is told of it as something that they say. */
function typedCommand({ args, result }: StoredCall): string {
  const { command } = args as { readonly command: string };
  return `I ran a command myself:\n${command}\nIt gave:\n${resultText(result)}`;
}

function noticed(content: readonly UserPart[]): UserPart[] {
  return [{ type: "text", text: "From the host, not from the person:" }, ...content];
}

interface Assistant {
  readonly ids: ReadonlyMap<string, string>;
  /** Written by the model that reads it now: what its provider gave is given back. */
  readonly same: boolean;
}

function assistantMessages(message: Message, { ids, same }: Assistant): ModelMessage[] {
  // A signature of something that broke off is refused.
  const keeps = same && message.state === "done";
  const content = message.content.parts.flatMap((part): AssistantPart[] => {
    const meta = keeps ? optionsOf(metaOf(part)) : {};
    switch (part.kind) {
      case "text":
        return part.text === "" ? [] : [{ type: "text" as const, text: part.text, ...meta }];
      case "reasoning":
        return keeps ? [{ type: "reasoning" as const, text: part.text, ...meta }] : [];
      case "call":
        return [
          {
            type: "tool-call" as const,
            toolCallId: ids.get(part.id) ?? part.id,
            toolName: nameOf(part),
            input: inputOf(part),
            ...meta,
          },
        ];
      case "file":
        return [];
    }
  });
  if (content.length === 0) return [];
  const results = callsOf(message.content).map((call) => toResult(call, ids.get(call.id) ?? call.id));
  return [{ role: "assistant", content }, ...(results.length > 0 ? [{ role: "tool" as const, content: results }] : [])];
}

function metaOf(part: StoredPart): Meta | undefined {
  return part.kind === "file" ? undefined : part.meta;
}

function optionsOf(meta: Meta | undefined): Pick<ToolResultPart, "providerOptions"> {
  return meta === undefined ? {} : { providerOptions: meta as NonNullable<ToolResultPart["providerOptions"]> };
}

/** Providers want an object, also where the model wrote none. */
function inputOf({ args }: StoredCall): unknown {
  return typeof args === "object" && args !== null && !Array.isArray(args) ? args : { input: args };
}

function toResult(call: StoredCall, toolCallId: string): ToolResultPart {
  return { type: "tool-result", toolCallId, toolName: nameOf(call), output: outputOf(call.result) };
}

/** A model may make up a name that its provider refuses, in this and each later request. */
function nameOf({ tool }: StoredCall): string {
  return tool.replaceAll(/[^\w-]/g, "_").slice(0, 64) || "_";
}

function outputOf(result: StoredResult | undefined): ToolResultPart["output"] {
  const value = resultText(result);
  if (result?.ok !== true) return { type: "error-text", value };
  if (result.image === undefined) return { type: "text", value };
  const { mime, base64 } = result.image;
  const picture = { type: "file" as const, mediaType: mime, data: { type: "data" as const, data: base64 } };
  return { type: "content", value: [{ type: "text", text: value }, picture] };
}

function resultText(result: StoredResult | undefined): string {
  if (result === undefined)
    return JSON.stringify({ ok: false, code: "EDENIED", reason: "it was stopped before it ran" });
  const edited =
    result.edited === undefined
      ? ""
      : `The person changed the arguments before they allowed it. It ran with ${JSON.stringify(result.edited)}\n`;
  const cut = result.cut > 0 ? `\n(${result.cut} more characters were left out)` : "";
  if (result.ok) return `${edited}${result.text}${cut}`;
  return `${edited}${JSON.stringify({ ok: false, code: result.code ?? "EFAILED", reason: result.text })}${cut}`;
}

function sameModel({ content }: Message, { connection, model }: ModelChoice): boolean {
  return content.model?.connection === connection && content.model.model === model;
}

/** Some servers count their call ids from nought in each answer; in one conversation an id may stand for one call only. */
function uniqueIds(branch: readonly Message[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const ids = new Map<string, string>();
  for (const { id, modelId } of branch.flatMap(({ content }) => callsOf(content))) {
    const fits = /^[\w-]{1,64}$/.test(modelId) && !taken.has(modelId);
    const chosen = fits ? modelId : id.replaceAll(/[^\w-]/g, "_");
    taken.add(chosen);
    ids.set(id, chosen);
  }
  return ids;
}
