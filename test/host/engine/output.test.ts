import { describe, expect, test } from "vitest";
import type { EngineContext } from "../../../src/host/engine/context.ts";
import { createOutput } from "../../../src/host/engine/output.ts";
import { createRedactor } from "../../../src/host/secrets/redact.ts";
import type { Run } from "../../../src/store/tables/runs.ts";

/** What is told of output that comes in these pieces, each flushed before the next. */
async function told(...pieces: readonly string[]): Promise<string> {
  let all = "";
  const emit = async (event: { readonly text: string }) => void (all += event.text);
  const context = {
    redactor: createRedactor(),
    limits: { flushEvery: 0 },
    feed: { write: (_chat: string, write: (tables: object, tell: typeof emit) => Promise<void>) => write({}, emit) },
    onDefect: (error: unknown) => expect.unreachable(String(error)),
  } as unknown as EngineContext;
  const output = createOutput(context, { run: { chat: "c" } as Run, message: "m", call: "k", args: {} });
  for (const piece of pieces) {
    output.push(piece);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await output.end();
  return all;
}

const BODY = `${"SECRET+".repeat(9)}\n`;
const [BEGIN, END] = ["-----BEGIN RSA PRIVATE KEY-----\n", "-----END RSA PRIVATE KEY-----\n"];

describe("a private key in much output", () => {
  test.each([
    ["after many lines", [`${"line\n".repeat(8000)}${BEGIN}${BODY}`, `${BODY}${END}after\n`]],
    ["after one long line", [`${"line ".repeat(8000)}${BEGIN}${BODY}`, `${BODY}${END}after\n`]],
    [
      "begun in the middle of its first words",
      [`${"line ".repeat(8000)}-----BEG`, `IN RSA PRIVATE KEY-----\n${BODY}${END}after\n`],
    ],
    ["longer than is waited for", [`line\n${BEGIN}${BODY.repeat(700)}`, BODY.repeat(700), `${BODY}${END}after\n`]],
    ["cut in its last words", [`line\n${BEGIN}${BODY.repeat(700)}-----EN`, `D RSA PRIVATE KEY-----\nafter\n`]],
  ])("%s: nothing of it is told, and all around it is", async (_name, pieces) => {
    const text = await told(...pieces);
    expect(text).not.toContain("SECRET");
    expect(text).toMatch(/^line\s[^]*\[redacted:private-key\][^]*after\n$/);
  });
});

test("much output without a key is told whole", async () => {
  const pieces = ["line\n".repeat(8000), "long ".repeat(8000), "end"];
  expect(await told(...pieces)).toBe(pieces.join(""));
});
