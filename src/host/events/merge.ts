type Bytes = Uint8Array;

/**
 * Several streams as one, each in its own order. It ends with the first that ends: its reader comes back and asks for
 * all of them again. No stream is read more than one piece ahead, so one that nobody reads stands still.
 */
export function mergeStreams(streams: readonly ReadableStream<Bytes>[]): ReadableStream<Bytes> {
  const readers = streams.map((stream) => stream.getReader());
  const waiting: (() => void)[] = [];
  let ended = false;

  const end = async (): Promise<void> => {
    ended = true;
    await Promise.allSettled(readers.map((reader) => reader.cancel()));
  };

  async function pass(
    reader: ReadableStreamDefaultReader<Bytes>,
    controller: ReadableStreamDefaultController<Bytes>,
  ): Promise<void> {
    for (;;) {
      const { done, value } = await reader.read();
      while (!ended && !done && (controller.desiredSize ?? 0) <= 0)
        await new Promise<void>((resolve) => waiting.push(resolve));
      if (ended) return;
      if (!done) controller.enqueue(value);
      else return void end().then(() => controller.close());
    }
  }

  return new ReadableStream<Bytes>({
    start(controller) {
      // Verdict of a stream that breaks: the whole is broken, and is asked for again.
      for (const reader of readers) pass(reader, controller).catch((error: unknown) => controller.error(error));
    },
    pull: () => waiting.splice(0).forEach((wake) => wake()),
    cancel: end,
  });
}
