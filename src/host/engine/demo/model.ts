import { setTimeout as delay } from "node:timers/promises";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { DEMO_BYE, DEMO_HELLO, DEMO_STEPS, type DemoCall, type DemoStep } from "./script.ts";

export interface DemoOptions {
  /** Between two words, ms. */
  readonly pace?: number;
}

/** The built-in model: scripted and offline, behind the same interface as every other. Source: host.md. */
export function createDemoModel({ pace = 12 }: DemoOptions = {}): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "assent-demo",
    modelId: "demo",
    supportedUrls: {},
    async doGenerate(options) {
      const answer = answerTo(options);
      const content = [
        { type: "text" as const, text: answer.say },
        ...answer.calls.map((call, index) => ({ type: "tool-call" as const, ...toCall(call, index, options.prompt) })),
      ];
      return { content, finishReason: finishOf(answer), usage: usageOf(options, answer), warnings: [] };
    },
    async doStream(options) {
      return { stream: ReadableStream.from(play(options, pace)) };
    },
  };
}

type Answer = Pick<DemoStep, "think" | "say" | "calls">;

async function* play(options: LanguageModelV4CallOptions, pace: number): AsyncGenerator<LanguageModelV4StreamPart> {
  const answer = answerTo(options);
  yield { type: "stream-start", warnings: [] };
  if (answer.think !== undefined) yield* speak("reasoning", answer.think, { pace, signal: options.abortSignal });
  yield* speak("text", answer.say, { pace, signal: options.abortSignal });
  for (const [index, call] of answer.calls.entries()) {
    const { toolCallId: id, toolName, input } = toCall(call, index, options.prompt);
    yield { type: "tool-input-start", id, toolName };
    for (const piece of input.match(/.{1,24}/gs) ?? []) {
      await delay(pace, undefined, options.abortSignal ? { signal: options.abortSignal } : {});
      yield { type: "tool-input-delta", id, delta: piece };
    }
    yield { type: "tool-input-end", id };
    yield { type: "tool-call", toolCallId: id, toolName, input };
  }
  yield { type: "finish", finishReason: finishOf(answer), usage: usageOf(options, answer) };
}

async function* speak(
  kind: "text" | "reasoning",
  text: string,
  { pace, signal }: { readonly pace: number; readonly signal: AbortSignal | undefined },
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: `${kind}-start`, id: kind };
  for (const word of text.match(/\S+\s*/g) ?? []) {
    await delay(pace, undefined, signal ? { signal } : {});
    yield { type: `${kind}-delta`, id: kind, delta: word };
  }
  yield { type: `${kind}-end`, id: kind };
}

/** What it does next, which hangs only on the conversation: so it goes on at the same place after a restart. */
function answerTo({ prompt, tools, responseFormat }: LanguageModelV4CallOptions): Answer {
  const asked = lastUserText(prompt);
  if (responseFormat?.type === "json") return { say: assess(asked), calls: [] };
  const offered = new Set((tools ?? []).map((tool) => tool.name));
  const at = stepsSince(prompt);
  if (isSubagent(prompt)) return subagentStep(at, offered);
  const own = commandIn(asked);
  if (own !== null && offered.has("shell"))
    return at === 0 ? { say: "As you say.", calls: [{ tool: "shell", args: { command: own } }] } : closing(prompt);
  const wanted = DEMO_STEPS.filter(({ word }) => word.test(asked));
  const steps = (wanted.length > 0 ? wanted : DEMO_STEPS)
    .map((step) => ({
      ...step,
      calls: step.calls.flatMap((call) => (offered.has(call.tool) ? placed(call, prompt) : [])),
    }))
    .filter(({ calls }) => calls.length > 0);
  const step = steps[at];
  if (step === undefined)
    return wanted.length > 0 ? closing(prompt) : { say: `${reaction(prompt)}${DEMO_BYE}`, calls: [] };
  return {
    ...step,
    say: at === 0 && wanted.length === 0 ? `${DEMO_HELLO}\n\n${step.say}` : `${reaction(prompt)}${step.say}`,
  };
}

/** The call with the number of the item that it is about, which the tool gave when the item was added. */
function placed(call: DemoCall, prompt: LanguageModelV4Prompt): readonly DemoCall[] {
  if (call.item === undefined) return [call];
  const items = prompt.flatMap(({ role, content }) =>
    role === "tool" ? [...JSON.stringify(content).matchAll(ITEM)].filter(([, , title]) => title === call.item) : [],
  );
  const id = items.at(-1)?.[1];
  return id === undefined ? [] : [{ ...call, args: { ...call.args, id: Number(id) } }];
}

/** A line of what the tool `task` answers. */
const ITEM = /(\d+)\. \[\w+\] ([\w ]+)/g;

function closing(prompt: LanguageModelV4Prompt): Answer {
  return { say: `${reaction(prompt)}That is all. Write "hello" to see one call of each kind.`, calls: [] };
}

/** "run `git push -f`": a command that the person wants to see the card of. */
function commandIn(text: string): string | null {
  return /\brun\s+`([^`]+)`/i.exec(text)?.[1] ?? null;
}

function subagentStep(at: number, offered: ReadonlySet<string>): Answer {
  if (at === 0 && offered.has("list_files"))
    return { say: "I look at the folder.", calls: [{ tool: "list_files", args: { path: "." } }] };
  return { say: "The folder has the files listed above. (A script said this, it did not count.)", calls: [] };
}

/** One sentence about what came of the calls before. */
function reaction(prompt: LanguageModelV4Prompt): string {
  const last = prompt.at(-1);
  if (last?.role !== "tool") return "";
  const failed = last.content.some(
    (part) =>
      part.type === "tool-result" && (part.output.type === "error-text" || part.output.type === "execution-denied"),
  );
  return failed ? "That was not done, so I go on without it.\n\n" : "";
}

/** Assistant messages with calls since a person last said something. */
function stepsSince(prompt: LanguageModelV4Prompt): number {
  const since = prompt.slice(prompt.findLastIndex((message) => message.role === "user") + 1);
  return since.filter(
    (message) => message.role === "assistant" && message.content.some((part) => part.type === "tool-call"),
  ).length;
}

function lastUserText(prompt: LanguageModelV4Prompt): string {
  const last = prompt.findLast((message) => message.role === "user");
  if (last?.role !== "user") return "";
  return last.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function isSubagent(prompt: LanguageModelV4Prompt): boolean {
  return prompt.some((message) => message.role === "system" && message.content.includes("You are a subagent"));
}

/** As a model in its place would: what writes in the project is low, anything else is for the person. */
function assess(data: string): string {
  const low = /"class":\s*"(?:read|remote-read|interact|app-read|write)"/.test(data);
  return JSON.stringify({
    verdict: low ? "allow" : "ask",
    risk: low ? "low" : "high",
    reason: low ? "It writes in the project, as you asked for." : "The demo model leaves this to you.",
  });
}

function toCall(call: DemoCall, index: number, prompt: LanguageModelV4Prompt) {
  return { toolCallId: `demo_${prompt.length}_${index}`, toolName: call.tool, input: JSON.stringify(call.args) };
}

function finishOf({ calls }: Answer) {
  return calls.length > 0
    ? ({ unified: "tool-calls", raw: "tool-calls" } as const)
    : ({ unified: "stop", raw: "stop" } as const);
}

/** About four characters a token, as real ones have. */
function usageOf({ prompt }: LanguageModelV4CallOptions, { say }: Answer): LanguageModelV4Usage {
  const input = Math.ceil(JSON.stringify(prompt).length / 4);
  const output = Math.ceil(say.length / 4);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}
