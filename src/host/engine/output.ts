import type { Run } from "../../store/tables/runs.ts";
import type { EngineContext } from "./context.ts";

/** Characters of a running command that are told as they come; its result has what the runner keeps. */
const MOST = 256 * 1024;

export interface Output {
  readonly push: (text: string) => void;
  end(): Promise<void>;
}

/** Tells what a running call prints, masked, in pieces that are dropped once it has its result. */
export function createOutput(
  context: EngineContext,
  {
    run,
    message,
    call,
    args,
  }: { readonly run: Run; readonly message: string; readonly call: string; readonly args: unknown },
): Output {
  const redactor = context.redactor.knowing(args, "named");
  let waiting = "";
  let told = 0;
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;

  function flush(all: boolean): void {
    timer = null;
    const { ready, rest } = all ? { ready: waiting, rest: "" } : split(waiting);
    const text = redactor.text(ready).slice(0, MOST - told);
    waiting = rest;
    told += text.length;
    if (text === "") return;
    writing = writing
      .then(() => context.feed.write(run.chat, (_tables, emit) => emit({ type: "output", message, call, text }, call)))
      .catch(context.onDefect); // verdict: not seen as it runs; the result has it
  }

  return {
    push(text) {
      if (told >= MOST) return;
      waiting += text;
      timer ??= setTimeout(() => flush(false), context.limits.flushEvery);
    },
    async end() {
      if (timer) clearTimeout(timer);
      flush(true);
      await writing;
    },
  };
}

/** A block of a key is masked as a whole, so none of it is told before its end. */
const BLOCK = /-----BEGIN (?![^]*-----END )/;
const PRIVATE_KEY = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?![^]*-----END )/;
/** Of one line without an end, or of one block. */
const LONGEST = 32 * 1024;
/** The first or last words of a block are shorter. */
const TAIL = 128;

interface Split {
  readonly ready: string;
  /** Waits for more. */
  readonly rest: string;
}

function split(text: string): Split {
  const line = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
  const until = Math.min(BLOCK.exec(text)?.index ?? line, line);
  return text.length - until > LONGEST ? splitLong(text, until) : splitAt(text, until);
}

/** Where `until` would leave more waiting than is kept. */
function splitLong(text: string, until: number): Split {
  const key = PRIVATE_KEY.exec(text);
  if (key === null) return splitAt(text, text.length - TAIL);
  if (key.index > until) return splitAt(text, key.index);
  // The first words again, so that what is still to come of the key is masked too.
  return { ready: text, rest: `${key[0]}\n${text.slice(-TAIL)}` };
}

function splitAt(text: string, at: number): Split {
  return { ready: text.slice(0, at), rest: text.slice(at) };
}
