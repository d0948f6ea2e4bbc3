import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chatTools, tracePage } from "../../../src/wire/chat-answers.ts";
import { until } from "../real-host.ts";
import { callsIn, textsIn } from "./chat-client.ts";
import { call, type Scripted, startScripted } from "./scripted.ts";

let host: Scripted;
beforeEach(async () => void (host = await startScripted()));
afterEach(() => host.close());

const file = (name: string): string => join(host.real.project, name);
const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
const write = (path: string, id: string) => call("write_file", { path, content: `${path}\n` }, id);

describe("several calls of one turn", () => {
  test("the run goes on when none waits; one that is allowed runs meanwhile", async () => {
    const chat = await host.chat();
    host.provider.script(
      { calls: [write("1.txt", "a"), write("2.txt", "b"), call("list_files", { path: "." }, "c")] },
      { text: "done" },
    );
    await chat.send("go");
    const waiting = await chat.reaches("waiting");
    expect(callsIn(waiting.messages).map(({ state }) => state)).toEqual(["pending", "pending", "executed"]);
    await chat.answer("allow");
    await until(async () => existsSync(file("1.txt")));
    expect([existsSync(file("2.txt")), host.provider.requests.length]).toEqual([false, 1]);
    await chat.answer("deny", { note: "not that one" });
    const done = await chat.reaches("idle");
    expect(callsIn(done.messages)[1]).toMatchObject({
      state: "denied",
      result: { code: "EDENIED", text: "not that one" },
    });
    expect(existsSync(file("2.txt"))).toBe(false);
    expect(JSON.stringify(host.provider.requests[1]?.body)).toContain("not that one");
  });

  test("what was edited is what runs, and the model is told", async () => {
    const chat = await host.chat();
    host.provider.script({ calls: [write("1.txt", "a")] }, { text: "done" });
    await chat.send("go");
    await chat.reaches("waiting");
    const [card] = await chat.pending();
    const args = { path: "other.txt", content: "edited\n" };
    const preview = await host.real.person.send("POST", `/api/approvals/${card?.id}/preview`, { args });
    const { approval } = (await preview.json()) as { approval: { digest: string } };
    await chat.answer("allow", { digest: approval.digest, edited: args });
    await chat.reaches("idle");
    expect([existsSync(file("1.txt")), readFileSync(file("other.txt"), "utf8")]).toEqual([false, "edited\n"]);
    expect(JSON.stringify(host.provider.requests[1]?.body)).toContain("The person changed the arguments");
  });
});

describe("two changes of one file in one turn", () => {
  const edit = (old: string, id: string) =>
    call("edit_file", { path: "a.txt", edits: [{ old, new: `${old} ${id}` }] }, id);
  const changed = /^`.*a\.txt` was changed since this was shown, by the call of `edit_file` before this one; /;

  async function twoCards() {
    const chat = await host.chat();
    host.provider.script({ calls: [edit("one", "a"), edit("one", "b")] }, { text: "done" });
    await chat.send("go");
    await until(async () => (await chat.pending()).length === 2);
    return { chat, cards: await chat.pending() };
  }

  test("the second card shows what it comes to by now, and why", async () => {
    const { chat, cards } = await twoCards();
    await chat.answer("allow");
    const fresh = await until(async () => (await chat.pending()).find(({ digest }) => digest !== cards[1]?.digest));
    expect([fresh.id, fresh.reason]).toEqual([cards[1]?.id, expect.stringMatching(changed)]);
    expect(fresh.change?.before).toBe("one a\n");
    const late = await host.real.decide(cards[1] as never, "allow");
    expect([late.status, await late.json()]).toMatchObject([409, { code: "stale" }]);
    await chat.answer("allow");
    await chat.reaches("idle");
    expect(readFileSync(file("a.txt"), "utf8")).toBe("one b a\n");
  });

  test("both allowed as they were shown: the second is asked again, and says why", async () => {
    const { chat, cards } = await twoCards();
    const ids = cards.map(({ id, digest }) => ({ id, digest }));
    const both = await host.real.person.send("POST", "/api/tools/authorization/allow-shown", { calls: ids });
    expect(both.status).toBe(200);
    const again = await until(async () => (await chat.pending())[0]);
    expect(again.reason).toMatch(changed);
    await chat.answer("allow");
    const { messages } = await chat.reaches("idle");
    expect([readFileSync(file("a.txt"), "utf8"), callsIn(messages).map(({ state }) => state)]).toEqual([
      "one b a\n",
      ["executed", "executed"],
    ]);
  });
});

