import { useCallback, useEffect, useRef, useState } from "react";
import type { Attachment } from "../../api/chat-routes.ts";
import type { Taken } from "./attachments.ts";

export interface Attachments {
  readonly all: readonly Attachment[];
  readonly trouble: unknown;
  readonly add: (files: FileList) => Promise<void>;
  readonly remove: (index: number) => void;
  readonly clear: () => void;
}

/** What goes along with a message that is not sent yet. Kept in the browser by its chat, so that a reload loses nothing. */
export function useAttachments(chat: string, taken: Taken): Attachments {
  const [all, setAll] = useState<readonly Attachment[]>([]);
  // Files are read while others are attached: what is there by then counts.
  const now = useRef(all);
  const [trouble, setTrouble] = useState<unknown>(null);
  const show = useCallback((next: readonly Attachment[]): void => {
    now.current = next;
    setAll(next);
  }, []);
  useEffect(() => {
    let over = false;
    void kept().then(async ({ readFiles }) => {
      const files = await readFiles(chat);
      if (!over && files.length > 0) show([...files, ...now.current]);
    });
    return () => {
      over = true;
    };
  }, [chat, show]);

  const change = (next: readonly Attachment[]): void => {
    show(next);
    setTrouble(null);
    kept()
      .then(({ writeFiles }) => writeFiles(chat, next))
      // It is attached all the same, and says so.
      .catch(() => setTrouble(new Error("the browser has no room for these files: a reload of this page loses them")));
  };
  return {
    all,
    trouble,
    add: async (files) => {
      try {
        // A list of the page's own is empty by the time that the rest is there.
        const given = [...files];
        const { checkRoom, readAttachment } = await import("./attachments.ts");
        const read = await Promise.all(given.map((file) => readAttachment(file, taken)));
        const next = [...now.current, ...read];
        checkRoom(next);
        change(next);
      } catch (error) {
        setTrouble(error); // none of them is attached, and it says why
      }
    },
    remove: (index) => change(all.filter((_, i) => i !== index)),
    clear: () => change([]),
  };
}

const kept = () => import("./draft-files.ts");
