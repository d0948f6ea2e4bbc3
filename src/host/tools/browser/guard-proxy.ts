import {
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect, type AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { isPrivateHost, readHost } from "../../../read/url/host.ts";
import { pinHost, type Network, type Pinned } from "../net/network.ts";

/** The one way of a run's browser to the network. */
export interface GuardProxy {
  readonly url: string;
  close(): void;
}

export interface ProxyOptions {
  readonly network: Network;
  /** `host:port` near by that a person or a rule let this run open; the name itself says that it is near. */
  readonly admitted: ReadonlySet<string>;
}

/**
 * A proxy on loopback that the browser is started with: every request of a page, whatever it is made by, goes to an
 * address that was checked when it was resolved, so that no page reaches this machine or its network by a name of its own.
 */
export async function startGuardProxy(options: ProxyOptions): Promise<GuardProxy> {
  // What throws ends the one connection that it belongs to: the host lives on.
  const server = createServer((incoming, response) => {
    forward(incoming, response, options).catch(() => response.destroy()); // verdict: refused
  });
  server.on("connect", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    tunnel(incoming, { socket, head, options }).catch(() => socket.destroy()); // verdict: refused
  });
  await listenOn(server);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function listenOn(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
}

/** Null where the address is refused or not there. */
async function pin(url: URL, { network, admitted }: ProxyOptions): Promise<Pinned | null> {
  const near = isNear(url);
  if (near && !admitted.has(`${url.hostname}:${portOf(url)}`)) return null;
  try {
    return await pinHost(url.hostname, near ? { ...network, admits: () => true } : network);
  } catch {
    return null; // verdict: refused
  }
}

/** Its name alone says that it is on this machine or a private network, or cannot be told. */
export function isNear({ hostname }: URL): boolean {
  return isPrivateHost(readHost(hostname) ?? "");
}

export function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

async function forward(incoming: IncomingMessage, response: ServerResponse, options: ProxyOptions): Promise<void> {
  const url = URL.parse(incoming.url ?? "");
  const pinned = url?.protocol === "http:" ? await pin(url, options) : null;
  if (url === null || pinned === null) return refuse(response);
  // A body of unknown length is framed anew; without this Node would send that of some methods with no end.
  const framing = incoming.headers["transfer-encoding"] === undefined ? {} : { "transfer-encoding": "chunked" };
  const outgoing = request({
    host: pinned.address,
    family: pinned.family,
    port: portOf(url),
    method: incoming.method ?? "GET",
    path: `${url.pathname}${url.search}`,
    headers: { ...endToEnd(incoming.headers), ...framing, host: url.host },
    agent: false,
  });
  outgoing.once("response", (answer) => {
    answer.on("error", () => response.destroy());
    try {
      response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    } catch {
      // verdict: refused; what a server sends may be nothing that can be sent on
      outgoing.destroy();
      response.destroy();
      return;
    }
    answer.pipe(response);
  });
  outgoing.on("error", () => (response.headersSent ? response.destroy() : refuse(response, 502)));
  response.once("close", () => outgoing.destroy());
  incoming.pipe(outgoing);
}

const HOP_BY_HOP = /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

/** Without those of one connection alone. Source: RFC 9110, 7.6.1. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? "").toLowerCase().split(/[\s,]+/));
  named.delete("content-length"); // The body would have no end.
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name) && !named.has(name)));
}

function refuse(response: ServerResponse, status = 403): void {
  response.writeHead(status, { "content-type": "text/plain" }).end("this address is not reached from here");
}

interface Tunnel {
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly options: ProxyOptions;
}

async function tunnel(incoming: IncomingMessage, { socket, head, options }: Tunnel): Promise<void> {
  socket.on("error", () => socket.destroy());
  const url = URL.parse(`https://${incoming.url ?? ""}`);
  const pinned = url === null ? null : await pin(url, options);
  if (url === null || pinned === null) return void socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  const remote = connect({ host: pinned.address, family: pinned.family, port: portOf(url) });
  remote.once("connect", () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    remote.write(head);
    remote.pipe(socket).pipe(remote);
  });
  remote.on("error", () => socket.destroy());
  socket.once("close", () => remote.destroy());
}
