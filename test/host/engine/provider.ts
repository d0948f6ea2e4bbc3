import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { errorBody, errorFrame, FINISH, type Finish } from "./provider-words.ts";

/** One answer of a scripted provider. */
export interface Reply {
  readonly text?: string;
  readonly reasoning?: string;
  /** `args` as text: JSON that is sent as it is. */
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
  /** An error instead. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: string;
  /** The connection is cut after so many frames. */
  readonly cutAfter?: number;
  /** Ends in order after so many frames, but says no end. */
  readonly endAfter?: number;
  /** After so many frames an error in the stream, with this status. */
  readonly errorAfter?: number;
  /** Default `stop`. */
  readonly finish?: Finish;
  /** No answer of a model, but this page. */
  readonly page?: string;
  /** Between two frames, ms. */
  readonly slow?: number;
}

export type Format = "openai-compatible" | "openai" | "anthropic" | "google";

/** A local server that answers in the wire format of a provider, from a script, and keeps what it was asked. */
export interface Provider {
  readonly url: string;
  readonly requests: { readonly path: string; readonly headers: IncomingMessage["headers"]; readonly body: never }[];
  script(...replies: readonly Reply[]): void;
  /** In place of a script: what it answers hangs on what it is asked alone. */
  answerBy(answer: (body: never) => Reply): void;
  /** Answers that were left before their end. */
  left(): number;
  close(): Promise<void>;
}

