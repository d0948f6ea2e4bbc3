import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join, sep } from "node:path";

/**
 * Private folders of chats below the system's temp folder, made when a chat first calls something. Null where one cannot
 * be made, or what stands there is not this user's alone: the chat then has none. Source: rules.md, "Directory grants".
 */
export function createScratch(temp = tmpdir()): (chat: string) => string | null {
  const made = new Map<string, string>();
  return (chat) => {
    const known = made.get(chat);
    if (known !== undefined && isPrivate(known)) return known;
    const path = makeScratch(temp, chat);
    if (path !== null) made.set(chat, path);
    return path;
  };
}

function makeScratch(temp: string, chat: string): string | null {
  try {
    const parent = join(realpathSync(temp), `assent-${userInfo().username}`);
    const path = join(parent, chat.replace(/[^\w-]/g, "_"));
    for (const folder of [parent, path]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (!isPrivate(folder)) return null;
    }
    return path.replaceAll(sep, "/");
  } catch {
    return null; // verdict: no scratch folder, so what would be written there is asked about
  }
}

/** Others can make folders in a shared temp folder as well, and links to places of this user. */
function isPrivate(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isDirectory()) return false;
  return process.platform === "win32" || (stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0);
}
