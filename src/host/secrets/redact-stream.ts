/**
 * Output that arrives in pieces, without its secrets. What is held back is kept as it came: a secret of which a part has
 * arrived may look like a whole one, and hidden too early it would leave the rest of itself without its beginning.
 */
export interface RedactedStream {
  /** What may be shown by now. */
  push(piece: string): string;
  end(): string;
}

/** A stream keeps back at least this many characters, for the shapes. */
const MIN_TAIL = 512;
/** A known secret in another spelling is at most this many times as long. */
const LONGEST_SPELLING = 3;

export function redactStream(redact: (text: string) => string, known: () => readonly string[]): RedactedStream {
  let kept = "";
  return {
    push(piece) {
      kept += piece;
      const tail = Math.max(MIN_TAIL, ...known().map((secret) => LONGEST_SPELLING * secret.length));
      const most = lineStart(kept, kept.length - tail);
      if (most === 0) return "";
      const { shown, length } = showable(kept, most, redact);
      kept = kept.slice(length);
      return shown;
    },
    end() {
      const rest = redact(kept);
      kept = "";
      return rest;
    },
  };
}

/**
 * What of the first `most` characters may be shown, and how many of them that is.
 * INVARIANT: what is shown and what is held back are together what the whole text would be, so no secret is cut.
 */
function showable(
  text: string,
  most: number,
  redact: (text: string) => string,
): { readonly shown: string; readonly length: number } {
  const whole = redact(text);
  for (const length of [most, lineStart(text, Math.min(most, firstHidden(text, whole)))]) {
    const shown = redact(text.slice(0, length));
    if (shown + redact(text.slice(length)) === whole) return { shown, length };
  }
  return { shown: "", length: 0 };
}

/** The last place at or before `at` where no word is cut, so that a name and its value stay together. */
function lineStart(text: string, at: number): number {
  return at <= 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** Where the first secret begins; a key that still goes on begins there. */
function firstHidden(text: string, redacted: string): number {
  const end = Math.min(text.length, redacted.length);
  let at = 0;
  while (at < end && text[at] === redacted[at]) at += 1;
  return at;
}
