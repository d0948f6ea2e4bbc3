import type { CallPartView, MessageView, PartView, RunView } from "../../../src/wire/chats.ts";
import { call, chatView, type FixtureChats, freshChats, message, run, text } from "../fixture-chats.ts";
import type { Fixture } from "../fixture-server.ts";
import { approval, NOW, push } from "../fixtures.ts";
import type { Screen } from "./screen.ts";

const CHAT = "chat_a";
const ASKED = message("m0", "user", [text("Why does the build fail on Node 24? Mend it, and say what you changed.")]);

interface Begin {
  readonly parts?: readonly PartView[];
  readonly message?: Partial<MessageView>;
  readonly run?: Partial<RunView>;
  readonly approvals?: Fixture["approvals"];
  readonly more?: Partial<FixtureChats>;
}

/** A chat in which one answer stands. */
function chat({ parts, message: of = {}, run: more = {}, approvals = [], more: chats = {} }: Begin): Partial<Fixture> {
  const messages = parts === undefined ? [] : [ASKED, message("m1", "assistant", parts, { parent: "m0", ...of })];
  const head = messages.at(-1)?.id ?? null;
  const state = more.state === "running" || more.state === "waiting" ? more.state : "idle";
  return {
    approvals: [...approvals],
    chats: {
      ...freshChats(),
      views: [chatView(CHAT, { head, state }), ...OTHERS],
      messages: new Map([[CHAT, messages]]),
      runs: new Map([[CHAT, messages.length === 0 ? [] : [run("run_1", { state: "done", head, ...more })]]]),
      ...chats,
    },
  };
}

const OTHERS = ["Release notes for 2.1", "Why is the login slow?", "Translate the settings"].map((title, i) =>
  chatView(`chat_${i}`, { title, lastSeen: NOW - (i + 1) * 5_400_000, state: i === 0 ? "waiting" : "idle" }),
);
const mine = (id: string, more: Partial<Fixture["approvals"][number]> = {}) =>
  approval(id, { chat: { id: CHAT, title: "Mend the build", agent: null }, callId: "c1", source: "model", ...more });
const done = (id: string, more: Partial<CallPartView> = {}): CallPartView =>
  call(id, { state: "executed", result: { ok: true, text: "ok\n", cut: 0, edited: false, at: NOW }, ...more });

const PROSE = `The build fails because \`tsconfig.json\` still says **ES2019**, which Node 24 types no longer allow.

1. \`target\` is now ES2023
2. \`npm run build\` passes

\`\`\`ts
export const target = "ES2023"; // was ES2019
\`\`\`

| step | before | after |
| --- | --: | --: |
| build | fails | 2.1 s |
| tests | 40 | 42 |

> Nothing else had to change. See [the notes](https://nodejs.org/en/blog).

![A chart of build times](https://charts.example/build.png)`;

const WORK: readonly PartView[] = [
  { kind: "reasoning", text: "The error names a type." },
  text("I look at the configuration first."),
  done("c1", { tool: "read_file", args: { path: "tsconfig.json" } }),
  done("c2", {
    args: { command: "npm run build" },
    state: "failed",
    result: { ok: false, code: "EEXIT", exitCode: 2, text: "error TS2583\n", cut: 0, edited: false, at: NOW },
  }),
  done("c3", { tool: "edit_file", args: { path: "tsconfig.json" } }),
  call("c4", {
    args: { command: "git push --force" },
    state: "denied",
    result: { ok: false, code: "EDENIED", text: "denied by a person", cut: 0, edited: false, at: NOW },
  }),
  call("c5", { args: { command: "npm publish" }, state: "unknown" }),
  text(PROSE),
];

const asks = () =>
  chat({
    parts: [text("I publish the build now."), call("c1", { approval: push.id, args: push.args })],
    run: { state: "waiting" },
    approvals: [
      {
        ...push,
        ...mine(push.id),
        summary: push.summary,
        reason: push.reason,
        args: push.args,
        parts: push.parts,
        offers: push.offers,
      },
    ],
  });
const plan = {
  items: [
    { id: 1, title: "Find what fails", state: "done" },
    { id: 2, title: "Mend tsconfig.json", state: "doing" },
    { id: 3, title: "Run the tests", state: "open" },
    { id: 4, title: "Change the lock file", state: "dropped" },
  ],
} as const;
const path = `/chats/${CHAT}`;

