import { lexBlocks } from "./lex.ts";

/** A text in its top-level blocks of Markdown; joined they are the text. While it grows, all but the last stay equal. */
export function readBlocks(text: string): readonly string[] {
  const tokens = lexBlocks(text.replaceAll(/\r\n?/g, "\n"));
  if (tokens === null) return text === "" ? [] : [text];
  const blocks: string[] = [];
  for (const token of tokens) {
    const last = blocks.length - 1;
    // Empty lines belong to the block before them.
    if (token.type === "space" && last >= 0) blocks[last] += token.raw;
    else blocks.push(token.raw);
  }
  return blocks;
}

/** Blocks in chunks of about so many characters, each a row of the list: a long answer is never drawn in one go. */
const CHUNK = 1_200;

export function chunksOf(blocks: readonly string[]): readonly (readonly string[])[] {
  const chunks: string[][] = [];
  let room = 0;
  for (const block of blocks) {
    if (room <= 0) {
      chunks.push([]);
      room = CHUNK;
    }
    chunks.at(-1)?.push(block);
    room -= block.length;
  }
  return chunks;
}
