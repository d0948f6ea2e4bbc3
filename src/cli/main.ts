import { Command, CommanderError } from "commander";

import { seeDoctor, typed } from "./command-name.ts";
import { CliError, EXIT, printError, UsageError } from "./output.ts";
import { version } from "./version.ts";

/** Each command lives in its own file and is loaded only when it is used. */
const program = new Command("assent")
  .description("Decides whether an AI agent's tool call runs. Without a command: starts the host here and opens it.")
  .version(version())
  .enablePositionalOptions()
  .showHelpAfterError(`hint:  ${typed("--help")} lists the commands`)
  .exitOverride()
  .option("--port <number>", "listen on this port of 127.0.0.1 (default: 4747, or the next free one)")
  .option("--no-open", "do not open a browser")
  .option("--recover", "print a new first login link, for a stopped host with no session left")
  .allowExcessArguments()
  .action(async (options, command: Command) => {
    if (command.args[0] !== undefined) command.error(`error: there is no command '${command.args[0]}'`);
    await (await import("./start.ts")).start(options);
  });

program
  .command("check")
  .description("say what would be decided, without running it; exit 0 allow, 10 ask, 20 deny")
  .usage("[options] -- COMMAND…")
  .showHelpAfterError(`hint:  the command goes after --, as in ${typed("check -- git push -f")}`)
  .argument("[command...]", "the command line, after --")
  .option("--explain", "print every stage and what would have changed the answer")
  .option("--json", "print the whole decision as JSON")
  .option("--tool <name>", "another tool than the shell; the arguments are then one JSON object")
  .option("--agent <name>", "the agent that calls, whose names for its own tools then count")
  .option("--policy <file>", "a whole policy in JSON in place of the stored one")
  .option("--batch", "read JSON Lines from standard input, write JSON Lines (docs/embedding.md)")
  .action(async (words, options) => (await import("./check.ts")).check(words, options));

const rules = program.command("rules").description("list, add, remove, lint and suggest rules");
rules
  .command("list", { isDefault: true })
  .description("list the rules that decide here (default)")
  .option("--json", "print them as JSON")
  .action(async (options) => (await import("./rules.ts")).listRules(options));
rules
  .command("add <pattern>")
  .description("add a rule; a person confirms it in a logged-in session")
  .option("--allow", "let it run")
  .option("--ask", "ask each time (default)")
  .option("--deny", "refuse it")
  .option("--tool <name>", "what it is about: shell (default), read, change, delete, web_fetch or another tool")
  .option("--global", "in every project, not only this one")
  .action(async (pattern, options) => (await import("./rules.ts")).addRule(pattern, options));
rules
  .command("remove <id>")
  .description("remove a rule; a person confirms it in a logged-in session")
  .action(async (id) => (await import("./rules.ts")).removeRule(id));
rules
  .command("lint")
  .description(
    "find rules that are shadowed, contradict each other, never match, do nothing or reach too far; exit 1 where one does",
  )
  .option("--json", "print the findings as JSON")
  .action(async (options) => (await import("./rules-lint.ts")).lint(options));
rules
  .command("suggest")
  .description("the few rules that would have removed most asks in this project, from what was approved")
  .option("--json", "print them as JSON")
  .action(async (options) => (await import("./rules-suggest.ts")).suggest(options));

const approvals = program.command("approvals").description("list what waits for a person, and answer it");
approvals
  .command("watch")
  .description("follow what waits, and answer it here; a person confirms each answer in a logged-in session")
  .action(async () => (await import("./approvals-watch.ts")).watch());
approvals
  .command("list", { isDefault: true })
  .description("list what waits (default)")
  .option("--json", "print them as JSON")
  .action(async (options) => (await import("./approvals.ts")).approvals(options));

const audit = program.command("audit").description("read and verify the audit trail");
audit
  .command("tail", { isDefault: true })
  .description("print the last lines (default)")
  .option("-n, --lines <number>", "how many lines", "20")
  .option("--json", "print them as JSON Lines")
  .action(async (options) => (await import("./audit.ts")).tail(options));
