import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConnectionView } from "../../../src/wire/connections.ts";
import { type RealHost, startReal } from "../real-host.ts";
import { newChat, textsIn } from "./chat-client.ts";
import { type Format, type Provider, type Reply, startProvider } from "./provider.ts";

/** What a person is told of a run, whole. */
interface Told {
  readonly state: "done" | "failed";
  readonly code?: string;
  /** By format where it is the provider's own number that is told. */
  readonly message?: string | Readonly<Record<Format, string>>;
  /** What stands of the answer. */
  readonly texts?: readonly unknown[];
  /** How often the provider was asked. */
  readonly asked: number;
}

type Script = readonly Reply[] | ((format: Format) => readonly Reply[]);

const OVERFLOWS: Readonly<Record<Format, string>> = {
  "openai-compatible": "the request exceeds the available context size, try increasing it",
  openai: "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
  anthropic: "prompt is too long: 210000 tokens > 200000 maximum",
  google: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
};

/** A stream has no status: it is what the name of the error stands for. */
const OVERLOADED: Readonly<Record<Format, string>> = {
  "openai-compatible": "the provider failed (503)",
  openai: "the provider failed (500)",
  anthropic: "the provider failed (529)",
  google: "the provider failed (503)",
};

const forever = (reply: Reply): readonly Reply[] => Array.from({ length: 9 }, () => reply);
const AGAIN: Reply = { text: "at last" };
const DONE: Told = { state: "done", texts: ["at last"], asked: 2 };
const failed = (code: string, message: NonNullable<Told["message"]>, asked = 1): Told => ({
  state: "failed",
  code,
  message,
  asked,
});

/** With two retries. */
const SITUATIONS: readonly (readonly [string, Script, Told])[] = [
  ["an answer", [{ text: "well" }], { state: "done", texts: ["well"], asked: 1 }],
  ["401", [{ status: 401 }], failed("EMODEL_KEY", "the provider does not accept the key (401)")],
  ["403", [{ status: 403 }], failed("EMODEL_KEY", "the provider does not accept the key (403)")],
  ["404", [{ status: 404 }], failed("EMODEL", "the provider does not know this model or address")],
  ["400", [{ status: 400, error: "no such thing" }], failed("EMODEL", "the provider refused (400): no such thing")],
  [
    "the key told back",
    [{ status: 400, error: "nobody has key-for-tests here" }],
    failed("EMODEL", "the provider refused (400): nobody has [redacted:stored-secret] here"),
  ],
  [
    "the key told back in the stream",
    [{ errorAfter: 0, status: 400, error: "nobody has key-for-tests here" }],
    failed("EMODEL", "the provider refused (400): nobody has [redacted:stored-secret] here"),
  ],
  [
    "a context that is too long",
    (format) => [{ status: 400, error: OVERFLOWS[format] }],
    failed("EMODEL_CONTEXT", "the conversation is longer than the model takes"),
  ],
  [
    "a picture that the model does not take",
    [{ status: 400, error: "this model does not support image input" }],
    failed("EMODEL_PICTURES", "this model does not take the pictures: this model does not support image input"),
  ],
  [
    "a picture that no model behind it takes",
    [{ status: 404, error: "No endpoints found that support image input" }],
    failed("EMODEL_PICTURES", "this model does not take the pictures: No endpoints found that support image input"),
  ],
  ["413", [{ status: 413 }], failed("EMODEL_CONTEXT", "the conversation is longer than the model takes")],
  ["429 once", [{ status: 429 }, AGAIN], DONE],
  ["429 with a time", [{ status: 429, headers: { "retry-after": "0" } }, AGAIN], DONE],
  ["429 for ever", forever({ status: 429 }), failed("EMODEL_BUSY", "the provider has too many requests", 3)],
  ["500 once", [{ status: 500 }, AGAIN], DONE],
  ["503 for ever", forever({ status: 503 }), failed("EMODEL_BUSY", "the provider failed (503)", 3)],
  ["cut off once", [{ text: "one two three", cutAfter: 3 }, AGAIN], DONE],
  [
    "an error in the stream, once",
    [{ text: "one two three", errorAfter: 3, status: 503, error: "overloaded" }, AGAIN],
    DONE,
  ],
  [
    "an error in the stream, for ever",
    forever({ text: "one two three", errorAfter: 3, status: 503, error: "overloaded" }),
    { ...failed("EMODEL_BUSY", OVERLOADED, 3), texts: [expect.stringMatching(/^one/)] },
  ],
  [
    "an answer as long as it may be",
    [{ text: "one two", finish: "length" }],
    { ...failed("EMODEL_LENGTH", "the answer reached the model's limit: send a message to go on"), texts: ["one two"] },
  ],
  [
    "a page in place of an answer",
    forever({ page: "<html>log in</html>" }),
    failed("EMODEL_CUT", "the model's answer broke off or cannot be read", 3),
  ],
  [
    "an answer that was withheld",
    [{ text: "one", finish: "filter" }],
    { ...failed("EMODEL", "the provider withheld the answer"), texts: ["one"] },
  ],
];

describe.each<Format>(["openai-compatible", "openai", "anthropic", "google"])("%s", (format) => {
  let real: RealHost;
  let provider: Provider;
  let model: { readonly connection: string; readonly model: string };
  beforeAll(async () => {
    real = await startReal({ limits: { retryAfter: 5, flushEvery: 5, retries: 2 } });
    provider = await startProvider(format);
    const body = {
      kind: format,
      name: "scripted",
      baseUrl: provider.url,
      credential: "key-for-tests",
      models: ["small"],
    };
    const made = await real.person.send("POST", "/api/connections", body);
    model = { connection: ((await made.json()) as { connection: ConnectionView }).connection.id, model: "small" };
  });
  afterAll(async () => {
    await real.close();
    await provider.close();
  });

  test.each(SITUATIONS)("%s", async (_, script, told) => {
    const asked = provider.requests.length;
    provider.script(...(typeof script === "function" ? script(format) : script));
    const chat = await newChat(real, { model });
    await chat.send("hello");
    const { runs, messages } = await chat.reaches("idle");
    const { state, error = null } = runs.at(-1) ?? {};
    expect({ state, error, texts: textsIn(messages).slice(1), asked: provider.requests.length - asked }).toEqual({
      state: told.state,
      error:
        told.code === undefined
          ? null
          : { code: told.code, message: typeof told.message === "object" ? told.message[format] : told.message },
      texts: told.texts ?? [],
      asked: told.asked,
    });
  });
});