export const CHATS: readonly Screen[] = [
  {
    name: "chats-none",
    says: "No chat yet",
    path: "/chats",
    waits: "Work with a model here",
    state: () => ({ chats: freshChats() }),
  },
  {
    name: "chat-new",
    says: "A new chat",
    path: "/chats/new",
    waits: "New chat",
    state: () => chat({}),
    also: ["phone"],
  },
  {
    name: "chats-list",
    says: "The list of chats, searched",
    path: "/chats",
    waits: "Release notes",
    state: () => chat({}),
    act: async (page) => {
      await page.getByRole("searchbox").first().fill("log");
      await page.getByText("Why is the login slow?").first().waitFor();
    },
  },
  {
    name: "chat",
    says: "A chat: calls as lines, an answer in Markdown",
    path,
    waits: "Nothing else had to change",
    state: () => chat({ parts: WORK }),
    also: ["dark", "phone"],
  },
  {
    name: "chat-asks",
    says: "A call of a chat that waits",
    path,
    waits: "Discards commits",
    state: asks,
    also: ["dark", "phone"],
  },
  {
    name: "chat-output",
    says: "A command that runs, with what it prints",
    path,
    waits: "Working",
    state: () =>
      chat({
        parts: [text("I run the tests."), call("c1", { state: "executing" })],
        message: { state: "done" },
        run: { state: "running" },
      }),
    act: async (page, server) => {
      server.chats.tell(CHAT, {
        type: "output",
        message: "m1",
        call: "c1",
        text: "✓ builds (2.1 s)\n✓ reads its file\n… 40 more\n",
      });
      await page.getByText("40 more").waitFor();
      await page.getByLabel("Message to the model").fill("Then publish it");
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: "Queued messages" }).waitFor();
    },
  },
  {
    name: "chat-question",
    says: "A question of the model",
    path,
    waits: "Which Node versions",
    state: () =>
      chat({
        parts: [
          call("c1", {
            tool: "ask_user",
            state: "waiting",
            question: {
              text: "Which Node versions should it build on?",
              choices: ["24 only", "22 and 24"],
              several: true,
              free: true,
            },
          }),
        ],
        run: { state: "waiting" },
      }),
  },
  {
    name: "chat-failed",
    says: "A run that failed, and what to do",
    path,
    waits: "the key was refused",
    state: () =>
      chat({
        parts: [text("I look at")],
        message: { state: "cut" },
        run: { state: "failed", error: { code: "EMODEL_KEY", message: "the key was refused by Ollama" } },
      }),
  },
  {
    name: "chat-subagent",
    says: "What a subagent did",
    path: `${path}?run=sub`,
    waits: "Back to the chat",
    state: () => {
      const begun = chat({
        parts: [
          call("c1", { tool: "subagent", args: { title: "Count the tests" }, state: "executing", subrun: "sub" }),
        ],
        run: { state: "running" },
      });
      const task = message("s0", "user", [text("Count the tests in each folder.")], { run: "sub" });
      const work = message(
        "s1",
        "assistant",
        [done("cs", { args: { command: "ls test" } }), text("Twelve folders, 42 tests.")],
        { run: "sub", parent: "s0" },
      );
      begun.chats?.messages.get(CHAT)?.unshift(task, work);
      begun.chats?.runs
        .get(CHAT)
        ?.push(run("sub", { parent: "run_1", state: "done", head: "s1", title: "Count the tests" }));
      return begun;
    },
  },
  {
    name: "chat-plan",
    says: "The plan of a chat",
    path,
    waits: "1 of 4 done",
    state: () => chat({ parts: WORK, more: { plan } }),
    act: (page) => page.getByText("1 of 4 done").click(),
  },
  {
    name: "chat-edit",
    says: "A message that is written otherwise",
    path,
    waits: "Why does the build fail",
    state: () => chat({ parts: [text("I look at the configuration first.")] }),
    act: async (page) => {
      await page.getByText("Why does the build fail").hover();
      await page.getByRole("button", { name: "Edit the message" }).click();
      await page.getByLabel("The message, edited").waitFor();
    },
  },
  {
    name: "chat-shell",
    says: "A command typed by a person",
    path,
    waits: "Nothing else had to change",
    state: () => chat({ parts: WORK }),
    act: async (page) => {
      await page.getByLabel("Message to the model").fill("@shell git status");
      await page.getByText("Runs as typed by you").waitFor();
    },
  },
  {
    name: "chat-file",
    says: "A file that is named",
    path,
    waits: "Nothing else had to change",
    state: () => chat({ parts: WORK }),
    act: async (page) => {
      await page.getByLabel("Message to the model").focus();
      await page.keyboard.type("Look at @src");
      await page.getByRole("listbox").waitFor();
    },
  },
  {
    name: "chat-autonomy",
    says: "How much runs without a question",
    path,
    waits: "Nothing else had to change",
    state: () => chat({ parts: WORK }),
    act: async (page) => {
      await page.getByRole("button", { name: /^Autonomy/ }).waitFor();
      await page.keyboard.press("a");
      await page.getByText("As the default", { exact: true }).waitFor();
    },
  },
  {
    name: "chat-tools",
    says: "The tools of one chat",
    path,
    waits: "Nothing else had to change",
    state: () => chat({ parts: WORK }),
    act: async (page) => {
      await page.getByRole("button", { name: "Tools" }).waitFor();
      await page.keyboard.press("t");
      await page.getByText("Run a command line").first().waitFor();
    },
    also: ["phone"],
  },
  {
    name: "chat-trace",
    says: "The trace of a chat",
    path,
    waits: "Nothing else had to change",
    state: () => chat({ parts: WORK }),
    act: async (page) => {
      await page.getByRole("button", { name: "Trace of this chat" }).click();
      await page.getByText("No line yet.").waitFor();
    },
  },
  {
    name: "chat-right-to-left",
    says: "Right-to-left text",
    path,
    waits: "הבנייה",
    state: () => chat({ parts: [text("הבנייה נכשלת כי `tsconfig.json` ישן.\n\n- ראשון\n- שני")] }),
  },
  {
    name: "chat-missing",
    says: "A chat that is not there",
    path: "/chats/nowhere",
    waits: "is not here",
    state: () => chat({}),
  },
];