audit
  .command("verify")
  .description("check every line against the one before and against the last anchor")
  .action(async () => (await import("./audit.ts")).verify());

program
  .command("trust")
  .description(
    "show what this project's own files would change, and accept it; a person confirms it in a logged-in session",
  )
  .option("--list", "only show it")
  .option("--json", "print it as JSON")
  .action(async (options) => (await import("./trust.ts")).trust(options));

const servers = program.command("servers").description("MCP servers that the host starts for its own chats");
servers
  .command("list", { isDefault: true })
  .description("list them (default)")
  .option("--json", "print them as JSON")
  .action(async (options) => (await import("./servers.ts")).servers(options));
servers
  .command("add <name> [command...]")
  .description("add one; a person confirms it in a logged-in session")
  .usage("[options] NAME -- COMMAND…")
  .option("--url", "an address (Streamable HTTP) stands in place of the command")
  .option("--cwd <dir>", "the folder that it starts in (default: the home folder)")
  .option(
    "--env <variable>",
    "NAME=VALUE, once for each; secret ones are given on the page",
    (one, all?: readonly string[]) => [...(all ?? []), one],
  )
  .option("--sandbox", "without the network, and writing only in its folder")
  .action(async (name, words, options) => (await import("./servers.ts")).add(name, words, options));
servers
  .command("confirm <code>")
  .description("let the host start what a page has proposed, by the code that the page shows")
  .action(async (code) => (await import("./servers.ts")).confirm(code));

program
  .command("level [level]")
  .description("show the autonomy level, or stop everything (L3)")
  .action(async (level) => (await import("./level.ts")).level(level));

program
  .command("doctor")
  .description("check the installation, the host and the agents' hooks")
  .action(async () => (await import("./doctor.ts")).doctor());

const hook = program.command("hook").description("connect a coding agent");
hook
  .command("install <agent>")
  .description("put the hook into the agent's own settings (claude-code)")
  .option("--http", "an HTTP hook in place of the command")
  .option("--settings <file>", "the agent's settings file")
  .option("--hold", "hold each ask for the inbox in place of the agent's own prompt")
  .option("--dry-run", "show the change and write nothing")
  .action(async (agent, options) => (await import("./hook.ts")).install(agent, options));
hook
  .command("uninstall <agent>")
  .description("take the hook out of the agent's own settings")
  .option("--settings <file>", "the agent's settings file")
  .action(async (agent, options) => (await import("./hook.ts")).uninstall(agent, options));
hook
  .command("run <agent>")
  .description("answer one event of the agent from standard input; the agent calls this")
  .action(async (agent) => (await import("./hook.ts")).run(agent));

program
  .command("mcp")
  .description("stand between an MCP client and a server that it starts; calls of its tools are decided")
  .usage("[options] -- COMMAND…")
  .showHelpAfterError(`hint:  what starts the server goes after --, as in ${typed("mcp -- npx -y SERVER")}`)
  .argument("<command...>", "what starts the server, after --")
  .option("--name <name>", "what the server is called in the names of its tools")
  .option("--project <dir>", "the folder whose policy counts (default: where the client starts the server)")
  .option("--wait-ms <number>", "how long a call waits for a person before the client is told to come back", "50000")
  .action(async (words, options) => (await import("./mcp.ts")).mcp(words, options));

takesNothingElse(program);
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** A word too many was meant as something: it is not passed over. */
function takesNothingElse({ commands }: Command): void {
  for (const command of commands) takesNothingElse(command.allowExcessArguments(false));
}

/** Every failure ends in a message and a code that is no verdict. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof CliError) {
    printError(error.message, error.hint);
    return error instanceof UsageError ? EXIT.usage : EXIT.failure;
  }
  printError(error instanceof Error ? error.message : String(error), seeDoctor());
  return EXIT.failure;
}
