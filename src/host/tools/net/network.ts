import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPrivateHost, readHost } from "../../../read/url/host.ts";
import { ToolFault } from "../tool-fault.ts";

/** How names become addresses, and which addresses may be connected to. */
export interface Network {
  /** All addresses of a name, in the order in which they would be tried. */
  resolve(name: string): Promise<readonly string[]>;
  admits(address: string): boolean;
}

/** The internet, and nothing of this machine or the networks around it. Source: host.md, `web_fetch`. */
export const PUBLIC_NETWORK: Network = {
  resolve: async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address),
  admits: isPublicAddress,
};

/** Not on this machine, a private or link-local network, nor where clouds keep what they know of a machine. */
export function isPublicAddress(address: string): boolean {
  const host = readHost(address.includes(":") ? `[${address}]` : address);
  return host !== null && isIP(address) !== 0 && !isPrivateHost(host);
}

/** An address that a name stands for now; it is the one that is connected to. */
export interface Pinned {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * Resolves a host once, for one connection. INVARIANT: every address of it must be admitted, and the answer is what is
 * connected to: a name that answers otherwise a moment later, or with one good address among bad ones, gains nothing.
 * `host` as in a URL, an IPv6 address in brackets.
 */
export async function pinHost(host: string, network: Network): Promise<Pinned> {
  const name = host.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(name) === 0 ? await resolveName(name, network) : [name];
  const [address] = addresses;
  if (address === undefined) throw new ToolFault("ENETWORK", `\`${name}\` has no address`);
  if (!addresses.every((each) => network.admits(each)))
    throw new ToolFault("EPOLICY", `\`${name}\` leads to this machine or a private network`);
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}

async function resolveName(name: string, network: Network): Promise<readonly string[]> {
  try {
    return await network.resolve(name);
  } catch (error) {
    throw new ToolFault("ENETWORK", `\`${name}\` cannot be resolved`, error);
  }
}
