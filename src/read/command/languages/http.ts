import { type Arg, literal, sliceArg, unknown } from "../arg.ts";
import { raise } from "../line.ts";
import type { Start } from "../program.ts";
import { applyValue } from "../values.ts";
import { readJqOption } from "./json.ts";
import { addTarget, onlyLoopback } from "../target.ts";

/** Methods that ask and change nothing. Source: RFC 9110, 9.2.1. */
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** curl and its like: where they go, what they send, what they write. */
export function readHttp(start: Start): void {
  const { draft, options, at } = start;
  for (const { name, value } of options) {
    // The name that is spelled is then not where it goes.
    if (REROUTES.has(name) && value !== undefined) addTarget(start, unknown(value.text), "h");
    if (OUTPUTS.has(name) && value?.kind === "literal" && (value.text === "-" || value.text === "/dev/null")) {
      draft.optionEffects.delete(name);
      // `-` is the standard output, not a file of that name.
      const file = draft.paths.findIndex((use) => use.act === "write" && use.spelling.endsWith("/-"));
      if (file >= 0) draft.paths.splice(file, 1);
    }
    // Without a `=` it is a file of cookies; a variable may be a file's text or one of the environment.
    if (name === "--cookie" && value !== undefined && !value.prefix.includes("="))
      applyValue(start, { kind: "r", arg: value });
    if (name === "--variable" && value !== undefined) readVariable(start, value);
    if (name === "--input-file" && value !== undefined) addTarget(start, unknown(value.text), "u");
    // A format of its own can write a file: `%output{f}`.
    if (name === "--write-out" && (value?.kind !== "literal" || /%output\{/.test(value.text)))
      draft.optionEffects.add(name);
    // A body may come from a file: `-d @file`, `-F name=@file`.
    const at_ = value === undefined ? -1 : value.text.search(/(?:^|[=;])[@<]/);
    if (BODIES.has(name) && value !== undefined && at_ >= 0) {
      const file = sliceArg(
        value,
        value.text.indexOf(
          value.text[at_] === "@" || value.text[at_] === "<" ? value.text[at_] : value.text[at_ + 1]!,
          at_,
        ) + 1,
      );
      if (file.text !== "-")
        applyValue(start, { kind: "r", arg: file.kind === "literal" ? literal(file.text.split(";")[0] ?? "") : file });
    }
  }
  if (onlyAsks(start, "--request")) draft.optionEffects.delete("--request");
  // With `--get` the data are the end of the address, which a rule's mask covers.
  if (options.some(({ name }) => name === "--get"))
    for (const { name, value } of options)
      if (DATA.has(name) && value?.kind === "literal" && !value.text.includes("@")) draft.optionEffects.delete(name);
  // Asking this very machine, and keeping nothing: as harmless as reading a file of the project.
  const keeps =
    draft.program?.startsWith("wget") &&
    !options.some(({ name }) => name === "--output-document" || name === "--spider");
  const keepsNothing =
    !keeps && draft.optionEffects.size === 0 && draft.paths.every((use) => use.act === "read" || use.scratch);
  if (
    draft.class === "network" &&
    keepsNothing &&
    !options.some(({ name }) => FOLLOWS.has(name)) &&
    draft.findings.length === 0 &&
    onlyLoopback(draft.targets, at.line.world.ownPorts)
  )
    draft.class = "remote-read";
}

/** Whether every method that is named asks: which one counts differs among programs. */
function onlyAsks({ options }: Start, option: string): boolean {
  return options.every(
    ({ name, value }) => name !== option || (value?.kind === "literal" && SAFE.has(value.text.toUpperCase())),
  );
}

/** `--variable name=text`, `name@file`, `%NAME`. */
function readVariable(start: Start, value: Arg): void {
  const mark = value.prefix.search(/[@=]/);
  if (mark < 0) start.draft.optionEffects.add("--variable");
  else if (value.prefix[mark] === "@") applyValue(start, { kind: "r", arg: sliceArg(value, mark + 1) });
}

/** `ping`, `nc -z`: whether this very machine answers. */
export function readProbe(start: Start): void {
  const { draft, options, at } = start;
  const probes = draft.program?.startsWith("ping") || options.some(({ name }) => name === "-z");
  const plain = draft.optionEffects.size === 0 && draft.findings.length === 0;
  if (probes && plain && draft.class === "network" && onlyLoopback(draft.targets, at.line.world.ownPorts))
    draft.class = "remote-read";
}

const REROUTES = new Set(["--connect-to", "--resolve", "--unix-socket"]);
const OUTPUTS = new Set(["--output", "--output-document"]);
const DATA: ReadonlySet<string> = new Set(["--data", "--data-binary", "--data-raw", "--data-urlencode"]);
const BODIES: ReadonlySet<string> = new Set([
  ...DATA,
  "--json",
  "--form",
  "--upload-file",
  "--header",
  "--url-query",
  "--write-out",
]);
/** On to wherever the server says. */
const FOLLOWS = new Set(["--location", "--location-trusted", "--follow"]);

/** `http [METHOD] URL [item …]`: a field, a file or what comes in makes it a request with a body. httpie 3.2. */
export function readHttpie(start: Start): void {
  const { operands, options, draft, at } = start;
  const [first] = operands;
  const method = operands.length > 1 && /^[A-Za-z]+$/.test(first?.prefix ?? "") ? first!.text.toUpperCase() : undefined;
  const [url, ...items] = method === undefined ? operands : operands.slice(1);
  if (url !== undefined) addTarget(start, hereOf(url), "u");
  const body = items.find((item) => !(item.kind === "literal" && ASKING_ITEM.test(item.text)));
  if (body !== undefined) draft.optionEffects.add(body.text);
  if (method !== undefined && !SAFE.has(method)) draft.optionEffects.add(first!.text);
  const closed = options.some(({ name }) => name === "--ignore-stdin");
  // Without a method it is a POST wherever standard input is no terminal.
  if (closed || (method !== undefined && at.stdin.kind === "none")) readHttp(start);
}

/** A header or a part of the question, whose text stands on the line. */
const ASKING_ITEM = /^[\w-]+(?:==|:(?!=))(?!@)/;

/** `:3000/x` is a server of this machine. */
function hereOf(url: Arg): Arg {
  return url.kind === "literal" && /^:(?:\d|$|\/(?!\/))/.test(url.text) ? literal(`localhost${url.text}`) : url;
}

/** `gh api`: a request is a read unless a method or a body says otherwise. */
export function readGhApi(start: Start): void {
  readJqOption(start);
  const { draft, options, operands } = start;
  const named = options.some(({ name }) => name === "--method");
  const [endpoint] = operands;
  const bodies = options.filter(({ name }) => name === "--raw-field" || name === "--field" || name === "--input");
  for (const { name, value } of bodies) {
    const at = value?.text.indexOf("=@") ?? -1;
    if (name === "--field" && value !== undefined && at >= 0)
      applyValue(start, { kind: "r", arg: sliceArg(value, at + 2) });
  }
  const asks = named ? onlyAsks(start, "--method") : bodies.length === 0 || isQuery(start);
  const overrides = options.some(
    ({ name, value }) => name === "--header" && (value?.kind !== "literal" || /method-override/i.test(value.text)),
  );
  if (!asks && named) draft.optionEffects.add("--method");
  const where = endpoint?.kind === "literal" ? endpoint.text : (endpoint?.prefix ?? "");
  if (endpoint !== undefined && (where === "" || /:\/\/|^https?/i.test(where))) {
    raise(draft, "network");
    applyValue(start, { kind: "u", arg: endpoint });
  }
  if (overrides) raise(draft, "network");
  if (!asks || overrides || bodies.some(({ name }) => name === "--input")) return;
  for (const { name } of bodies) draft.optionEffects.delete(name);
  const fixed = endpoint?.kind === "literal" && !endpoint.text.includes("://");
  if (draft.class === "network" && fixed && draft.optionEffects.size === 0) draft.class = "remote-read";
}

/** A GraphQL text that only asks: fixed, and without a mutation or subscription. */
function isQuery({ options, operands }: Start): boolean {
  if (operands[0]?.text !== "graphql" || options.some(({ name }) => name === "--input")) return false;
  const fields = options.filter(({ name }) => name === "--raw-field" || name === "--field").map(({ value }) => value);
  const queries = fields.filter((value) => value?.text.startsWith("query="));
  return (
    queries.length === 1 &&
    queries.every(
      (value) =>
        value?.kind === "literal" &&
        /^query=\s*(?:query\b|\{)/.test(value.text) &&
        !/\b(?:mutation|subscription)\b/.test(value.text),
    )
  );
}
