import { describe, expect, it } from "vitest";
import type { ChatEvent, ChatEventBody, ChatOpened } from "../../src/wire/chats.ts";
import { askedAt, completed, matchingCommands, shellCommand } from "../../src/web/chat/composer/completion.ts";
import { chunksOf, readBlocks } from "../../src/web/chat/markdown/blocks.ts";
import { safeImage, safeLink, tellsOtherHost } from "../../src/web/chat/markdown/safe-url.ts";
import { sayCall, sayResult } from "../../src/web/chat/rows/say-call.ts";
import { sayUsage, sumUsage } from "../../src/web/chat/say-usage.ts";
import { rowsOf, textOf, waitingCalls } from "../../src/web/chat/state/rows.ts";
import { branchOf, toTranscript, withEvents, withPage } from "../../src/web/chat/state/transcript.ts";
import { call, chatView, message, run, text } from "./fixture-chats.ts";

const ASKED = message("m0", "user", [text("hello")]);

function opened(more: Partial<ChatOpened> = {}): ChatOpened {
  return { chat: chatView("chat_a", { head: "m0" }), messages: [ASKED], more: false, runs: [], seq: 10, ...more };
}

const numbered = (from: number, ...bodies: readonly ChatEventBody[]): readonly ChatEvent[] =>
  bodies.map((body, i) => ({ ...body, seq: from + i, at: 0 }));

describe("events of a chat", () => {
  const started = message("m1", "assistant", [], { parent: "m0", state: "streaming" });
  const begin = numbered(
    11,
    { type: "message", message: started },
    { type: "chat", chat: chatView("chat_a", { head: "m1", state: "running" }) },
  );

  it("a text grows by what arrives, and each event counts once", () => {
    const deltas = numbered(
      13,
      { type: "delta", message: "m1", part: 0, kind: "text", text: "Hel" },
      { type: "delta", message: "m1", part: 0, kind: "text", text: "lo" },
    );
    const once = withEvents(withEvents(toTranscript(opened()), begin), deltas);
    expect(once.messages.get("m1")?.parts).toEqual([text("Hello")]);
    // A reconnection may bring what is here already.
    const again = withEvents(once, [...begin, ...deltas]);
    expect(again).toBe(once);
    expect(once.seq).toBe(14);
  });

  it("a call is written piece by piece, then replaced by the whole message", () => {
    const grown = withEvents(toTranscript(opened()), [
      ...begin,
      ...numbered(
        13,
        { type: "delta", message: "m1", part: 0, kind: "input", call: "c1", tool: "shell", text: '{"command":"npm' },
        { type: "delta", message: "m1", part: 0, kind: "input", text: " test" },
      ),
    ]);
    const part = grown.messages.get("m1")?.parts[0];
    expect(part).toMatchObject({ kind: "call", id: "c1", state: "proposing", input: '{"command":"npm test' });
    const whole = message("m1", "assistant", [call("c1")], { parent: "m0" });
    expect(withEvents(grown, numbered(15, { type: "message", message: whole })).messages.get("m1")).toEqual(whole);
  });

  it("output goes to the call that printed it, and keeps its end", () => {
    const running = message(
      "m1",
      "assistant",
      [call("c1", { state: "executing" }), call("c2", { state: "executing" })],
      { parent: "m0" },
    );
    const printed = withEvents(
      toTranscript(opened({ messages: [ASKED, running] })),
      numbered(
        11,
        { type: "output", message: "m1", call: "c2", text: "x".repeat(70_000) },
        { type: "output", message: "m1", call: "c2", text: "end" },
      ),
    );
    const [first, second] = printed.messages.get("m1")?.parts ?? [];
    expect(first).toMatchObject({ output: null });
    expect(second).toMatchObject({ output: expect.stringMatching(/^x+end$/) });
    expect((second as { output: string }).output).toHaveLength(64_000);
  });

  it("a step that is taken back is gone; what is told of an unknown message changes nothing", () => {
    const all = withEvents(toTranscript(opened()), [
      ...begin,
      ...numbered(
        13,
        { type: "message.removed", id: "m1" },
        { type: "delta", message: "m1", part: 0, kind: "text", text: "late" },
      ),
    ]);
    expect([...all.messages.keys()]).toEqual(["m0"]);
  });

  it("a branch that comes up beside a message is known at that message too", () => {
    const beside = message("m0b", "user", [text("otherwise")], { siblings: ["m0", "m0b"] });
    const { messages } = withEvents(toTranscript(opened()), numbered(11, { type: "message", message: beside }));
    expect([...messages.values()].map(({ siblings }) => siblings)).toEqual([
      ["m0", "m0b"],
      ["m0", "m0b"],
    ]);
  });

  it("a page that comes late never takes back what an event has told", () => {
    const answered = withEvents(
      toTranscript(opened()),
      numbered(11, { type: "message", message: { ...ASKED, state: "cut" } }),
    );
    expect(withPage(answered, { messages: [ASKED], more: false }).messages.get("m0")?.state).toBe("cut");
  });
});

