import { type Arg, isLiteral, literal, unknown } from "../arg.ts";
import { reachesPrograms } from "../environment.ts";
import { addFinding, mayShowSecrets, raise } from "../line.ts";
import { showText, showWords } from "../behind.ts";
import { startArgv, startEach } from "../launch.ts";
import type { Start } from "../program.ts";
import { setVar } from "../scope.ts";
import { commandsIn, editorCommands, settingCommand } from "./inside.ts";
import { runsOther } from "../code.ts";
import { applyValue } from "../values.ts";
import { injection } from "../start.ts";

/** `xargs cmd …`: what comes in is added to the words, or takes the place of a mark. GNU findutils 4.10. */
export function readXargs(start: Start): void {
  const { read, options, at } = start;
  const { stdin } = at;
  const fromFile = options.some(({ name }) => name === "--arg-file" || name === "-a");
  const listed = !fromFile && stdin.kind === "pipe" ? stdin.below : undefined;
  const whole = options.some(({ name }) => name === "--null" || name === "-0");
  const below = listed && (whole ? listed : { ...listed, split: true });
  const replace = options.find(({ name }) => name === "-I" || name === "--replace" || name === "-i" || name === "-J");
  const argv = read.argv ?? [literal("echo")];
  const mark = replace?.value?.kind === "literal" && replace.value.text !== "" ? replace.value.text : "{}";
  const plain = !fromFile && stdin.kind === "pipe" && stdin.plain === true;
  const came = (text: string, many: boolean, prefix = ""): Arg =>
    unknown(text, {
      many,
      prefix,
      ...(below && prefix === "" && { below }),
      ...(plain && text === mark && { plain, dash: false }),
      ...(whole && below?.undashed && text === mark && { dash: false }),
    });
  const text = stdin.kind === "none" || stdin.kind === "file" || fromFile ? null : stdin.text;
  const fixed =
    typeof text === "string" &&
    !/['"\\]/.test(text) &&
    options.every(({ name }) => name !== "--delimiter" && name !== "--null" && name !== "-E" && name !== "--eof");
  if (replace === undefined && fixed)
    return startEach(start, [
      ...argv,
      ...text
        .split(/\s+/)
        .filter((word) => word !== "")
        .map(literal),
    ]);
  if (replace === undefined) return startEach(start, [...argv, came(mark, true)]);
  startEach(
    start,
    argv.map((arg) =>
      arg.kind === "literal" && arg.text.includes(mark)
        ? came(arg.text, false, arg.text.slice(0, arg.text.indexOf(mark)))
        : arg,
    ),
  );
}

/** `ansible all -m shell -a CMD`: hosts, module and its words are the program together. ansible-core 2.18. */
export function readAnsible(start: Start): void {
  if (start.command.projectCode !== true) start.spelled = start.draft.words.map(({ text }) => text);
}

/** `env NAME=value … cmd`: the variables are those of the command. */
export function readEnv(start: Start): void {
  const { read, draft } = start;
  const argv = read.argv ?? start.operands;
  const at = argv.findIndex((arg) => !/^[A-Za-z_]\w*=/.test(arg.prefix));
  const count = at < 0 ? argv.length : at;
  for (const arg of argv.slice(0, count)) {
    const [name = "", ...value] = arg.text.split("=");
    setVar(start.at.scope, name, null);
    if (reachesPrograms(name, arg.kind === "literal" ? value.join("=") : null)) addFinding(draft, injection(name));
  }
  const rest = argv.slice(count);
  if (rest.length > 0) return startArgv(start, rest);
  // Alone it prints all variables, secrets among them.
  mayShowSecrets(draft);
}

/** `make target NAME=value`: a variable given on the line replaces the makefile's, and programs are named by variables. */
export function readMake(start: Start): void {
  const { operands, draft } = start;
  for (const arg of operands) {
    if (arg.kind !== "literal") raise(draft, "unknown");
    else if (/^[\w.-]+\s*[:+?!]*=/.test(arg.text)) {
      showText(start, settingCommand(arg.text) ?? "");
      return runsOther(
        start,
        `\`${arg.text}\` replaces a variable of the makefile, which may name the programs that it runs`,
      );
    }
  }
}

/** A program of many programs: `busybox rm x` is `rm x`. */
export function readApplet(start: Start): void {
  const argv = start.read.argv ?? start.operands;
  if (argv.length > 0 && !isLiteral(argv[0], "--list")) startArgv(start, argv);
}

/** `less +command file`: the pager runs it at the start; only places to go to are harmless. */
export function readPager(start: Start): void {
  const odd = start.operands.find((arg) =>
    arg.kind === "literal"
      ? /^\+(?!\+?(?:\d+[gG%p]?|[FGg]|\/[^\n!|]*)$)/.test(arg.text)
      : arg.prefix === "" || arg.prefix.startsWith("+"),
  );
  if (odd === undefined) return;
  showText(start, /^\+?!([^]*)/.exec(odd.text.slice(1))?.[1] ?? "");
  runsOther(start, `\`${odd.text}\` could make \`${start.draft.program}\` run a command`);
}

/** `cargo watch -x "test --all"`: subcommands of cargo. cargo-watch 8.5. */
export function readCargoWatch(start: Start): void {
  for (const { name, value } of start.options)
    if (name === "--exec" && value !== undefined) showText(start, `cargo ${value.prefix}`);
}

/** Names of keys among what is typed. Source: tmux 3.5 manual page, "KEY BINDINGS". */
const KEYS: ReadonlyMap<string, string> = new Map([
  ["Space", " "],
  ["Enter", "\n"],
  ["C-m", "\n"],
  ["C-j", "\n"],
  ["KPEnter", "\n"],
]);

/** `tmux send-keys rm Space x Enter`: words are typed one after the other. */
export function readKeys(start: Start): void {
  showText(start, start.operands.map(({ prefix }) => KEYS.get(prefix) ?? prefix).join(""));
}

/** `screen -X stuff 'rm x^M'` types into a session; `screen -X exec rm x` starts there. GNU Screen 5.0. */
export function readScreen(start: Start): void {
  const [command, ...words] = start.read.argv ?? [];
  if (command === undefined || !start.options.some(({ name }) => name === "-X")) return;
  if (command.text === "stuff")
    showText(start, words.map(({ prefix }) => prefix.replace(/\^[MJ]|\\(?:n|r|01[25])/g, "\n")).join(" "));
  else showWords(start, words);
}

/** `at now`: what comes in runs later. `-l`, `-d`, `-r` and `-c` only look and take away. */
export function readAt(start: Start): void {
  const { stdin } = start.at;
  const text = typed(start);
  showText(start, text);
  const takes = start.options.some(({ name }) => /^-[ldrc]$/.test(name)) || start.draft.program === "atrm";
  if (!takes && (stdin.kind === "file" || (stdin.kind === "pipe" && text === "")))
    runsOther(start, `\`${start.draft.program}\` runs what it gets on its standard input`);
}

/** `vim -c '!cmd'`, `emacs --eval '(shell-command "cmd")'`: what the editor starts, for denials. */
export function readEditor(start: Start): void {
  const { words, program } = start.draft;
  for (const text of [...words.map((word) => word.text.replace(/^-\w=|^--\w+=/, "")), typed(start)])
    for (const line of [...editorCommands(text), ...commandsIn(text, program)]) showText(start, line);
}

function typed({ at: { stdin } }: Start): string {
  return (stdin.kind === "text" || stdin.kind === "pipe" ? stdin.text : null) ?? "";
}

/** `nm @file`: a file of further options, among them ones that load code. */
export function readOptionFiles(start: Start): void {
  const file = start.operands.find((arg) => arg.prefix.startsWith("@"));
  if (file === undefined) return;
  runsOther(start, `\`${file.text}\` is a file of options, which could make \`${start.draft.program}\` load code`);
}

/** `identify msl:x`: a prefix chooses how the word is read; some run scripts, read other files or delete. */
export function readImages(start: Start): void {
  const odd = start.operands.find((arg) => /^@|^[A-Za-z][\w-]+:/.test(arg.prefix));
  if (odd === undefined) return;
  runsOther(start, `\`${odd.text}\` is read in a way of its own, which can run scripts and use other files`);
}

/** `kill -0 PID` only asks whether the process is there. POSIX.1-2024, kill. */
export function readKill({ draft, options, read }: Start): void {
  const asks = options.every(({ name, value }) => name === "-0" || (name === "--signal" && value?.text === "0"));
  if (!asks || options.length === 0 || read.loose.length > 0 || draft.class !== "execute") return;
  draft.class = "read";
  delete draft.does;
}

/** `service ../../x status`: the name of a service is a file below `/etc/init.d`, which a slash leads out of. */
export function readService(start: Start): void {
  const name = start.draft.words[0]?.text ?? "";
  if (name.includes("/")) runsOther(start, `\`${name}\` leads to any script`);
}

/** `man ./x.1`: a page with a slash in its name is a file. */
export function readMan(start: Start): void {
  for (const arg of start.operands) if (arg.prefix.includes("/")) applyValue(start, { kind: "r", arg });
}
