import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on loopback, on the first free port of `tries` from `first` on, and answers which. Rejects where none is. */
export async function listen(
  server: Server,
  { first, tries }: { readonly first: number; readonly tries: number },
): Promise<number> {
  for (let port = first; port < first + tries; port++) {
    if (await tryListen(server, port)) return (server.address() as AddressInfo).port;
  }
  throw new Error(tries === 1 ? `port ${first} is taken` : `no port from ${first} to ${first + tries - 1} is free`);
}

function tryListen(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      server.off("listening", onListening);
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    };
    const onListening = (): void => {
      server.off("error", onError);
      resolve(true);
    };
    server.once("error", onError);
    server.once("listening", onListening);
    server.listen(port, "127.0.0.1");
  });
}