describe("a branch", () => {
  const tree = new Map(
    [
      message("a", "user", []),
      message("b", "assistant", [], { parent: "a" }),
      message("b2", "assistant", [], { parent: "a" }),
      message("c", "user", [], { parent: "b2" }),
      message("late", "user", [], { parent: "gone" }),
      message("ring", "user", [], { parent: "ring" }),
    ].map((each) => [each.id, each]),
  );
  it.each([
    ["c", ["a", "b2", "c"], false, false],
    ["b", ["a", "b"], false, false],
    ["late", ["late"], true, false],
    ["nowhere", [], false, true],
    [null, [], false, false],
  ])("of %s", (head, ids, more, missing) => {
    const branch = branchOf(tree, head);
    expect(branch.messages.map(({ id }) => id)).toEqual(ids);
    expect([branch.more, branch.missing]).toEqual([more, missing]);
  });
  it("of a ring ends", () => {
    expect(branchOf(tree, "ring").messages.map(({ id }) => id)).toEqual(["ring"]);
  });
});

describe("rows", () => {
  const asking = message("m1", "assistant", [text("I run it."), call("c1", { approval: "apr_1" })], { parent: "m0" });

  it("of a run that waits: the call waits, and nothing says that the answer is done", () => {
    const rows = rowsOf([ASKED, asking], { run: run("run_1", { state: "waiting", head: "m1" }) });
    expect(rows.map(({ kind }) => kind)).toEqual(["user", "text", "call"]);
    expect(waitingCalls(rows).map(({ part }) => part.id)).toEqual(["c1"]);
  });

  it("of a run that has ended: a foot, once for all steps of the answer", () => {
    const settled = message("m1", "assistant", [call("c1", { state: "executed" })], { parent: "m0" });
    const last = message("m2", "assistant", [text("Done.")], { parent: "m1" });
    const rows = rowsOf([ASKED, settled, last], { run: run("run_1", { state: "done", head: "m2" }) });
    expect(rows.map(({ kind }) => kind)).toEqual(["user", "call", "text", "foot"]);
    expect(waitingCalls(rows)).toEqual([]);
  });

  it("of a run that failed: what went wrong stands at the end of its branch only", () => {
    const failed = run("run_1", { state: "failed", head: "m0", error: { code: "EMODEL", message: "no" } });
    expect(rowsOf([ASKED], { run: failed }).at(-1)?.kind).toBe("fault");
    expect(rowsOf([ASKED, asking], { run: failed }).some(({ kind }) => kind === "fault")).toBe(false);
  });

  it("of a model that was asked and says nothing yet", () => {
    expect(rowsOf([ASKED], { run: run("run_1") }).at(-1)?.kind).toBe("thinking");
  });

  it("a message that did not change gives the very same rows", () => {
    const [first] = rowsOf([asking], { run: null });
    expect(rowsOf([asking], { run: null })[0]).toBe(first);
  });

  it("an answer is copied as it was written", () => {
    expect(textOf([asking, message("m2", "assistant", [text("Done.\n")])])).toBe("I run it.\n\nDone.");
  });
});

describe("Markdown in blocks", () => {
  const TEXT = "# A\n\nfirst\n\n- a\n- b\n\n```ts\nlet a;\n\nlet b;\n```\n\nlast";
  it("joined they are the text", () => {
    expect(readBlocks(TEXT).join("")).toBe(TEXT);
  });
  it("all but the last stay equal while a text grows", () => {
    for (let end = 1; end < TEXT.length; end += 1) {
      const before = readBlocks(TEXT.slice(0, end))
        .slice(0, -1)
        .map((block) => block.trimEnd());
      const after = readBlocks(TEXT).map((block) => block.trimEnd());
      expect(after.slice(0, before.length), TEXT.slice(0, end)).toEqual(before);
    }
  });
  it("a long answer is many rows", () => {
    const blocks = readBlocks(Array.from({ length: 100 }, (_, i) => `${i} ${"word ".repeat(40)}`).join("\n\n"));
    const chunks = chunksOf(blocks);
    expect(chunks.flat()).toEqual(blocks);
    expect(Math.max(...chunks.map((chunk) => chunk.join("").length))).toBeLessThan(1_600);
  });
});

