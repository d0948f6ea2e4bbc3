import { isPicture } from "../../../wire/pictures.ts";
import type { Attachment } from "../../api/chat-routes.ts";

/** What the host takes: wire/chats.ts. */
const TAKEN = /^(?:image\/(?:png|jpeg|gif|webp)|text\/[a-z0-9.+-]+|application\/(?:pdf|json))$/;
/** Of one file, in bytes: base64 makes a third more of it, and the host takes 14 million characters. */
const LARGEST = 10_000_000;

/** What the chat's model takes beside text. */
export interface Taken {
  readonly model: string;
  readonly pictures: boolean;
}

/** A file as it is sent; an error says in words why it cannot be. */
export async function readAttachment(file: File, { model, pictures }: Taken): Promise<Attachment> {
  const mime = file.type === "" ? "text/plain" : (file.type.split(";")[0]?.trim() ?? "");
  if (isPicture({ mime }) && !pictures)
    throw new Error(`the model ${model} takes no pictures: choose another one first`);
  if (!TAKEN.test(mime)) throw new Error(`${file.name} is of a kind that models do not take`);
  if (file.size > LARGEST) throw new Error(`${file.name} is larger than 10 MB`);
  return { name: file.name === "" ? "picture" : file.name, mime, base64: toBase64(await file.arrayBuffer()) };
}

/** As many, and as much of them together, as the host takes: wire/chats.ts. */
const MOST_FILES = 16;
const MOST_CHARACTERS = 28_000_000;

/** Throws in words where a message cannot take all of them. */
export function checkRoom(files: readonly Attachment[]): void {
  if (files.length > MOST_FILES) throw new Error(`a message takes ${MOST_FILES} files`);
  if (files.reduce((sum, { base64 }) => sum + base64.length, 0) > MOST_CHARACTERS)
    throw new Error("these files are larger than 20 MB together");
}

function toBase64(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer);
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(""));
}
