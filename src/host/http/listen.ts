import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Ports {
  readonly first: number;
  readonly tries: number;
  /** Whether another host of ours is there by now. With it, the first port is waited for a moment. */
  readonly other?: () => boolean;
}

/** How long the first port is waited for, ms: a host that ends, or one that is just coming up, may have it. */
const PATIENCE = 500;

/**
 * Listens on loopback, on the first free port of `tries` from `first` on, and answers which; null where another host has
 * come up. Rejects where no port is free. Cookies and bookmarks are for one port, so that it is not left at once.
 */
export async function listen(server: Server, { first, tries, other }: Ports): Promise<number | null> {
  const ends = other === undefined ? 0 : Date.now() + PATIENCE;
  do {
    if (await tryListen(server, first)) return portOf(server);
    if (other?.()) return null;
    if (other !== undefined) await sleep(25);
  } while (Date.now() < ends);
  for (let port = first + 1; port < first + tries; port++) if (await tryListen(server, port)) return portOf(server);
  throw new Error(tries === 1 ? `port ${first} is taken` : `no port from ${first} to ${first + tries - 1} is free`);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
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
