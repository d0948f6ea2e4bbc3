import type { Attachment } from "../../api/chat-routes.ts";

/** What the host takes: wire/chats.ts. */
const TAKEN = /^(?:image\/(?:png|jpeg|gif|webp)|text\/[a-z0-9.+-]+|application\/(?:pdf|json))$/;
/** Of one file, in bytes: base64 makes a third more of it, and the host takes 14 million characters. */
const LARGEST = 10_000_000;

/** A file as it is sent; an error says in words why it cannot be. */
export async function readAttachment(file: File): Promise<Attachment> {
  const mime = file.type === "" ? "text/plain" : (file.type.split(";")[0]?.trim() ?? "");
  if (!TAKEN.test(mime)) throw new Error(`${file.name} is of a kind that models do not take`);
  if (file.size > LARGEST) throw new Error(`${file.name} is larger than 10 MB`);
  return { name: file.name === "" ? "picture" : file.name, mime, base64: toBase64(await file.arrayBuffer()) };
}

function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}
