/** Cuts a stream of bytes at its line feeds, and keeps every byte of each line. */
export interface LineSplitter {
  push(chunk: Buffer): void;
  /** What is left without a line feed, as the last line. */
  end(): void;
}

export interface LineOptions {
  /** Bytes of one line that are held at most. */
  readonly limit: number;
  /** With its line feed. */
  readonly onLine: (line: Buffer) => void;
  /** Instead of a line that is longer, once. */
  readonly onTooLong: () => void;
}

const LINE_FEED = 0x0a;

export function createLineSplitter({ limit, onLine, onTooLong }: LineOptions): LineSplitter {
  let held: Buffer[] = [];
  let size = 0;
  let skipping = false;

  function take(piece: Buffer): void {
    if (skipping) return;
    held.push(piece);
    size += piece.length;
    if (size <= limit) return;
    skipping = true;
    held = [];
    onTooLong();
  }

  function finish(): void {
    const line = held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held);
    const whole = !skipping && line.length > 0;
    held = [];
    size = 0;
    skipping = false;
    if (whole) onLine(line);
  }

  return {
    push(chunk) {
      let start = 0;
      for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
        take(start === 0 && at + 1 === chunk.length ? chunk : chunk.subarray(start, at + 1));
        finish();
        start = at + 1;
      }
      if (start < chunk.length) take(chunk.subarray(start));
    },
    end: finish,
  };
}