export async function startProvider(format: Format): Promise<Provider> {
  const requests: Provider["requests"] = [];
  let replies: Reply[] = [];
  let answer = (_body: never): Reply => replies.shift() ?? { text: "(the script is over)" };
  let left = 0;
  const server = createServer((request, response) => {
    response.on("close", () => void (response.writableFinished || (left += 1)));
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const path = request.url ?? "";
      if (request.method === "GET") return send(response, 200, MODELS[format]);
      requests.push({ path, headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) as never });
      const reply = answer(requests.at(-1)?.body as never);
      const { status, error = "no" } = reply;
      if (status !== undefined && reply.errorAfter === undefined)
        return send(response, status, errorBody(format, status, error), reply.headers);
      if (reply.page !== undefined)
        return void response.writeHead(200, { "content-type": "text/html" }).end(reply.page);
      const whole = format === "openai-compatible" && requests.at(-1)?.body["stream"] !== true;
      if (whole) return send(response, 200, completion(reply));
      await stream(response, format, reply);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${format === "google" ? "/v1beta" : "/v1"}`,
    requests,
    script: (...next) => void (replies = [...next]),
    answerBy: (by) => void (answer = by),
    left: () => left,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Without a stream, as for an assessment. */
function completion({ text = "" }: Reply): unknown {
  const message = { role: "assistant", content: text };
  const usage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 };
  return {
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "small",
    choices: [{ index: 0, message, finish_reason: "stop" }],
    usage,
  };
}

const MODELS: Readonly<Record<Format, unknown>> = {
  "openai-compatible": { object: "list", data: [{ id: "small" }, { id: "large" }] },
  openai: { object: "list", data: [{ id: "small" }, { id: "large" }] },
  anthropic: {
    data: [
      { id: "small", type: "model" },
      { id: "large", type: "model" },
    ],
  },
  google: { models: [{ name: "models/small" }, { name: "models/large" }] },
};

function send(response: ServerResponse, status: number, body: unknown, headers: Reply["headers"] = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}

async function stream(response: ServerResponse, format: Format, reply: Reply): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [index, frame] of FRAMES[format](reply).entries()) {
    if (index === reply.cutAfter) return void response.destroy();
    if (index === reply.endAfter) break;
    if (index === reply.errorAfter)
      return void response.end(errorFrame(format, reply.status ?? 500, reply.error ?? "no"));
    response.write(frame);
    if (reply.slow !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.slow));
    if (response.destroyed) return;
  }
  response.end();
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const event = (value: { readonly type: string }): string => `event: ${value.type}\n${data(value)}`;
const words = (text = ""): readonly string[] => text.match(/\S+\s*/g) ?? [];
const halves = (args: unknown): readonly [string, string] => {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return [text.slice(0, text.length / 2), text.slice(text.length / 2)];
};

const FRAMES: Readonly<Record<Format, (reply: Reply) => readonly string[]>> = {
  "openai-compatible": (reply) => {
    const chunk = (delta: object, finish: string | null = null): string =>
      data({
        id: "c1",
        object: "chat.completion.chunk",
        created: 1,
        model: "small",
        choices: [{ index: 0, delta, finish_reason: finish }],
      });
    const calls = (reply.calls ?? []).flatMap(({ id, name, args }, index) => {
      const [first, second] = halves(args);
      return [
        chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: first } }] }),
        chunk({ tool_calls: [{ index, function: { arguments: second } }] }),
      ];
    });
    return [
      chunk({ role: "assistant", content: "" }),
      ...words(reply.reasoning).map((text) => chunk({ reasoning_content: text })),
      ...words(reply.text).map((content) => chunk({ content })),
      ...calls,
      chunk({}, calls.length > 0 ? "tool_calls" : FINISH["openai-compatible"][reply.finish ?? "stop"]),
      data({
        id: "c1",
        object: "chat.completion.chunk",
        created: 1,
        model: "small",
        choices: [],
        usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
      }),
      "data: [DONE]\n\n",
    ];
  },
  openai: (reply) => {
    const items: string[] = [];
    let at = 0;
    if (reply.reasoning !== undefined) {
      const item = { type: "reasoning", id: `rs_${at}`, summary: [] as unknown[] };
      items.push(event({ type: "response.output_item.added", output_index: at, item } as never));
      items.push(
        event({
          type: "response.reasoning_summary_part.added",
          item_id: item.id,
          output_index: at,
          summary_index: 0,
          part: { type: "summary_text", text: "" },
        } as never),
      );
      for (const delta of words(reply.reasoning))
        items.push(
          event({
            type: "response.reasoning_summary_text.delta",
            item_id: item.id,
            output_index: at,
            summary_index: 0,
            delta,
          } as never),
        );
      const summary = [{ type: "summary_text", text: reply.reasoning }];
      items.push(event({ type: "response.output_item.done", output_index: at, item: { ...item, summary } } as never));
      at += 1;
    }
    if (reply.text !== undefined) {
      const item = { type: "message", id: `ms_${at}`, role: "assistant", status: "in_progress", content: [] };
      items.push(event({ type: "response.output_item.added", output_index: at, item } as never));
      for (const delta of words(reply.text))
        items.push(
          event({
            type: "response.output_text.delta",
            item_id: item.id,
            output_index: at,
            content_index: 0,
            delta,
          } as never),
        );
      const content = [{ type: "output_text", text: reply.text, annotations: [] }];
      items.push(
        event({
          type: "response.output_item.done",
          output_index: at,
          item: { ...item, status: "completed", content },
        } as never),
      );
      at += 1;
    }
    for (const { id, name, args } of reply.calls ?? []) {
      const item = { type: "function_call", id: `fc_${at}`, call_id: id, name, arguments: "", status: "in_progress" };
      items.push(event({ type: "response.output_item.added", output_index: at, item } as never));
      for (const delta of halves(args))
        items.push(
          event({ type: "response.function_call_arguments.delta", item_id: item.id, output_index: at, delta } as never),
        );
      items.push(
        event({
          type: "response.output_item.done",
          output_index: at,
          item: { ...item, arguments: JSON.stringify(args), status: "completed" },
        } as never),
      );
      at += 1;
    }
    const response = {
      id: "resp_1",
      created_at: 1,
      model: "small",
      output: [],
      usage: {
        input_tokens: 7,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 0 },
      },
    };
    const reason = FINISH.openai[reply.finish ?? "stop"];
    const end =
      reason === ""
        ? { type: "response.completed", response: { ...response, status: "completed" } }
        : {
            type: "response.incomplete",
            response: { ...response, status: "incomplete", incomplete_details: { reason } },
          };
    return [
      event({ type: "response.created", response: { id: "resp_1", created_at: 1, model: "small" } } as never),
      ...items,
      event(end),
    ];
  },
  anthropic: (reply) => {
    const blocks: string[] = [];
    let index = 0;
    const block = (content: object, deltas: readonly object[]): void => {
      blocks.push(event({ type: "content_block_start", index, content_block: content } as never));
      for (const delta of deltas) blocks.push(event({ type: "content_block_delta", index, delta } as never));
      blocks.push(event({ type: "content_block_stop", index } as never));
      index += 1;
    };
    if (reply.reasoning !== undefined)
      block({ type: "thinking", thinking: "" }, [
        ...words(reply.reasoning).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: "sig-1" },
      ]);
    if (reply.text !== undefined)
      block(
        { type: "text", text: "" },
        words(reply.text).map((text) => ({ type: "text_delta", text })),
      );
    for (const { id, name, args } of reply.calls ?? [])
      block(
        { type: "tool_use", id, name, input: {} },
        halves(args).map((partial_json) => ({ type: "input_json_delta", partial_json })),
      );
    const stop = (reply.calls ?? []).length > 0 ? "tool_use" : FINISH.anthropic[reply.finish ?? "stop"];
    return [
      event({
        type: "message_start",
        message: {
          id: "m1",
          type: "message",
          role: "assistant",
          model: "small",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 7, output_tokens: 0 },
        },
      } as never),
      ...blocks,
      event({
        type: "message_delta",
        delta: { stop_reason: stop, stop_sequence: null },
        usage: { output_tokens: 5 },
      } as never),
      event({ type: "message_stop" }),
    ];
  },
  google: (reply) => {
    const chunk = (parts: readonly object[], more: object = {}): string =>
      data({ candidates: [{ content: { role: "model", parts }, index: 0, ...more }], modelVersion: "small" });
    return [
      ...words(reply.reasoning).map((text) => chunk([{ text, thought: true }])),
      ...words(reply.text).map((text) => chunk([{ text }])),
      ...(reply.calls ?? []).map(({ name, args }) =>
        chunk([{ functionCall: { name, args }, thoughtSignature: "sig-1" }]),
      ),
      data({
        candidates: [
          {
            content: { role: "model", parts: [{ text: "" }] },
            finishReason: FINISH.google[reply.finish ?? "stop"],
            index: 0,
          },
        ],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 5, totalTokenCount: 12 },
        modelVersion: "small",
      }),
    ];
  },
};
