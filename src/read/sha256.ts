import { lazy } from "../core/lazy.ts";

/** SHA-256 of UTF-8 text, as hex. Here because reading imports nothing and runs in a browser. Source: FIPS 180-4. */
export function sha256(text: string): string {
  const bytes = utf8(text);
  const words = padded(bytes);
  const state = Int32Array.from(constants().initial);
  const schedule = new Int32Array(64);
  for (let at = 0; at < words.length; at += 16) addBlock(state, schedule, words.subarray(at, at + 16));
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The first 32 bits of the fractional parts of square and cube roots of primes. */
const constants = lazy(() => {
  const primes = firstPrimes(64);
  return {
    initial: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    rounds: Int32Array.from(primes.map((prime) => fraction(Math.cbrt(prime)))),
  };
});

function addBlock(state: Int32Array, w: Int32Array, block: Int32Array): void {
  w.set(block);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15]!;
    const b = w[i - 2]!;
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16]! + s0 + w[i - 7]! + s1) | 0;
  }
  const { rounds } = constants();
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i]! + w[i]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i]! + value) | 0));
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Words of 32 bits, big-endian, with the closing bit and the length in bits. */
function padded(bytes: readonly number[]): Int32Array {
  const words = new Int32Array(((bytes.length + 8) >> 6) * 16 + 16);
  bytes.forEach((byte, i) => (words[i >> 2]! |= byte << (24 - (i & 3) * 8)));
  words[bytes.length >> 2]! |= 0x80 << (24 - (bytes.length & 3) * 8);
  words[words.length - 2] = Math.floor(bytes.length / 0x20000000);
  words[words.length - 1] = bytes.length << 3;
  return words;
}

function utf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0)!;
    // A lone surrogate has no UTF-8; encoders write U+FFFD.
    const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  }
  return bytes;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 0x100000000) | 0;
}
