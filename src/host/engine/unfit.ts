import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { canonicalJson } from "../../read/canonical-json.ts";

/** In JSON text only half a character, which no text holds, is written so. */
const HALF = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/;

/** Why arguments are nothing that can be shown, hashed and asked about; null where they are. */
export function unfitArguments(args: unknown): string | null {
  const text = canonicalJson(args);
  if (text === null) return "the arguments are nested deeper than any tool takes";
  return HALF.test(text) ? "the arguments hold half a character (a lone surrogate)" : null;
}

/** Nested so deep arguments are refused, and the SDK, which walks them by recursion, still gets through. */
const DEEPEST = 100;
const TOO_DEEP = `${"[".repeat(DEEPEST)}${"]".repeat(DEEPEST)}`;

/** The same model, but that arguments too deep for the SDK come as others that are refused as too deep. */
export function withShallowCalls(model: LanguageModelV4): LanguageModelV4 {
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      const given = await model.doStream(options);
      return { ...given, stream: given.stream.pipeThrough(new TransformStream({ transform: passOn })) };
    },
  };
}

function passOn(
  part: LanguageModelV4StreamPart,
  controller: TransformStreamDefaultController<LanguageModelV4StreamPart>,
): void {
  const deep = part.type === "tool-call" && isDeeper(part.input, DEEPEST);
  controller.enqueue(deep ? { ...part, input: TOO_DEEP } : part);
}

/** Of JSON text, whole or not: brackets in strings do not count. A loop, as a pattern gets lost in a long string. */
function isDeeper(text: string, most: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length && depth <= most; at++) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    else if (quoted) at += char === "\\" ? 1 : 0;
    else if (char === "[" || char === "{") depth += 1;
    else if (char === "]" || char === "}") depth -= 1;
  }
  return depth > most;
}
