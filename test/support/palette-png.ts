import { deflateSync, inflateSync, crc32 } from "node:zlib";

/**
 * A screenshot with a palette, about half as large: pictures of a user interface have few colours. Where there are more
 * than 256, the rare ones become the nearest of the usual. Takes what Chromium writes: 8 bit, RGB or RGBA, not interlaced.
 * Source: PNG specification, third edition.
 */
export function withPalette(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const palette = paletteOf(pixels);
  const places = new Map(palette.map((colour, i) => [colour, i]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const colour = pixels[y * width + x] ?? 0;
      let place = places.get(colour);
      if (place === undefined) places.set(colour, (place = nearest(palette, colour)));
      rows[y * (width + 1) + 1 + x] = place;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap(channels));
  return Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", header),
    chunk("PLTE", colours),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** 0xRRGGBB, row by row. */
  readonly pixels: Uint32Array;
}

function decode(png: Buffer): Picture {
  const [width, height, bits, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  const bytes = kind === 2 ? 3 : kind === 6 ? 4 : 0;
  if (bits !== 8 || bytes === 0 || png[28] !== 0) throw new Error("not a PNG of 8 bits, RGB or RGBA");
  const packed: Buffer[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12)
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(packed));
  const stride = width * bytes;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(stride);
  for (let y = 0; y < height; y += 1) {
    const row = new Uint8Array(raw.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)));
    unfilter(row, above, { filter: raw[y * (stride + 1)] ?? 0, bytes });
    for (let x = 0; x < width; x += 1)
      pixels[y * width + x] =
        ((row[x * bytes] ?? 0) << 16) | ((row[x * bytes + 1] ?? 0) << 8) | (row[x * bytes + 2] ?? 0);
    above = row;
  }
  return { width, height, pixels };
}

function unfilter(row: Uint8Array, above: Uint8Array, { filter, bytes }: { filter: number; bytes: number }): void {
  for (let i = 0; i < row.length; i += 1) {
    const [left, up, corner] = [row[i - bytes] ?? 0, above[i] ?? 0, (i >= bytes ? above[i - bytes] : 0) ?? 0];
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
    row[i] = (row[i] ?? 0) + guess;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/**
 * Chosen one by one, each time what would be drawn most wrongly with those before: often a shade of grey, and now and
 * then a rare colour that none of them is close to.
 */
function paletteOf(pixels: Uint32Array): readonly number[] {
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const left = [...counts].map(([colour, count]) => ({ colour, count, far: Number.POSITIVE_INFINITY }));
  const palette: number[] = [];
  while (palette.length < Math.min(256, counts.size)) {
    const next = left.reduce((worst, each) => (each.count * each.far > worst.count * worst.far ? each : worst));
    palette.push(next.colour);
    for (const each of left) each.far = Math.min(each.far, distance(each.colour, next.colour));
  }
  return palette;
}

function nearest(palette: readonly number[], colour: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  palette.forEach((other, i) => {
    const far = distance(colour, other);
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

function distance(one: number, other: number): number {
  const [[r, g, b], [R, G, B]] = [channels(one), channels(other)];
  return (r - R) ** 2 + (g - G) ** 2 + (b - B) ** 2;
}

function channels(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}
