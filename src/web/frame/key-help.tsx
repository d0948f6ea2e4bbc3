import { Fragment } from "react";
import { Dialog } from "../parts/dialog.tsx";
import { Key } from "../parts/key.tsx";

const GROUPS = [
  {
    title: "On a card",
    keys: [
      ["1", "Allow once"],
      ["0", "Only now, where the first button allows more"],
      ["2", "Allow for this session"],
      ["3", "Always…"],
      ["4 or Esc", "Deny"],
      ["n", "Deny with a note"],
      ["d", "Always deny…"],
      ["e", "Edit before it runs"],
      ["o", "Show everything that is folded"],
      ["w", "Why asked"],
    ],
  },
  {
    title: "In the inbox",
    keys: [
      ["j or ↓", "Next"],
      ["k or ↑", "Previous"],
      ["a", "Allow those on screen once, as a list to confirm"],
    ],
  },
  {
    title: "In a chat",
    keys: [
      ["i", "Write a message"],
      ["j", "To the call that waits, then to the next"],
      ["Ctrl .", "Stop the run"],
      ["Enter", "Send, or queue while it runs"],
      ["Shift Enter", "A new line"],
      ["Tab", "Take the suggestion after @ or @shell"],
      ["a m t", "Autonomy, model, tools"],
      ["c", "New chat"],
    ],
  },
  {
    title: "Anywhere",
    keys: [
      ["g c", "Chats"],
      ["g i", "Inbox"],
      ["g t", "Tools"],
      ["g r", "Rules"],
      ["g a", "Audit"],
      ["g s", "Settings"],
      ["/", "Search the list"],
      ["?", "These keys"],
    ],
  },
] as const;

/** `4 or Esc` as two keys with a word between. */
function chips(keys: string) {
  return keys.split(" ").map((key, i) => <Fragment key={i}>{key === "or" ? "or" : <Key told>{key}</Key>}</Fragment>);
}

export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose} wide>
      <div className="gap-x-8 sm:columns-2">
        {GROUPS.map((group) => (
          <section key={group.title} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 text-xs font-medium text-ink-3">{group.title}</h3>
            <dl>
              {group.keys.map(([key, what]) => (
                <div key={key} className="flex items-baseline justify-between gap-4 py-0.5">
                  <dt className="order-2 flex shrink-0 items-baseline gap-1 text-xs text-ink-3">{chips(key)}</dt>
                  <dd className="text-sm">{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className="text-xs text-ink-3">
          A card takes keys when it has been in view for half a second and the focus is in no text field.
        </p>
      </div>
    </Dialog>
  );
}
