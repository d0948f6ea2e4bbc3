import { describe, expect, it } from "vitest";
import { createLineSplitter } from "../../../src/adapters/mcp/lines.ts";
import { readClientLine } from "../../../src/adapters/mcp/message.ts";

const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{}}}';

const BATCH = (method: string): string => `[{"id":1,${method},"params":{"name":"t"}}]`;

describe("a line of the client", () => {
  it.each([
    ["a ping", '{"jsonrpc":"2.0","id":1,"method":"ping"}', "pass"],
    ["an empty line", "", "pass"],
    ["an empty line of Windows", "\r", "pass"],
    ["words of a call in another request", '{"id":1,"method":"prompts/get","params":{"name":"tools/call"}}', "pass"],
    ["a batch without calls", '[{"id":1,"method":"ping","params":{"a":"tools/call"}}]', "pass"],
    ["a list", '{"id":1,"method":"tools/list","params":{"cursor":"c"}}', "list"],
    ["a call", CALL, "call"],
    ["a call with a carriage return at its end", `${CALL}\r`, "call"],
    ["a call spelled with escapes", CALL.replace("tools/call", "t\\u006fols\\u002fcall"), "call"],
    ["a call spelled with an escaped slash", CALL.replace("tools/call", "tools\\/call"), "call"],
    ["a call behind blanks", ` \t${CALL}`, "call"],
    ["a cancellation", '{"method":"notifications/cancelled","params":{"requestId":"a"}}', "cancelled"],
    ["an answer to the gate", '{"id":"assent:1","result":{}}', "answer"],
    ["an answer to the server", '{"id":"other","result":{"text":"tools/call"}}', "pass"],
    // Readers disagree on these; what one of them takes for a call is not forwarded.
    ["two methods", '{"id":1,"method":"tools/call","method":"ping","params":{"name":"t"}}', "refused"],
    ["two methods, the other way round", '{"id":1,"method":"ping","method":"tools\\/call"}', "refused"],
    ["a method in other case", '{"id":1,"method":"ping","Method":"tools/call","params":{"name":"t"}}', "refused"],
    [
      "parameters with a long s",
      '{"id":1,"method":"tools/call","param\u017f":{"name":"u"},"params":{"name":"t"}}',
      "refused",
    ],
    ["a name in other case", '{"id":1,"method":"tools/call","params":{"name":"t","Name":"u"}}', "refused"],
    ["two arguments of one name", CALL.replace("{}", '{"path":"a","path":"b"}'), "refused"],
    ["a call as a notification", '{"method":"tools/call","params":{"name":"t"}}', "refused"],
    ["a call with null for an id", '{"id":null,"method":"tools/call","params":{"name":"t"}}', "refused"],
    ["a call without a name", '{"id":1,"method":"tools/call","params":{"name":7}}', "refused"],
    ["a call in a batch", `[{"id":2,"method":"ping"},${CALL}]`, "refused"],
    ["a call behind a carriage return", `{"id":1,"method":"ping","params":\r${CALL}\r}`, "refused"],
    ["a call that is not JSON", `${CALL}}`, "refused"],
    ["a method in capitals", CALL.replace("tools/call", "TOOLS/CALL"), "refused"],
    ["an answer with null for a method", '{"id":"other","method":null,"result":{"text":"tools/call"}}', "pass"],
    // A server that looks its handlers up by name turns a list into text; one with C strings reads up to the first NUL.
    ["a method in a list", CALL.replace('"tools/call"', '["tools/call"]'), "refused"],
    ["a method in a list in a list", CALL.replace('"tools/call"', '[["tools/call"]]'), "refused"],
    ["a batch with a method in a list", BATCH('"method":["tools/call"]'), "refused"],
    ["a method with NUL behind it", CALL.replace("tools/call", "tools/call\\u0000"), "refused"],
    ["a method with NUL and more behind it", CALL.replace("tools/call", "tools/call\\u0000/x"), "refused"],
    [
      "a method under a name with NUL behind it",
      '{"id":1,"method":"ping","method\\u0000":"tools/call","params":{"name":"t"}}',
      "refused",
    ],
    ["a name with NUL behind it", '{"id":1,"method":"tools/call","params":{"name":"t","name\\u0000":"u"}}', "refused"],
    ["a method with a long s", CALL.replace("tools/call", "tool\u017f/call"), "refused"],
    ["a method with a blank behind it", CALL.replace("tools/call", "tools/call "), "refused"],
    ["a batch in which a call comes before another method", BATCH('"method":"tools/call","method":"ping"'), "refused"],
    ["a batch with a method in other case", BATCH('"Method":"tools/call"'), "refused"],
    ["a batch in a batch", `[${BATCH('"method":"tools/call"')}]`, "refused"],
    ["a number at the edge of what is exact", CALL.replace("{}", '{"n":9007199254740991,"m":-1.5e300}'), "call"],
    ["digits in a text", CALL.replace("{}", '{"n":"9007199254740993"}'), "call"],
    // Two of these are one number to the gate, and two to a server that has more digits.
    ["a number with more digits than are exact", CALL.replace("{}", '{"n":9007199254740993}'), "refused"],
    ["a number with more digits than are exact, below zero", CALL.replace("{}", "[-9007199254740993]"), "refused"],
    ["a number that is no longer one", CALL.replace("{}", '{"n":1e400}'), "refused"],
    ["a call behind a byte order mark", `\ufeff${CALL}`, "refused"],
  ])("%s", (_name, line, kind) => {
    expect(readClientLine(Buffer.from(line)).kind).toBe(kind);
  });

  it("in UTF-16 is refused", () => {
    expect(readClientLine(Buffer.from(CALL, "utf16le")).kind).toBe("refused");
  });

  it("with bytes that are no UTF-8 is refused", () => {
    const [before, after] = CALL.replace("{}", '{"path":"a?"}').split("?") as [string, string];
    const line = (byte: number) => Buffer.concat([Buffer.from(before), Buffer.from([byte]), Buffer.from(after)]);
    expect([readClientLine(line(0x61)).kind, readClientLine(line(0xff)).kind]).toEqual(["call", "refused"]);
  });

  it("of a call gives all that it carries", () => {
    const meta = { progressToken: 7, "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    const params = { name: "t", arguments: { a: 1 }, _meta: meta, requestState: "s", inputResponses: { k: 1 } };
    const message = { jsonrpc: "2.0", id: "x", method: "tools/call", params };
    expect(readClientLine(Buffer.from(JSON.stringify(message)))).toEqual({
      kind: "call",
      call: {
        id: "x",
        name: "t",
        args: { a: 1 },
        progressToken: 7,
        era: {
          kind: "stateless",
          meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" },
          elicits: false,
        },
        requestState: "s",
        inputResponses: { k: 1 },
        message,
      },
    });
  });
});

describe("cutting into lines", () => {
  function cut(chunks: readonly string[], limit = 100): string[] {
    const seen: string[] = [];
    const splitter = createLineSplitter({
      limit,
      onLine: (line) => seen.push(line.toString()),
      onTooLong: () => seen.push("too long"),
    });
    for (const chunk of chunks) splitter.push(Buffer.from(chunk));
    splitter.end();
    return seen;
  }

  it.each([
    ["keeps every byte", ["a\nb\r\n\n", "c"], ["a\n", "b\r\n", "\n", "c"]],
    ["joins what comes in pieces", ["a", "b", "\nc", "\n"], ["ab\n", "c\n"]],
    ["ends a line at nothing else", ["a\rb\u2028c\u0085d\n"], ["a\rb\u2028c\u0085d\n"]],
  ])("%s", (_name, chunks, lines) => {
    expect(cut(chunks)).toEqual(lines);
  });

  it("drops a line that is too long, and goes on with the next", () => {
    expect(cut(["aaaa", "aaaa", "a\nb\n"], 4)).toEqual(["too long", "b\n"]);
  });
});
