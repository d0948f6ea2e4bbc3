import { showText } from "../behind.ts";
import { type Arg, literal } from "../arg.ts";
import { absolute } from "../guard.ts";
import { mayShowSecrets, raise } from "../line.ts";
import type { Start } from "../program.ts";
import { fileOfUrl } from "./file-url.ts";
import { callsOnlyKnown } from "./sql-functions.ts";
import { baresOf, statementsOf } from "./sql-text.ts";
import { mentionWord } from "../mention.ts";
import { runsOther } from "../code.ts";
import { applyValue, placeOf } from "../values.ts";
import { onlyLoopback } from "../target.ts";
import { isLoopbackHost } from "../../url/host.ts";

/** Statements and client commands of databases: which only ask, which change, which leave the database. */

type Verdict = "read" | "write" | "destructive" | "runs" | "unknown";

/** psql: SQL by `-c`, `-f` and standard input; `\` begins a command of the client. */
export function readPsql(start: Start): void {
  raise(start.draft, "remote-read");
  for (const arg of [...start.operands, ...valuesOf(start, "--dbname")]) readConnection(start, arg);
  const piped = valuesOf(start, "--output").find(({ prefix, kind }) => kind !== "literal" || prefix.startsWith("|"));
  if (piped !== undefined) return runsOther(start, `\`${piped.text}\` is a program that what comes out is piped to`);
  if (start.options.some(({ name }) => name === "--list")) return;
  const texts = valuesOf(start, "--command", "-c");
  // Their text is put in for `:name` in what comes from a file or standard input.
  const puts = valuesOf(start, "--variable").some(
    (arg) => arg.kind !== "literal" || !/^\w+(=[\w.-]*)?$/.test(arg.text),
  );
  if (puts && texts.length === 0) raise(start.draft, "unknown");
  readTexts(start, texts, psqlStatement);
}

