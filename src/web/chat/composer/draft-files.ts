import type { Attachment } from "../../api/chat-routes.ts";

/** Files that were attached and not sent, by chat or place in a queue: too large for where the text of a draft is kept. */
const STORE = "files";

/** None where the browser keeps nothing, as in a private window. */
export async function readFiles(chat: string): Promise<readonly Attachment[]> {
  try {
    return ((await within("readonly", (store) => store.get(chat))) as readonly Attachment[] | undefined) ?? [];
  } catch {
    return []; // what cannot be read is no draft
  }
}

/** Rejects where there is no room: they live as long as the page then. */
export async function writeFiles(chat: string, files: readonly Attachment[]): Promise<void> {
  await within("readwrite", (store) => (files.length === 0 ? store.delete(chat) : store.put(files, chat)));
}

/** Those of names between the two. */
export async function dropFiles(from: string, to: string): Promise<void> {
  await within("readwrite", (store) => store.delete(IDBKeyRange.bound(from, to)));
}

/** The chat that was to come is there now. */
export async function moveFiles(from: string, to: string): Promise<void> {
  const files = await readFiles(from);
  if (files.length === 0) return;
  await writeFiles(to, files);
  await writeFiles(from, []);
}

async function within(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const db = await open();
  try {
    const transaction = db.transaction(STORE, mode);
    const request = ask(transaction.objectStore(STORE));
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("it was not kept")));
    });
    return request.result;
  } finally {
    db.close();
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("assent", 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("the browser keeps nothing")));
  });
}
