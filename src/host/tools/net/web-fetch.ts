import type { Reading } from "../../../core/reading.ts";
import type { Call } from "../../../read/call.ts";
import { readTarget } from "../../../read/url/target.ts";
import { cutText, type ToolContext, type ToolResult } from "../tool-context.ts";
import { ToolFault } from "../tool-fault.ts";
import { getOnce, type GetOptions, type Got } from "./get.ts";
import { PUBLIC_NETWORK } from "./network.ts";
import { pageText } from "./page-text.ts";

/** Bytes of an answer. */
const LARGEST = 5 * 1024 * 1024;
/** ms; for all of it, redirects included. */
const LONGEST = 30_000;
const MOST_REDIRECTS = 5;

/** `web_fetch`: a page as text. Where it redirects to is decided as a call of its own. Source: host.md. */
export async function runWebFetch(call: Call, reading: Reading, context: ToolContext): Promise<ToolResult> {
  const limit = AbortSignal.timeout(Math.min(context.timeoutMs ?? LONGEST, LONGEST));
  const signal = AbortSignal.any([context.signal, limit]);
  try {
    return await follow(urlOf(call, reading), call, { context, signal });
  } catch (error) {
    if (error instanceof ToolFault) throw error;
    if (context.signal.aborted) throw new ToolFault("ESTOPPED", "the fetch was stopped", error);
    if (limit.aborted) throw new ToolFault("ETIMEOUT", "the page took too long", error);
    throw new ToolFault("ENETWORK", `the page could not be fetched: ${causeOf(error)}`, error);
  }
}

interface Fetching {
  readonly context: ToolContext;
  readonly signal: AbortSignal;
}

async function follow(start: URL, call: Call, { context, signal }: Fetching): Promise<ToolResult> {
  const options: GetOptions = { network: context.network ?? PUBLIC_NETWORK, signal, limit: LARGEST };
  let url = start;
  for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
    const got = await getOnce(url, options);
    if (got.location === null) return toResult(url, got, context);
    const next = await mayFollow(got.location, url, { call, context });
    if (!next)
      return {
        ok: true,
        ...cutText(
          `${url.href} redirects to ${got.location.href}, which is fetched by a call of its own`,
          context.outputLimit,
        ),
      };
    url = got.location;
  }
  throw new ToolFault("ENETWORK", `\`${start.href}\` redirects more than ${MOST_REDIRECTS} times`);
}

/**
 * Where a server leads is where the call goes. Policy may allow that by itself; what it would ask about runs only on the
 * host that was agreed to, which could have answered the same itself. A deny ends the call.
 */
async function mayFollow(
  to: URL,
  from: URL,
  { call, context }: { readonly call: Call; readonly context: ToolContext },
): Promise<boolean> {
  if (to.protocol !== "https:" && to.protocol !== "http:")
    throw new ToolFault("EPOLICY", `it redirects to \`${to.protocol}\``);
  if (context.decide === undefined) return false;
  const { effect, code } = await context.decide({ ...call, args: { url: to.href } });
  if (effect === "deny") throw new ToolFault("EPOLICY", "it redirects to an address that policy does not allow");
  if (effect === "allow") return true;
  const sameHost = to.host === from.host && (to.protocol === from.protocol || to.protocol === "https:");
  return sameHost && (code === "level-ask" || code === "mode-ask");
}

async function toResult(url: URL, { status, statusText, bytes, type }: Got, context: ToolContext): Promise<ToolResult> {
  const text = await pageText(bytes, type);
  const head = status === 200 ? url.href : `${url.href}\n${status} ${statusText}`.trimEnd();
  return { ok: true, ...cutText(`${head}\n\n${text}`, context.outputLimit) };
}

/** INVARIANT: the address that is fetched is, to every reader of addresses, the one that was decided about. */
export function urlOf(call: Call, reading: Reading): URL {
  const { url: written } = call.args as { readonly url: string };
  const target = reading.parts[0]?.targets[0];
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`);
  if (url === null || target === undefined) throw new ToolFault("EINVALID", "$.url is not an address");
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new ToolFault("EINVALID", "$.url must be an http or https address");
  if (target.url !== undefined && !isSame(target.text, url.href))
    throw new ToolFault("EPOLICY", "the address could be read in more than one way");
  // A password on the line goes to nobody.
  url.username = url.password = "";
  return url;
}

/** Readers of URLs differ in whether they write `'` of a query out; to servers it is the same. */
function isSame(written: string, parsed: string): boolean {
  const [a, b] = [written, parsed].map((text) => readTarget(text.replaceAll("%27", "'"), "https").url);
  return JSON.stringify(a) === JSON.stringify(b);
}

function causeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
