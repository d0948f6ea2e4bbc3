import { request as requestPlain, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestTls } from "node:https";
import type { LookupFunction } from "node:net";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Readable } from "node:stream";
import { ToolFault } from "../tool-fault.ts";
import { pinHost, type Network, type Pinned } from "./network.ts";

export interface GetOptions {
  readonly network: Network;
  readonly signal: AbortSignal;
  /** Bytes of the body, unpacked. */
  readonly limit: number;
}

export interface Got {
  readonly status: number;
  readonly statusText: string;
  /** As sent; empty where there is none. */
  readonly type: string;
  /** Absolute; null where the answer redirects nowhere. */
  readonly location: URL | null;
  readonly bytes: Buffer;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * One GET, without following redirects: no cookie, no credential, no proxy, no connection that is used again. The
 * connection goes to the address that was checked, under the name that the certificate must carry.
 */
export async function getOnce(url: URL, { network, signal, limit }: GetOptions): Promise<Got> {
  const pinned = await pinHost(url.hostname, network);
  const response = await open(url, pinned, signal);
  try {
    const { statusCode = 0, statusMessage = "", headers } = response;
    const type = headers["content-type"] ?? "";
    const location = REDIRECTS.has(statusCode) ? locationOf(headers.location, url) : null;
    const bytes = location === null && isText(type, url) ? await readBody(response, limit, url) : Buffer.alloc(0);
    return { status: statusCode, statusText: statusMessage, type, location, bytes };
  } finally {
    response.destroy();
  }
}

function open(url: URL, pinned: Pinned, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: "GET",
    agent: false,
    signal,
    lookup: lookupOf(pinned),
    headers: {
      accept: "text/html, text/*;q=0.9, application/json;q=0.9, application/xml;q=0.8, */*;q=0.1",
      "accept-encoding": "gzip, deflate, br",
      "user-agent": "assent",
    },
    maxHeaderSize: 64 * 1024,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? requestTls : requestPlain)(url, options, resolve);
    request.once("error", reject);
    request.end();
  });
}

/** Node asks this in place of the system: a second look-up could answer something else. */
function lookupOf({ address, family }: Pinned): LookupFunction {
  return (_name, { all }, done) => {
    if (all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };
}

function locationOf(written: string | undefined, base: URL): URL | null {
  return written === undefined ? null : URL.parse(written, base.href);
}

const TEXT =
  /^(?:text\/|application\/(?:(?:[\w.-]+\+)?(?:json|xml|yaml|x-yaml|javascript|x-javascript|ecmascript|toml))\b)/i;

function isText(type: string, { href }: URL): true {
  if (type === "" || TEXT.test(type)) return true;
  throw new ToolFault("EENCODING", `\`${href}\` is not text but \`${type}\``);
}

async function readBody(response: IncomingMessage, limit: number, { href }: URL): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new ToolFault("ETOOLARGE", `\`${href}\` has more than the ${limit} bytes that are read`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/** What is unpacked is counted as it comes, so that a small answer cannot become a large one. */
function unpacked(response: IncomingMessage): Readable {
  const encoding = (response.headers["content-encoding"] ?? "identity").toLowerCase();
  if (encoding === "identity") return response;
  const maker = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    encoding
  ];
  if (maker === undefined)
    throw new ToolFault("EENCODING", `the answer is packed as \`${encoding}\`, which is not read`);
  const unpack = maker();
  response.once("error", (error) => unpack.destroy(error));
  return response.pipe(unpack);
}
