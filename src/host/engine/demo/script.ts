/** What the demo model does in one step: says something, then calls tools. */
export interface DemoStep {
  /** Word by which a person asks for this step alone. */
  readonly word: RegExp;
  readonly think?: string;
  readonly say: string;
  readonly calls: readonly DemoCall[];
}

export interface DemoCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** It is about the item of the plan with this title that was added last; left out where there is none. */
  readonly item?: string;
}

export const DEMO_HELLO =
  "I am the **demo model**: a script that runs offline, so nothing I say is thought of. I propose one call of each " +
  "kind, for you to see what is decided about it. I write two files, `assent-demo.md` and `assent-demo.log`, and delete them at the end.";

const FILE = "assent-demo.md";
const LOG = "assent-demo.log";
const PLAN = "Show each kind of card";
/** No remote has this name: whoever tries the buttons in a real project must not lose commits by it. */
const REMOTE = "assent-demo";

/** One of each kind of answer and of card, in the chat's project. Steps whose tools are not offered are left out. */
export const DEMO_STEPS: readonly DemoStep[] = [
  {
    word: /\b(?:read|look|list)\b/i,
    think: "Reading is free at level L0, so two calls of that kind can go at once.",
    say: "First I look around. Where reading is free, that asks nobody.",
    calls: [
      { tool: "list_files", args: { path: "." } },
      { tool: "shell", args: { command: "git status --short" } },
    ],
  },
  {
    word: /\bplan\b/i,
    say: "I keep a plan, which stands beside the chat.",
    calls: [{ tool: "task", args: { do: "add", title: PLAN } }],
  },
  {
    word: /\bwrite\b/i,
    say: "Now I write a file. Where that asks, its card shows all of it.",
    calls: [
      {
        tool: "write_file",
        args: { path: FILE, content: "# Hello\n\nWritten by the demo model.\n" },
      },
    ],
  },
  {
    word: /\b(?:edit|change|diff)\b/i,
    say: "An edit, which a card shows as a difference.",
    calls: [
      {
        tool: "edit_file",
        args: { path: FILE, edits: [{ old: "Written by", new: "Written, and edited, by" }] },
      },
    ],
  },
  {
    word: /\b(?:command|shell|build)\b/i,
    say: "A command is read part by part: what is known to be harmless is marked so, the rest is for a rule or for you to decide.",
    calls: [
      {
        tool: "shell",
        args: {
          command: `git log -1 --oneline; for i in 1 2 3; do echo "step $i"; sleep 0.3; done && date > ${LOG}`,
        },
      },
    ],
  },
  {
    word: /\bpush\b/i,
    say: `This one would discard commits on a remote. Where it asks, the card says so, and a rule for \`git push\` would not allow it. You may try either answer: no remote is called ${REMOTE}, so nothing is pushed.`,
    calls: [{ tool: "shell", args: { command: `git push --force ${REMOTE} main` } }],
  },
  {
    word: /\b(?:web|page|fetch|network)\b/i,
    say: "Going to the network is ruled by host.",
    calls: [{ tool: "web_fetch", args: { url: "https://example.com/" } }],
  },
  {
    word: /\boutside\b/i,
    say: "A folder outside of the project: only a person may allow that.",
    calls: [{ tool: "list_files", args: { path: ".." } }],
  },
  {
    word: /\b(?:secret|protected)\b/i,
    say: "And one that nobody gets to see: it is refused without asking.",
    calls: [{ tool: "read_file", args: { path: "/etc/assent/managed.json" } }],
  },
  {
    word: /\b(?:question|ask)\b/i,
    say: "Sometimes I need to know something.",
    calls: [
      {
        tool: "ask_user",
        args: { question: "Which colour shall the shed have?", choices: ["Green", "Blue", "Red"], free: true },
      },
    ],
  },
  {
    word: /\b(?:subagent|delegate)\b/i,
    say: "A part of the work goes to a subagent. Where that asks, its card lets you pick the model for it.",
    calls: [
      { tool: "subagent", args: { title: "Count the files", task: "Say how many files the project folder has." } },
    ],
  },
  {
    word: /\b(?:delete|remove|clean)\b/i,
    say: "At last I delete what I made.",
    calls: [
      { tool: "delete_file", args: { path: FILE } },
      { tool: "delete_file", args: { path: LOG } },
    ],
  },
  {
    word: /\b(?:done|finish)\b/i,
    say: "With that the plan is done.",
    calls: [{ tool: "task", args: { do: "set", state: "done" }, item: PLAN }],
  },
];

export const DEMO_BYE =
  "That was one of each. The inbox keeps what was decided, and **Rules** what you chose to remember. Connect a model " +
  "in the settings to have a real conversation.";
