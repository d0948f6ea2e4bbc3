import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { admit, type Served } from "./admit.ts";
import { SECURITY_HEADERS } from "./headers.ts";
import { refuse, type HttpRefusal } from "./refusal.ts";

/** Bytes of all headers of a request; Node answers 431 above it. */
const HEADER_LIMIT = 16 * 1024;
const HEADER_COUNT = 64;

/** What answers, once the host is ready. */
export interface Front {
  readonly app: Hono;
  readonly served: Served;
}

/**
 * The listener: the gate in front of everything that arrives on the socket, then the app. Upgrades, CONNECT and
 * `Expect` go through the same gate and are then refused, so that no path into the host goes around it. What arrives
 * before the host is ready waits; where it never gets ready, the request is refused.
 */
export function createHttpServer(front: Promise<Front>): Server {
  const ready = front.then(({ app, served }) => ({
    served,
    handle: getRequestListener(app.fetch),
  }));
  ready.catch(() => {}); // verdict: each request is refused, below; the start itself tells why
  // A missing Host header is for the gate to refuse, which sends its own headers along.
  const server = createServer({
    requireHostHeader: false,
    maxHeaderSize: HEADER_LIMIT,
    requestTimeout: 60_000,
    headersTimeout: 10_000,
    // Node's five seconds often end just as the next request of a page or a hook is on its way, which then fails.
    keepAliveTimeout: 75_000,
  });
  server.maxHeadersCount = HEADER_COUNT;
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
    ready
      .then(
        ({ served, handle }) => {
          const refusal = admit(headOf(request), served);
          return refusal === null ? handle(request, response) : writeRefusal(response, refusal);
        },
        () => writeRefusal(response, NOT_READY), // verdict: refused
      )
      .catch(() => response.destroy()); // verdict: no answer at all
  };
  const onSocket = (request: IncomingMessage, socket: Duplex): void => {
    socket.on("error", () => socket.destroy());
    ready.then(
      ({ served }) =>
        writeRaw(socket, admit(headOf(request), served) ?? refuse("EREQUEST", "no protocol upgrade is served")),
      () => writeRaw(socket, NOT_READY), // verdict: refused
    );
  };
  // Without these two listeners Node says `100 Continue` by itself, before anything was checked.
  for (const event of ["request", "checkContinue", "checkExpectation"]) server.on(event, onRequest);
  for (const event of ["upgrade", "connect"]) server.on(event, onSocket);
  return server;
}

const NOT_READY = refuse("EUNAVAILABLE", "the host could not start");

function headOf(request: IncomingMessage) {
  return { method: request.method ?? "", target: request.url ?? "", rawHeaders: request.rawHeaders };
}

/** The rest of the request is not read: the connection ends with the answer. */
function writeRefusal(response: ServerResponse, refusal: HttpRefusal): void {
  response.writeHead(refusal.status, {
    "content-type": "application/json",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(JSON.stringify(refusal.body));
}

function writeRaw(socket: Duplex, refusal: HttpRefusal): void {
  const body = JSON.stringify(refusal.body);
  const headers = {
    ...SECURITY_HEADERS,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} Refused\r\n${lines.join("")}\r\n${body}`);
}