/** `postgresql://host/db`, `host=x dbname=y`. PostgreSQL 17, 32.1.1. */
function readConnection(start: Start, arg: Arg): void {
  if (arg.kind === "literal" && THIS_MACHINE.test(arg.text)) return;
  if (/^\w+:\/\//.test(arg.prefix)) return applyValue(start, { kind: "u", arg });
  const host = /(?:^|\s)host(?:addr)?\s*=\s*([^\s/][^\s]*)/.exec(arg.prefix)?.[1];
  if (host !== undefined && !isLoopbackHost(host)) applyValue(start, { kind: "h", arg: literal(host) });
}

/** No list of hosts, and no query, in which another `host` may stand. */
const THIS_MACHINE =
  /^postgres(?:ql)?:\/\/(?:[\w.%-]+(?::[^@/?#\s]*)?@)?(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/[\w.-]*)?$/;

export function readMysql(start: Start): void {
  raise(start.draft, "remote-read");
  const texts = valuesOf(start, "--execute", "-e", "--init-command");
  readTexts(start, texts, mysqlStatement);
}

/** sqlite3 and duckdb: the first operand is the file, later ones are statements; `.` begins a command of the client. */
export function readSqlite(start: Start): void {
  const [file, ...texts] = start.operands;
  const given = [...valuesOf(start, "-cmd", "-c", "--cmd"), ...texts];
  readTexts(start, given, start.draft.program === "duckdb" ? duckStatement : sqliteStatement);
  if (file === undefined || file.text === ":memory:") return;
  const arg = fileOfUrl(file);
  if (arg === null) return raise(start.draft, "unknown");
  applyValue(start, { kind: databaseAct(start, arg), arg });
}

/** Opening a database makes the file where there is none, also behind a link. */
function databaseAct({ at, cwd, draft, options }: Start, arg: Arg): "r" | "w" | "e" {
  const has = (name: string): boolean => options.some((option) => option.name.replace(/^--/, "-") === name);
  if (has("-readonly")) return "r";
  if (draft.class !== "read") return "e";
  const path = absolute(arg.path ?? arg.text, cwd);
  const isThere = path !== null && at.line.world.realpath(path) !== null;
  return isThere || has("-ifexists") ? "r" : "w";
}

function valuesOf({ options }: Start, ...names: readonly string[]): readonly Arg[] {
  return options.filter(({ name }) => names.includes(name)).flatMap(({ value }) => (value ? [value] : []));
}

function readTexts(start: Start, given: readonly Arg[], judge: (text: string) => Verdict): void {
  const { draft, at, options } = start;
  start.stdinRead = true;
  if (draft.targets.length > 0 && !onlyLoopback(draft.targets, [])) raise(draft, "network");
  const fromFile = options.some(({ option }) => option.value === "s");
  const { stdin } = at;
  const piped = stdin.kind === "none" || given.length > 0 ? [] : [stdin.kind === "file" ? null : (stdin.text ?? null)];
  const texts = [...given.map((arg) => (arg.kind === "literal" ? arg.text : null)), ...piped];
  // Without a statement it waits for a person to type.
  if (texts.length === 0 && !fromFile) return raise(draft, "unknown");
  for (const text of texts) {
    // A command of the client (`\! cmd`, `.shell cmd`) may stand in it.
    if (text === null) runsOther(start, `statements that are not known may make \`${draft.program}\` run a program`);
    else for (const statement of statementsOf(text)) applyVerdict(start, judge(statement), statement);
  }
}

/** `\! cmd`, `system cmd`, `.shell cmd`, `copy … program 'cmd'`. */
const CLIENT_COMMAND = /^(?:\\!|system\s|\.(?:shell|system)\s)\s*([^]*)|\bprogram\s+'([^']*)'/i;

function applyVerdict(start: Start, verdict: Verdict, statement: string): void {
  const { draft } = start;
  if (verdict === "runs")
    showText(
      start,
      CLIENT_COMMAND.exec(statement)
        ?.slice(1)
        .find((line) => line) ?? "",
    );
  if (verdict === "runs") for (const word of statement.split(/\s+/)) mentionWord(placeOf(start), literal(word), "path");
  if (verdict === "runs")
    return runsOther(start, `\`${statement.slice(0, 60)}\` makes the database client run a program or use files`);
  raise(draft, verdict);
  if (verdict === "destructive") draft.exactOnly = "destructive";
  if (PASSWORDS.test(statement)) mayShowSecrets(draft);
}

/** Where servers keep the passwords of their own accounts. PostgreSQL 17, MySQL 9, MariaDB 11. */
const PASSWORDS =
  /\b(?:pg_shadow|pg_authid|pg_user_mappings?|rolpassword|authentication_string|global_priv)\b|\bmysql[`"]?\s*\.\s*[`"]?user\b|\bshow\s+create\s+user\b/i;

const WORST: readonly Verdict[] = ["runs", "destructive", "unknown", "write", "read"];

/** The worst of what the statement is, in every way of quoting. */
function worstOf(statement: string, judge: (bare: string) => Verdict): Verdict {
  return worst(baresOf(statement).map(judge));
}

function worst(verdicts: readonly Verdict[]): Verdict {
  return WORST.find((verdict) => verdicts.includes(verdict)) ?? "unknown";
}

function sqlStatement(statement: string): Verdict {
  return worstOf(statement, (bare) => bareStatement(bare.toLowerCase()));
}

/** A statement whose quoted texts are empty, in lower case. */
function bareStatement(bare: string): Verdict {
  const first = /^\(*\s*([a-z]+)/.exec(bare)?.[1] ?? "";
  // MySQL runs what such a comment holds.
  if (/\/\*!/.test(bare)) {
    const inside = bare.replace(/\/\*!\d*|\*\//g, " ").split(";");
    return doubted(worst(inside.map((part) => bareStatement(part.trim()))));
  }
  // A comment without an end, or within too many others.
  if (bare.includes("/*")) return "destructive";
  if (/^(?:install\s+(?:plugin|component)|alter\s+system|create\s[^]*\b(?:extension|language|soname))\b/.test(bare))
    return "runs";
  if (/^(?:attach\b|load\b|vacuum\b[^]*\binto\b|copy\b[^]*\b(?:from|to)\s+'')/.test(bare)) return "runs";
  const runs = first !== "explain" || /\banalyze\b/.test(bare);
  if (/\b(drop|truncate|delete)\b/.test(bare) && first !== "select" && runs) return "destructive";
  if (
    /\b(into\s+(out|dump)file|load_file|load_extension|pg_read_\w*file|pg_ls_dir|lo_(im|ex)port|copy\b[^]*\bprogram|writefile|readfile|edit|xp_cmdshell|sys_exec|sys_eval|dblink\w*|fts3_tokenizer|read_(csv|parquet|json|text|blob)\w*|query_to_xml|pg_sleep|pg_terminate_backend|pg_cancel_backend|set_config|nextval|setval)\b/.test(
      bare,
    )
  )
    return "runs";
  if (["show", "describe", "desc", "values", "table"].includes(first)) return "read";
  if (first === "select" || first === "with")
    return /\b(insert|update|delete|merge|into)\b/.test(bare) ? "write" : callsOnlyKnown(bare) ? "read" : "unknown";
  if (first === "explain")
    return /\banalyze\b/.test(bare) && !/\bselect\b/.test(bare.replace(/^explain[^]*?analyze/, ""))
      ? "write"
      : /\b(insert|update|delete)\b[^]*/.test(bare) && /\banalyze\b/.test(bare)
        ? "write"
        : "read";
  if (first === "pragma")
    return /^pragma\s+(\w+\.)?(table_info|table_xinfo|table_list|index_list|index_info|foreign_key_list|database_list|integrity_check|quick_check|user_version|schema_version|page_count|page_size|encoding|compile_options)\b(?!\s*=)/.test(
      bare,
    )
      ? "read"
      : "unknown";
  if (
    [
      "insert",
      "update",
      "create",
      "alter",
      "grant",
      "revoke",
      "replace",
      "merge",
      "comment",
      "analyze",
      "reindex",
      "vacuum",
      "begin",
      "commit",
      "rollback",
      "start",
      "set",
      "upsert",
    ].includes(first)
  )
    return "write";
  return "unknown";
}

/** Where the statement is not known for certain, reading is the least that it does. */
function doubted(verdict: Verdict): Verdict {
  return verdict === "read" ? "unknown" : verdict;
}

function psqlStatement(statement: string): Verdict {
  const slash = statement.indexOf("\\");
  if (slash < 0) return sqlStatement(statement);
  if (slash > 0) return "runs";
  return /^\\(d[a-zA-Z]*\+?|l\+?|list\+?|conninfo|z|sf\+?|sv\+?|encoding|h|help|\?|x|t|a|timing|q|pset|echo)(\s+[\w."*$?]+)*$/.test(
    statement,
  )
    ? "read"
    : "runs";
}

/** Anywhere outside of quotes `\` begins a command of the client: `select 1\! id`. `\g` and `\G` end a statement. */
function mysqlStatement(statement: string): Verdict {
  const client = worstOf(statement, (bare) =>
    /\\[^gG]|\\$|^(system|source|tee|pager|edit)\b/i.test(bare) ? "runs" : "read",
  );
  if (client === "runs") return client;
  return worst(
    statement
      .split(/\\[gG]/)
      .filter(Boolean)
      .map(sqlStatement),
  );
}

const DOT_READS = new Set(
  "tables schema indexes indices databases headers header mode show width help quit exit separator nullvalue timer eqp stats explain fullschema dbinfo version changes bail echo print prompt limit lint".split(
    " ",
  ),
);

function sqliteStatement(statement: string): Verdict {
  if (!statement.startsWith(".")) return sqlStatement(statement);
  const name = /^\.(\w+)/.exec(statement)?.[1] ?? "";
  if (name === "dump") return "read";
  // Commands may be shortened; only whole names are known for certain.
  return DOT_READS.has(name) && !/[|`]/.test(statement) ? "read" : "runs";
}

/** A text in the place of a table is a file or an address. DuckDB 1.2. */
function duckStatement(statement: string): Verdict {
  return /\b(?:from|join)\s+['"]|\b(?:glob|attach|install|load|copy|import|export)\b/i.test(statement)
    ? "runs"
    : sqliteStatement(statement);
}

const REDIS_READS = new Set(
  (
    "get mget strlen getrange exists keys scan ttl pttl type hget hgetall hkeys hvals hlen hmget hexists hscan lrange llen lindex smembers " +
    "scard sismember sscan srandmember zrange zrevrange zcard zscore zrank zcount zscan zrangebyscore dbsize info ping time object " +
    "xrange xrevrange xlen xinfo pubsub lastsave command bitcount getbit geopos geodist touch dump echo"
  ).split(" "),
);
/** Of these only what tells: `config get requirepass` is a password. Redis 7.4. */
const REDIS_TELLING: ReadonlyMap<string, RegExp> = new Map([
  ["memory", /^(?:usage|stats|doctor|malloc-stats|help)$/],
  ["client", /^(?:list|info|id|getname|help)$/],
  ["slowlog", /^(?:get|len|help)$/],
  ["latency", /^(?:latest|history|doctor|graph|histogram|help)$/],
  ["cluster", /^(?:info|nodes|slots|shards|links|myid|keyslot|help)$/],
  ["acl", /^(?:whoami|cat|help)$/],
  [
    "config",
    /^get (?:max[\w-]*|append[\w-]*|databases|timeout|tcp-[\w-]*|port|bind|dir|dbfilename|save|loglevel|logfile|hz)$/,
  ],
]);

const REDIS_LOSES = new Set("flushall flushdb del unlink getdel shutdown swapdb expire rename restore".split(" "));
const REDIS_RUNS = new Set([
  "eval",
  "evalsha",
  "script",
  "module",
  "debug",
  "config",
  "function",
  "fcall",
  "replicaof",
  "slaveof",
  "migrate",
  "save",
  "bgsave",
  "acl",
]);

/** Options that look at the server instead. */
const REDIS_TELLS = new Set("--stat --latency --latency-history --bigkeys --memkeys --hotkeys --scan".split(" "));

/** One command of redis, by its name. */
export function readRedis(start: Start): void {
  const { draft, operands, options } = start;
  const [command] = operands;
  raise(draft, "remote-read");
  if (draft.targets.length > 0 && !onlyLoopback(draft.targets, [])) raise(draft, "network");
  if (command === undefined && options.some(({ name }) => REDIS_TELLS.has(name))) return;
  if (command === undefined || command.kind !== "literal") return raise(draft, "unknown");
  const name = command.text.toLowerCase();
  if (REDIS_READS.has(name) || tellsOnly(name, operands)) return;
  if (REDIS_RUNS.has(name)) return runsOther(start, `\`${command.text}\` changes or runs the server itself`);
  if (!REDIS_LOSES.has(name)) return raise(draft, "unknown");
  raise(draft, "destructive");
  draft.exactOnly = "destructive";
  draft.does = "deletes data of the database";
}

function tellsOnly(name: string, [, ...words]: readonly Arg[]): boolean {
  // `config get` takes several names.
  const asked = name === "config" ? words : words.slice(0, 1);
  if (asked.some((word) => word.kind !== "literal")) return false;
  return REDIS_TELLING.get(name)?.test(asked.map((word) => word.text.toLowerCase()).join(" ")) === true;
}
