import type { HereDoc, HereString, Redirect, Redirection } from "unbash";
import { finding } from "../../core/finding-table.ts";
import type { Arg, Below } from "./arg.ts";
import { type Expander, expandParts, expandValue } from "./expand.ts";
import { type Draft, type Line, addFinding, addUse, raise, usePath } from "./line.ts";
import type { Scope } from "./scope.ts";
import { addPaths } from "./use.ts";

/** What a command finds on its standard input. `text` is null where it is not fixed. */
export type Stdin =
  | { readonly kind: "none" }
  | {
      readonly kind: "pipe";
      readonly network: boolean;
      readonly below?: Below;
      readonly text?: string | null;
      readonly plain?: boolean;
      readonly number?: boolean;
    }
  | { readonly kind: "text"; readonly text: string | null }
  | { readonly kind: "file"; readonly network: boolean };

interface RedirectedAt {
  readonly line: Line;
  readonly scope: Scope;
  readonly expander: Expander;
  readonly draft: Draft;
  /** On another machine, whose files are no concern of this one's rules. */
  readonly away: boolean;
}

/** Reads the redirections of a command into its part. Returns its standard input where one of them is that. */
export function readRedirects(redirects: readonly Redirection[], at: RedirectedAt): Stdin | null {
  let stdin: Stdin | null = null;
  for (const redirect of redirects) {
    const read =
      redirect.type === "HereDoc"
        ? readHereDoc(redirect, at)
        : redirect.type === "HereString"
          ? readHereString(redirect, at)
          : readRedirect(redirect, at);
    const descriptor = redirect.descriptor;
    // `{name}>file` puts the number of what it opens into a variable.
    if (descriptor?.type === "FileDescriptorVariable") at.expander.onSet(descriptor.name, null);
    if (read !== null && (descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 0)))
      stdin = read;
  }
  return stdin;
}

type Place = { readonly expander: Expander; readonly draft: Draft };

function readHereDoc(doc: HereDoc, { expander, draft }: Place): Stdin {
  if (doc.delimiter === undefined || doc.closing === undefined)
    expander.onFault("holds a here-document without an end");
  if (doc.delimiter?.quoted || doc.body.parts === undefined) return { kind: "text", text: doc.body.text };
  const body = expandParts(doc.body.parts, doc.body.text, expander);
  draft.secret ||= body.secret !== undefined;
  return { kind: "text", text: body.kind === "literal" ? body.text : null };
}

function readHereString({ target }: HereString, { expander, draft }: Place): Stdin {
  const arg = target && expandValue(target, expander);
  draft.secret ||= arg?.secret !== undefined;
  if (arg?.below) return pipeOf(arg);
  return { kind: "text", text: arg?.kind === "literal" ? `${arg.path ?? arg.text}\n` : null };
}

function readRedirect(redirect: Redirect, { line, scope, expander, draft, away }: RedirectedAt): Stdin | null {
  if (redirect.target === undefined) return null;
  const target = expandValue(redirect.target, expander);
  // `>! f` and `>>! f` of zsh write to `f`, which is the next word to the parser.
  if (expander.shell === "zsh" && target.prefix.startsWith("!"))
    expander.onFault("holds a `>!`, which this shell reads differently");
  const duplicates = redirect.operator === ">&" || redirect.operator === "<&";
  if (duplicates && target.kind === "literal" && /^(\d*-?|-)$/.test(target.text)) return null;
  if (target.pipe) return redirect.operator.startsWith("<") ? pipeOf(target) : null;
  const reads = redirect.operator === "<" || redirect.operator === "<&" || redirect.operator === "<>";
  if (isNetworkDevice(target)) {
    raise(draft, "network");
    draft.targets.push({ text: target.text });
    addFinding(draft, finding("network-target", `it opens a network connection to \`${target.text}\``, target.text));
    return { kind: "file", network: true };
  }
  if (away) return reads ? { kind: "file", network: false } : null;
  if (reads && (target.below || target.pattern !== undefined))
    addPaths(line, draft, { arg: target, act: "read", cwd: scope.cwd, recursive: false });
  else if (reads) addUse(draft, usePath(line, target, "read", scope));
  if (!reads || redirect.operator === "<>")
    addUse(draft, usePath(line, target, redirect.operator.includes(">>") ? "edit" : "write", scope));
  return reads ? { kind: "file", network: false } : null;
}

/** `< <(cmd)`: what a process substitution prints comes in. */
function pipeOf({ network, below }: Arg): Stdin {
  return { kind: "pipe", network: network === true, ...(below && { below }) };
}

/** What is printed holds messages too, which may name anything: `2>&1`. */
export function mixesErrors(redirects: readonly Redirection[]): boolean {
  return redirects.some(
    ({ type, descriptor, ...redirect }) =>
      type === "Redirect" &&
      descriptor?.type === "FileDescriptor" &&
      descriptor.value === 2 &&
      "target" in redirect &&
      redirect.target?.text !== "/dev/null",
  );
}

/** `/dev/tcp/host/port` is a connection that the shell itself opens. */
function isNetworkDevice(target: Arg): boolean {
  return /^\/+dev\/+(tcp|udp)\//.test(target.kind === "literal" ? target.text : target.prefix);
}

export const NO_STDIN: Stdin = { kind: "none" };