describe("addresses of a model's text", () => {
  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//evil.example",
    "/inbox",
    "mailto:a@b",
    "https://a@evil.example",
    "https://",
  ])("%s leads nowhere", (address) => expect(safeLink(address)).toBeNull());
  it.each(["https://example.com/a?b#c", "http://127.0.0.1:3000/"])("%s does", (address) =>
    expect(safeLink(address)?.href).toBe(address),
  );
  it("only pixels in the text itself are shown", () => {
    expect(safeImage("data:image/png;base64,iVBORw0KGgo=")).toBe(true);
    for (const address of ["data:image/svg+xml;base64,PHN2Zz4=", "https://a.example/p.png", "data:image/png,x"])
      expect(safeImage(address), address).toBe(false);
  });
  it.each([
    ["https://good.com/a", "https://evil.example/", "evil.example"],
    ["good.com", "https://good.com.evil.example/", "good.com.evil.example"],
    ["www.good.com", "https://good.com/", null],
    ["the docs", "https://evil.example/", null],
    ["src/a.ts", "https://evil.example/", null],
  ])("words `%s` of a link to %s", (words, address, told) => {
    expect(tellsOtherHost(words, new URL(address))).toBe(told);
  });
});

describe("the composer completes", () => {
  it.each([
    ["look at @src", 12, { kind: "file", query: "src", from: 8, to: 12 }],
    ["@", 1, { kind: "file", query: "", from: 0, to: 1 }],
    ["@sh", 3, { kind: "word", query: "sh", from: 0, to: 3 }],
    ["@shell npm", 10, { kind: "shell", query: "npm", from: 7, to: 10 }],
    ["mail a@b", 8, null],
    ["plain", 5, null],
  ])("at `%s`", (value, caret, asked) => expect(askedAt(value, caret)).toEqual(asked));

  it("puts the choice where it was asked for", () => {
    const value = "read @sr and go";
    const asked = askedAt(value, 8);
    expect(asked && completed(value, asked, "src/a.ts")).toEqual({ text: "read @src/a.ts and go", caret: 15 });
    const shell = askedAt("@shell np", 9);
    expect(shell && completed("@shell np", shell, "npm test")).toEqual({ text: "@shell npm test", caret: 15 });
  });

  it("offers commands of before, the newest that begin so first", () => {
    const history = ["npm test", "git push", "npm run build", "git status", "npm test"];
    expect(matchingCommands(history, "npm")).toEqual(["npm test", "npm run build"]);
    expect(matchingCommands(history, "git status")).toEqual([]);
    expect(matchingCommands(history, "ru")).toEqual(["npm run build"]);
  });

  it("knows a command by its first word only", () => {
    expect(shellCommand("@shell  ls -la ")).toBe("ls -la");
    expect(shellCommand("what is @shell ls")).toBeNull();
    expect(shellCommand("@shellfish")).toBeNull();
  });
});

describe("a call in a line", () => {
  it.each([
    [call("c", { state: "executed", result: result({ text: "ok" }) }), "Ran npm test", "ok"],
    [call("c", { state: "executing" }), "Running npm test", "running"],
    [call("c", { state: "failed", result: result({ ok: false, exitCode: 2, text: "x" }) }), "Ran npm test", "exit 2"],
    [call("c", { state: "denied" }), "Run npm test", "denied"],
    [
      call("c", { state: "denied", result: result({ ok: false, code: "EINVALID", text: "`$.path` is missing" }) }),
      "Run npm test",
      "the model’s mistake: `$.path` is missing",
    ],
    [
      call("c", { tool: "bash", state: "none", result: result({ ok: false, code: "EINVALID", text: "no such tool" }) }),
      "Use bash",
      "the model’s mistake: no such tool",
    ],
    [call("c", { state: "denied", result: result({ ok: false, code: "EPOLICY" }) }), "Run npm test", "denied"],
    [call("c", { state: "unknown" }), "Run npm test", "unknown whether it ran"],
    [call("c", { state: "proposing", args: null, input: '{"command":"npm \\"te' }), 'Run npm "te', "being written"],
    [call("c", { tool: "mcp__github__merge", state: "pending" }), "Use mcp__github__merge", "waits for you"],
  ])("%#", (part, words, outcome) => {
    const { verb, subject } = sayCall(part);
    expect([`${verb} ${subject}`, sayResult(part)]).toEqual([words, outcome]);
  });
});

function result(more: object) {
  return { ok: true, text: "", cut: 0, edited: false, at: 0, ...more };
}

it("usage is summed over the steps; what a provider does not say is not counted as nothing", () => {
  const steps = [
    { usage: { input: 1000, output: 5, cached: null } },
    { usage: { input: 204, output: null, cached: null } },
    { usage: null },
  ];
  expect(sayUsage(sumUsage(steps))).toBe("1,204 in · 5 out");
  expect(sayUsage(sumUsage([{ usage: null }]))).toBeNull();
});