test("more calls than a turn may have are refused, and the others made", async () => {
  const chat = await host.chat();
  const calls = Array.from({ length: 23 }, (_, at) => call("read_file", { path: "a.txt" }, `c${at}`));
  host.provider.script({ calls }, { text: "done" });
  await chat.send("go");
  const told = callsIn((await chat.reaches("idle")).messages).map(({ result }) => result?.code ?? "ran");
  expect(told).toEqual([...Array(20).fill("ran"), ...Array(3).fill("EINVALID")]);
}, 30_000);

test.each([
  ["half a character", { path: "a.txt", content: "\ud800" }, /half a character/],
  ["half a character in a name", { path: "a.txt", "\udc00": "x" }, /half a character/],
  ["deeper than data is", `{"path":"a.txt","content":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, /nested deeper/],
])("arguments with %s are refused, and the run goes on", async (_, args, why) => {
  const chat = await host.chat();
  host.provider.script(
    { calls: [call("write_file", args, "a"), call("read_file", { path: "a.txt" }, "b")] },
    { text: "done" },
  );
  await chat.send("go");
  const { messages, runs } = await chat.reaches("idle");
  expect(callsIn(messages).map(({ state, result }) => [state, result?.code])).toEqual([
    ["none", "EINVALID"],
    ["executed", undefined],
  ]);
  expect([runs.at(-1)?.state, callsIn(messages)[0]?.result?.text, readFileSync(file("a.txt"), "utf8")]).toEqual([
    "done",
    expect.stringMatching(why),
    "one\n",
  ]);
});

test("a name that no provider takes back is refused, and told in one that it does", async () => {
  const chat = await host.chat();
  host.provider.script({ calls: [call("no such: tool!", {}, "a")] }, { text: "done" });
  await chat.send("go");
  const { messages } = await chat.reaches("idle");
  expect(callsIn(messages)[0]).toMatchObject({ tool: "no such: tool!", state: "none", result: { code: "EINVALID" } });
  const body: { messages: readonly { tool_calls?: { function: { name: string } }[] }[] } = host.provider.requests.at(-1)
    ?.body ?? { messages: [] };
  expect(body.messages.flatMap(({ tool_calls: calls = [] }) => calls.map((each) => each.function.name))).toEqual([
    "no_such__tool_",
  ]);
});

test("an answer that does not end is given up", async () => {
  const chat = await host.chat();
  const text = `${"x".repeat(10_000)} `;
  host.provider.script({ text: text.repeat(50) });
  await chat.send("go");
  const { runs } = await chat.reaches("idle");
  expect(runs.at(-1)?.error).toMatchObject({ code: "EMODEL", message: expect.stringMatching(/longer than/) });
  host.provider.script({ text: text.repeat(30) });
  await chat.send("go on");
  expect((await chat.reaches("idle")).runs.at(-1)?.state).toBe("done");
}, 30_000);

describe("stop, touch and cancel leave nothing waiting and no chat at work", () => {
  test.each(["/stop", "/touch"])("POST %s", async (path) => {
    const chat = await host.chat();
    host.provider.script({ calls: [write("1.txt", "a"), write("2.txt", "b")] });
    await chat.send("go");
    await chat.reaches("waiting");
    expect(await (await chat.post(path)).json()).toEqual({ settled: 2 });
    const { chat: view, runs, messages } = await chat.open();
    expect([view.state, runs.at(-1)?.state, await chat.pending()]).toEqual(["idle", "stopped", []]);
    expect(callsIn(messages).map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
    host.provider.script({ text: "on" });
    await chat.send("go on");
    expect(textsIn((await chat.reaches("idle")).messages).at(-1)).toBe("on");
  });

  test("touch of a chat that waits does nothing where it is asked to spare it", async () => {
    const chat = await host.chat();
    host.provider.script({ calls: [write("1.txt", "a")] });
    await chat.send("go");
    await chat.reaches("waiting");
    await chat.post("/touch", { ifIdle: true });
    expect([await chat.state(), (await chat.pending()).length]).toEqual(["waiting", 1]);
  });

  test("a running command is ended with all that it started", async () => {
    const chat = await host.chat({ approvalMode: "full" });
    host.provider.script({
      calls: [call("shell", { command: "sh -c 'sleep 30; touch late.txt' & echo begun; wait" })],
    });
    await chat.send("go");
    const ending = new AbortController();
    for await (const event of chat.events(0, ending.signal))
      if (event.type === "output" && event.text.includes("begun")) break;
    ending.abort();
    const began = Date.now();
    await chat.post("/stop");
    expect(Date.now() - began).toBeLessThan(5_000);
    await until(async () => callsIn((await chat.open()).messages)[0]?.result?.code === "ESTOPPED");
    expect(await chat.state()).toBe("idle");
  });

  test.skipIf(process.platform !== "linux")(
    "what an earlier call of the run left behind is ended, no other's",
    async () => {
      const chat = await host.chat({ approvalMode: "full" });
      const leave = (name: string) =>
        call("shell", { command: `setsid sh -c 'echo $$ > ${name}; exec sleep 60' >/dev/null 2>&1 & sleep 0.3` }, name);
      const pidIn = (name: string): number => Number(readFileSync(file(name), "utf8"));
      host.provider.script({ calls: [leave("before")] }, { text: "done" });
      await chat.send("serve");
      await chat.reaches("idle");
      host.provider.script(
        { calls: [leave("during")] },
        { calls: [call("ask_user", { question: "On?", choices: ["Yes"] })] },
      );
      await chat.send("serve again");
      await chat.reaches("waiting");
      try {
        expect([isAlive(pidIn("before")), isAlive(pidIn("during"))]).toEqual([true, true]);
        await chat.post("/stop");
        await until(async () => !isAlive(pidIn("during")));
        expect(isAlive(pidIn("before"))).toBe(true);
      } finally {
        process.kill(pidIn("before"), "SIGKILL");
      }
    },
  );

  test.each(["runs", "approvals"])(
    "a running command is ended though the disk is full for %s",
    async (table) => {
      const chat = await host.chat({ approvalMode: "full" });
      host.provider.script({ calls: [call("shell", { command: "touch begun.txt; sleep 2; touch late.txt" })] });
      await chat.send("go");
      await until(async () => existsSync(file("begun.txt")));
      const disturb = new DatabaseSync(join(host.real.dataDir, "assent.db"), { timeout: 5_000 });
      try {
        disturb.exec(`create trigger fault before update on ${table} begin select raise(fail, 'disk full'); end`);
        const told = await chat.post("/stop");
        if (table === "runs") expect(told.status).toBeGreaterThanOrEqual(500);
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        expect(existsSync(file("late.txt"))).toBe(false);
        disturb.exec("drop trigger fault");
      } finally {
        disturb.close();
      }
      await chat.post("/stop");
      expect(await chat.state()).toBe("idle");
    },
    15_000,
  );
});

test("a command that the person types takes the same gate, and the model hears of it later", async () => {
  const chat = await host.chat();
  await chat.post("/shell", { command: "echo typed > typed.txt" });
  const card = await chat.answer("allow");
  expect(card.source).toBe("user");
  await chat.reaches("idle");
  expect(readFileSync(file("typed.txt"), "utf8")).toBe("typed\n");
  host.provider.script({ text: "I see" });
  await chat.send("what did I do?");
  await chat.reaches("idle");
  expect(JSON.stringify(host.provider.requests[0]?.body)).toContain("echo typed");
});

test("a question waits for its answer, which is what the model is told", async () => {
  const chat = await host.chat();
  host.provider.script(
    { calls: [call("ask_user", { question: "Which?", choices: ["Red", "Blue"] })] },
    { text: "done" },
  );
  await chat.send("ask me");
  const { messages } = await chat.reaches("waiting");
  const [asked] = callsIn(messages);
  expect(asked).toMatchObject({ state: "waiting", question: { text: "Which?", choices: ["Red", "Blue"] } });
  expect((await chat.post("/answers", { call: asked?.id, choices: [7] })).status).toBe(400);
  const answers = await Promise.all(
    [1, 0].map((choice) => chat.post("/answers", { call: asked?.id, choices: [choice] })),
  );
  expect(answers.map(({ status }) => status)[0]).toBe(200);
  expect([404, 409]).toContain(answers[1]?.status);
  const done = await chat.reaches("idle");
  expect(callsIn(done.messages)[0]?.result).toMatchObject({ ok: true, text: "Blue" });
});

describe("a subagent", () => {
  const task = call("subagent", { task: "Read a.txt", title: "Reader" });

  test("has a run and a transcript of its own, on the model that its card was given, and its asks reach the person", async () => {
    const chat = await host.chat();
    host.provider.script(
      { calls: [task] },
      { calls: [write("sub.txt", "w")] },
      { text: "sub is done" },
      { text: "all done" },
    );
    await chat.send("delegate");
    const waiting = await chat.reaches("waiting");
    const id = callsIn(waiting.messages)[0]?.id ?? "";
    const large = { ...host.model, model: "large" };
    expect((await chat.post(`/calls/${id}/model`, { model: large }, "PUT")).status).toBe(200);
    await chat.answer("allow");
    const card = await chat.answer("allow");
    expect(card.tool.id).toBe("write_file");
    const done = await chat.reaches("idle");
    expect(existsSync(file("sub.txt"))).toBe(true);
    const [delegated] = callsIn(done.messages);
    expect(delegated?.result).toMatchObject({ ok: true, text: "sub is done" });
    const page = await host.real.person.send("GET", `/api/chats/${chat.id}/messages?run=${delegated?.subrun}`);
    expect(textsIn(((await page.json()) as { messages: [] }).messages)).toEqual(["Read a.txt", "sub is done"]);
    expect(host.provider.requests.map(({ body }) => body["model"])).toEqual(["small", "large", "large", "small"]);
    const tools = host.provider.requests.map(({ body }) => JSON.stringify(body["tools"]).includes('"subagent"'));
    expect(tools).toEqual([true, false, false, true]);
  });

  test("and its chat have titles without secrets; their models are told what was said", async () => {
    const token = ["gh", "p_", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("");
    const chat = await host.chat();
    const named = call("subagent", { task: "Read a.txt", title: `With ${token}` });
    host.provider.script({ calls: [named] }, { text: "sub is done" }, { text: "all done" });
    await chat.send(`Use ${token} for it`);
    await chat.answer("allow");
    const done = await chat.reaches("idle");
    expect(done.chat.title).toBe("Use [redacted:github-pat] for it");
    const database = new DatabaseSync(join(host.real.dataDir, "assent.db"), { readOnly: true });
    const stored = database.prepare("SELECT data FROM runs WHERE parent IS NOT NULL").all();
    database.close();
    expect(JSON.stringify(stored)).toContain("With [redacted:github-pat]");
    expect(JSON.stringify(host.provider.requests[0]?.body)).toContain(`Use ${token} for it`);
  });

  const rule = { tool: "write_file", pattern: "sub.txt", decision: "allow", scope: "global" };
  const off = { native: { write_file: { mode: "off" } } };

  test.each<[string, ((chat: string) => Promise<Response>) | null, string]>([
    ["asks where its chat would", null, "pending"],
    ["may do what its chat may", () => host.real.person.send("POST", "/api/settings/command-rules", rule), "executed"],
    [
      "is refused what its chat is",
      (chat) => host.real.person.send("PUT", `/api/tools/authorization?scope=chat&id=${chat}`, off),
      "void",
    ],
  ])("%s, also by what was decided after it began", async (_, change, state) => {
    const chat = await host.chat();
    host.provider.script({ calls: [task] }, { calls: [write("sub.txt", "w")] }, { text: "read" }, { text: "done" });
    await chat.send("delegate");
    await chat.answer("allow");
    await until(async () => (await chat.pending())[0]?.tool.id === "write_file");
    if (change !== null) expect((await change(chat.id)).ok).toBe(true);
    if (change !== null) await chat.reaches("idle");
    const own = (await host.real.recent()).find(({ tool }) => tool.id === "write_file");
    expect([own?.state, existsSync(file("sub.txt"))]).toEqual([state, state === "executed"]);
    if (state !== "void") return;
    const told = JSON.stringify(host.provider.requests[2]?.body["tools"] ?? null);
    expect([told.includes('"read_file"'), told.includes('"write_file"')]).toEqual([true, false]);
  });

  test("cannot call another, though it knows the name", async () => {
    const chat = await host.chat();
    host.provider.script({ calls: [task] }, { calls: [task] }, { text: "then not" }, { text: "all done" });
    await chat.send("delegate");
    await chat.answer("allow");
    await chat.reaches("idle");
    expect((await host.real.recent()).map(({ tool }) => tool.id)).toEqual(["subagent"]);
  });

  test("in the background is told of when it has ended", async () => {
    const chat = await host.chat();
    const background = call("subagent", { task: "Think", background: true });
    host.provider.script({ calls: [background] }, { text: "first" }, { text: "second" });
    await chat.send("delegate");
    await chat.answer("allow");
    await chat.reaches("idle");
    host.provider.script({ text: "I heard" });
    await chat.send("and?");
    const { messages } = await chat.reaches("idle");
    expect(messages.map(({ role }) => role)).toContain("notice");
    expect(JSON.stringify(host.provider.requests.at(-1)?.body)).toMatch(/The subagent .* ended \(done\)/);
  });

  test.each([false, true])(
    "that failed: its model is told the code, the person the words (background: %s)",
    async (background) => {
      const chat = await host.chat();
      host.provider.answerBy((body) => {
        const asked = JSON.stringify(body);
        if (!asked.includes('"delegate')) return { status: 400, error: "words of the error" };
        return asked.includes('"tool_calls"')
          ? { text: "so it is" }
          : { calls: [call("subagent", { task: "Think", background })] };
      });
      await chat.send("delegate");
      await chat.answer("allow");
      await chat.reaches("idle");
      await host.real.change(async (store) => {
        const [ended] = await store.runs.subruns(chat.id);
        expect(ended?.data.error?.message).toContain("words of the error");
      });
      await chat.send("and?");
      await chat.reaches("idle");
      const told = JSON.stringify(host.provider.requests.at(-1)?.body);
      expect(told).toContain("the subagent did not finish (EMODEL)");
      expect(told).not.toContain("words of the error");
    },
  );

  test.each([true, false])("ends when the tool is turned off (background: %s)", async (background) => {
    const chat = await host.chat();
    host.provider.answerBy((body) => {
      const asked = JSON.stringify(body);
      if (!asked.includes('"delegate')) return { text: "word ".repeat(400), slow: 20 };
      return asked.includes('"tool_calls"')
        ? { text: "so it is" }
        : { calls: [call("subagent", { task: "Think", background })] };
    });
    await chat.send("delegate");
    await chat.answer("allow");
    const subrun = async () => (await chat.open()).runs.find(({ parent }) => parent !== null);
    await until(async () => (await subrun())?.state === "running");
    // The control: another tool's mode is nothing to it.
    const mode = (tool: string, to: string) =>
      host.real.person.send("PUT", `/api/tools/authorization?scope=chat&id=${chat.id}`, {
        native: { [tool]: { mode: to } },
      });
    expect((await mode("web_fetch", "off")).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await subrun())?.state).toBe("running");
    expect((await mode("subagent", "off")).status).toBe(200);
    await chat.reaches("idle");
    await host.real.change(async (store) => {
      const [ended] = await store.runs.subruns(chat.id);
      expect(ended).toMatchObject({ state: "failed", data: { error: { code: "ETOOL_DISABLED" } } });
    });
    await until(async () => host.provider.left() === 1);
    expect(textsIn((await chat.open()).messages)).toContain("so it is");
  });

  test("stopped with its chat", async () => {
    const chat = await host.chat();
    host.provider.script({ calls: [task] }, { calls: [write("sub.txt", "w")] });
    await chat.send("delegate");
    await chat.answer("allow");
    await until(async () => (await chat.pending())[0]?.tool.id === "write_file");
    await chat.post("/stop");
    const { chat: view } = await chat.open();
    expect([view.state, await chat.pending()]).toEqual(["idle", []]);
  });
});

test("the trace holds each decision, and goes to no model", async () => {
  const chat = await host.chat({ trace: true });
  host.provider.script({ calls: [call("list_files", { path: "." }, "a"), write("1.txt", "b")] }, { text: "done" });
  await chat.send("go");
  await chat.answer("allow");
  await chat.reaches("idle");
  const page = await host.real.person.send("GET", `/api/chats/${chat.id}/trace`);
  const { lines } = tracePage.parse(await page.json());
  const decided = lines.flatMap((line) => (line.type === "auth_decision" ? [[line.tool, line.decision]] : []));
  expect(decided).toEqual([
    ["list_files", "allow"],
    ["write_file", "ask"],
  ]);
  expect(JSON.stringify(host.provider.requests)).not.toContain("auth_decision");
});

test("the list for the model is the list that the chat shows, with what hiding saves", async () => {
  const chat = await host.chat();
  const tools = async () =>
    chatTools.parse(await (await host.real.person.send("GET", `/api/chats/${chat.id}/tools`)).json());
  expect((await tools()).tokens.saved).toBe(0);
  await host.real.person.send("PUT", `/api/tools/authorization?scope=chat&id=${chat.id}`, {
    native: { shell: { mode: "off" } },
  });
  const shown = await tools();
  expect(shown.hidden.map(({ name }) => name)).toEqual(["shell"]);
  expect(shown.tokens.saved).toBeGreaterThan(0);
  host.provider.script({ text: "hi" });
  await chat.send("hello");
  await chat.reaches("idle");
  const sent = host.provider.requests[0]?.body as unknown as { tools: { function: { name: string } }[] };
  expect(sent.tools.map((tool) => tool.function.name)).toEqual(shown.tools.map(({ name }) => name));
});

test("an agent's own session is no chat to speak in, or to remove", async () => {
  const { chats } = (await (await host.real.person.send("GET", "/api/chats")).json()) as {
    chats: { id: string; agent: string | null }[];
  };
  const session = chats.find(({ agent }) => agent === "claude-code")?.id;
  for (const [method, path, body] of [
    ["POST", "/messages", { text: "x" }],
    ["DELETE", "", {}],
  ] as const)
    expect((await host.real.person.send(method, `/api/chats/${session}${path}`, body)).status).toBe(409);
});

test("where the policy cannot be read no model is asked, no tool told of, and the run says why", async () => {
  const chat = await host.chat();
  await host.real.change((store) =>
    store.modes.set({ layer: "app", id: "" }, { native: { shell: { mode: "perhaps" as never } } }, Date.now()),
  );
  await chat.send("hello");
  const { runs } = await chat.reaches("idle");
  expect(runs.at(-1)).toMatchObject({ state: "failed", error: { code: "EUNDECIDED" } });
  const shown = await host.real.person.send("GET", `/api/chats/${chat.id}/tools`);
  expect(chatTools.parse(await shown.json())).toMatchObject({
    tools: [],
    fault: expect.stringContaining("shell") as string,
  });
  expect(host.provider.requests).toEqual([]);
});

test("events go on after the last number, and nothing is told twice or left out", async () => {
  const chat = await host.chat();
  host.provider.script({ text: "one two three four" });
  await chat.send("count");
  await chat.reaches("idle");
  const read = async (after: number): Promise<readonly number[]> => {
    const ending = new AbortController();
    const seen: number[] = [];
    setTimeout(() => ending.abort(), 300);
    try {
      for await (const event of chat.events(after, ending.signal)) seen.push(event.seq);
    } catch {
      // It was ended here.
    }
    return seen;
  };
  const all = await read(0);
  expect(all.length).toBeGreaterThan(3);
  const half = all[Math.floor(all.length / 2)] as number;
  expect(await read(half)).toEqual(all.filter((seq) => seq > half));
});

test(
  "stopped at any moment, nothing waits, nothing runs on, and nothing begins after",
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < 25; round++) {
      const chat = await host.chat({ approvalMode: round % 2 === 0 ? "full" : "ask" });
      const calls = [1, 2, 3, 4].map((at) =>
        call("shell", { command: `sleep 0.05; echo x >> r${round}-${at}.txt` }, `c${at}`),
      );
      host.provider.script({ text: "some words first", calls }, { text: "done" });
      await chat.send("go");
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 150));
      await chat.post("/stop");
      const there = () => [1, 2, 3, 4].filter((at) => existsSync(file(`r${round}-${at}.txt`)));
      const before = there();
      const { chat: view } = await chat.open();
      expect([view.state, await chat.pending()]).toEqual(["idle", []]);
      await new Promise((resolve) => setTimeout(resolve, 120));
      expect(there()).toEqual(before);
      await host.real.change(async (store) => {
        expect(await store.approvals.inStates(["pending", "approved", "executing"], chat.id)).toEqual([]);
      });
    }
  },
);
