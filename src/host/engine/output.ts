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
    const until = all ? waiting.length : wholeLines(waiting);
    const text = redactor.text(waiting.slice(0, until)).slice(0, MOST - told);
    waiting = waiting.slice(until);
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
/** Of one line without an end, or of one block. */
const LONGEST = 32 * 1024;

function wholeLines(text: string): number {
  const block = BLOCK.exec(text)?.index;
  if (text.length > LONGEST) return text.length;
  const line = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
  return block === undefined ? line : Math.min(block, line);
}
