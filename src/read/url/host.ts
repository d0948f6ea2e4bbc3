/**
 * One host, one spelling. Null: not a host that can be compared for certain (Unicode names, percent escapes, broken
 * addresses), which is then a destination that no rule spells.
 */
export function readHost(text: string): string | null {
  if (text.startsWith("[")) return text.endsWith("]") ? readIpv6(text.slice(1, -1)) : null;
  const name = text.toLowerCase().replace(/\.$/, "");
  const labels = name.split(".");
  // `2130706433`, `0x7f.1` and `0177.0.0.1` are all 127.0.0.1 to a resolver.
  if (/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? "")) return readIpv4(labels);
  const legal = labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
  return legal && name.length <= 253 ? name : null;
}

function readIpv4(labels: readonly string[]): string | null {
  if (labels.length > 4) return null;
  const numbers = labels.map(readNumber);
  const last = numbers.at(-1) ?? null;
  const front = numbers.slice(0, -1);
  if (last === null || !front.every((number): number is number => number !== null && number <= 255)) return null;
  if (last >= 256 ** (5 - labels.length)) return null;
  const value = front.reduce((sum, number, at) => sum + number * 256 ** (3 - at), last);
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join(".");
}

function readNumber(text: string): number | null {
  if (/^0x[0-9a-f]*$/.test(text)) return text === "0x" ? 0 : parseInt(text.slice(2), 16);
  if (/^0[0-7]+$/.test(text)) return parseInt(text, 8);
  return /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : null;
}

/** As RFC 5952 writes it, in brackets. A zone (`%eth0`) is refused. */
function readIpv6(text: string): string | null {
  const groups = readGroups(text.toLowerCase());
  if (groups === null) return null;
  const run = longestZeros(groups);
  const hex = groups.map((group) => group.toString(16));
  if (run.length < 2) return `[${hex.join(":")}]`;
  return `[${hex.slice(0, run.start).join(":")}::${hex.slice(run.start + run.length).join(":")}]`;
}

function readGroups(text: string): readonly number[] | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const sides = halves.map((half) => (half === "" ? [] : half.split(":")).flatMap(readGroup));
  const all = sides.flat();
  if (all.some((group) => group === null)) return null;
  const missing = 8 - all.length;
  if (halves.length === 1) return missing === 0 ? (all as number[]) : null;
  return missing < 1
    ? null
    : ([...(sides[0] ?? []), ...Array<number>(missing).fill(0), ...(sides[1] ?? [])] as number[]);
}

/** The last group may be an IPv4 address, which is two groups. */
function readGroup(text: string, at: number, groups: readonly string[]): readonly (number | null)[] {
  if (at === groups.length - 1 && text.includes(".")) {
    if (!/^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/.test(text)) return [null];
    const bytes = text.split(".").map(Number);
    const [a = 0, b = 0, c = 0, d = 0] = bytes;
    return bytes.some((byte) => byte > 255) ? [null] : [a * 256 + b, c * 256 + d];
  }
  return [/^[0-9a-f]{1,4}$/.test(text) ? parseInt(text, 16) : null];
}

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start += 1) {
    let length = 0;
    while (groups[start + length] === 0) length += 1;
    if (length > best.length) best = { start, length };
  }
  return best;
}

/** A literal address of this machine: `127.0.0.0/8`, `::1`, or the name `localhost`, which resolvers must keep local. */
export function isLoopbackHost(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || (toIpv4(host)?.[0] ?? 0) === 127;
}

/** A host that is not on the public internet, as far as its spelling says. Source: host.md, `web_fetch`. */
export function isPrivateHost(host: string): boolean {
  if (isLoopbackHost(host)) return true;
  const bytes = toIpv4(host);
  if (bytes !== null) return isPrivateIpv4(bytes);
  if (host.startsWith("[")) return isPrivateIpv6(host);
  return (
    !host.includes(".") || /\.(?:local|internal|intranet|lan|home|corp|private|home\.arpa|localdomain)$/.test(host)
  );
}

function isPrivateIpv4([a = 0, b = 0, c = 0, d = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100 && b >= 64 && b < 128) return true;
  if (a === 169 && b === 254) return true;
  if (a === 168 && b === 63 && c === 129 && d === 16) return true; // A cloud's own: what Azure tells a machine.
  if (a === 172 && b >= 16 && b < 32) return true;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return true;
  return a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)));
}

/** Anything that is not global unicast, and the prefixes that carry an IPv4 address or lead to a tunnel. */
function isPrivateIpv6(host: string): boolean {
  const first = parseInt(host.slice(1).split(":")[0] || "0", 16);
  const carriesIpv4 = /^\[(?:64:ff9b:|2002:|2001:0?:|2001::)/.test(host);
  return carriesIpv4 || first < 0x2000 || first > 0x3fff;
}

/** The four bytes of an IPv4 address, or of one that IPv6 carries as `::ffff:a.b.c.d`. */
function toIpv4(host: string): readonly number[] | null {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return host.split(".").map(Number);
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host);
  if (mapped === null) return null;
  const [high, low] = [parseInt(mapped[1] ?? "", 16), parseInt(mapped[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255];
}
