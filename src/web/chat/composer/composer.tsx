import { ArrowUp, Paperclip, Square, SquareTerminal, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Attachment, Outgoing } from "../../api/chat-routes.ts";
import { Button } from "../../parts/button.tsx";
import { sentenceOf } from "../../parts/sentence.ts";
import { CallText } from "../../render/call-text.tsx";
import { IconButton } from "../../parts/icon-button.tsx";
import type { Taken } from "./attachments.ts";
import { useCarriedFocus } from "./carried-focus.ts";
import { completed, shellCommand } from "./completion.ts";
import { SuggestionList, useSuggestions } from "./suggestions.tsx";
import { useAttachments } from "./use-attachments.ts";

interface ComposerProps {
  /** What its draft is kept by. */
  readonly chat: string;
  readonly takes: Taken;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Why it was not sent before this page was there. */
  readonly refused?: string | undefined;
  readonly project: string | null;
  /** A run goes on or waits: what is sent now is queued. */
  readonly busy: boolean;
  readonly disabled: boolean;
  /** A refusal is shown, and what was typed stays. */
  readonly onSend: (message: Outgoing) => Promise<unknown>;
  readonly onShell: (command: string) => Promise<unknown>;
  readonly onStop: () => void;
  /** Model, autonomy and tools. */
  readonly children: ReactNode;
}

export function Composer(props: ComposerProps) {
  const {
    chat,
    takes,
    text,
    refused = null,
    onText,
    project,
    busy,
    disabled,
    onSend,
    onShell,
    onStop,
    children,
  } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(text.length);
  const files = useAttachments(chat, takes);
  const [trouble, setTrouble] = useState<unknown>(null);
  const [sending, setSending] = useState(false);
  const said = trouble ?? files.trouble ?? refused;
  const suggestions = useSuggestions({ text, caret, project });
  const { asked, options, active } = suggestions;
  const listed = asked !== null && options.length > 0;
  const command = shellCommand(text);
  const ready =
    !disabled && !sending && (command === null ? text.trim() !== "" || files.all.length > 0 : command !== "");
  useCaret(field, caret, text);
  useCarriedFocus(field);

  const choose = (option: string): void => {
    if (asked === null) return;
    const next = completed(text, asked, option);
    onText(next.text);
    setCaret(next.caret);
    field.current?.focus();
  };
  const submit = async (): Promise<void> => {
    if (!ready || (command !== null && busy)) return;
    setSending(true);
    setTrouble(null);
    try {
      await (command === null ? onSend({ text: text.trim(), attachments: files.all }) : onShell(command));
      onText("");
      setCaret(0);
      files.clear();
    } catch (error) {
      setTrouble(error); // nothing was sent: what was typed stays, and says why
    } finally {
      setSending(false);
    }
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    const did = plain ? suggestions.onKey(event.key) : null;
    if (did === "choose") choose(options[active] ?? "");
    if (did !== null) return event.preventDefault();
    if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      void submit();
    } else if (event.key === "Escape") event.currentTarget.blur();
  };

  return (
    <form
      aria-label="Message"
      className="relative"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void files.add(event.dataTransfer.files);
      }}
    >
      <SuggestionList id={id} suggestions={suggestions} onChoose={choose} />
      {said !== null && (
        <p role="alert" className="mb-1.5 rounded bg-deny-soft px-3 py-1.5 text-sm text-deny">
          {sentenceOf(said)}
        </p>
      )}
      <div className="rounded-lg border border-edge/70 bg-surface focus-within:border-accent">
        <Files all={files.all} onRemove={files.remove} />
        {command !== null && (
          <p className="flex items-center gap-2 px-4 pt-2.5 text-xs text-ink-2">
            <SquareTerminal size={14} aria-hidden className="text-accent" />
            Runs as typed by you, through the same rules.{busy && " It waits until the run has ended."}
          </p>
        )}
        <textarea
          ref={field}
          data-composer
          dir="auto"
          rows={1}
          aria-label="Message to the model"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...(listed ? { "aria-controls": id, "aria-activedescendant": `${id}-${active}` } : {})}
          placeholder={busy ? "Write on: it is sent when the run has ended" : "Message, @file or @shell"}
          value={text}
          disabled={disabled}
          onChange={(event) => {
            onText(event.target.value);
            setCaret(event.target.selectionStart);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            void files.add(event.clipboardData.files);
          }}
          className={`field-sizing-content block max-h-[40dvh] min-h-11 w-full resize-none bg-transparent px-4 pt-2.5 pb-1 text-base leading-6 outline-none placeholder:text-ink-3 ${command === null ? "" : "mono text-sm"}`}
        />
        <div className="flex min-h-10 items-center gap-0.5 px-2 pb-1.5">
          <AttachButton pictures={takes.pictures} onFiles={(list) => void files.add(list)} />
          <div className="flex min-w-0 flex-1 items-center gap-x-0.5">{children}</div>
          {busy && (
            <Button size="small" tone="deny" onClick={onStop} icon={<Square size={12} aria-hidden />} title="Ctrl .">
              <span className="max-[25rem]:sr-only">Stop</span>
            </Button>
          )}
          <button
            type="submit"
            aria-label={busy && command === null ? "Queue the message" : "Send"}
            title={busy && command === null ? "Queue (Enter)" : "Send (Enter)"}
            disabled={!ready || (command !== null && busy)}
            className="ml-1.5 flex size-7 shrink-0 items-center justify-center rounded bg-accent text-on-accent enabled:hover:brightness-110 disabled:bg-hover disabled:text-ink-3"
          >
            <ArrowUp size={16} aria-hidden />
          </button>
        </div>
      </div>
    </form>
  );
}

/** Puts the caret where a completion wants it; typing has put it there already. */
function useCaret(field: React.RefObject<HTMLTextAreaElement | null>, caret: number, text: string): void {
  useEffect(() => {
    const element = field.current;
    if (element !== null && document.activeElement === element && element.selectionStart !== caret)
      element.setSelectionRange(caret, caret);
    // Only a changed text moves it: a selection that the person makes is theirs.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, field]);
}

function Files({ all, onRemove }: { readonly all: readonly Attachment[]; readonly onRemove: (index: number) => void }) {
  if (all.length === 0) return null;
  return (
    <ul aria-label="Attached" className="flex flex-wrap gap-2 px-3 pt-3">
      {all.map(({ name, mime, base64 }, i) => (
        <li key={i} className="relative flex items-center gap-2 rounded border border-line bg-sunken p-1 pr-7 text-xs">
          {mime.startsWith("image/") && (
            <img src={`data:${mime};base64,${base64}`} alt="" className="size-8 rounded object-cover" />
          )}
          <CallText prose text={name} className="max-w-40 truncate px-1" />
          <span className="absolute right-0.5">
            <IconButton label={`Remove ${name}`} onClick={() => onRemove(i)}>
              <X size={12} aria-hidden />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  );
}

interface AttachProps {
  readonly pictures: boolean;
  readonly onFiles: (files: FileList) => void;
}

function AttachButton({ pictures, onFiles }: AttachProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label={pictures ? "Attach a picture or file" : "Attach a file"}
        onClick={() => input.current?.click()}
      >
        <Paperclip size={16} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        accept={`${pictures ? "image/png,image/jpeg,image/gif,image/webp," : ""}text/*,application/pdf,application/json`}
        onChange={(event) => {
          if (event.target.files !== null) onFiles(event.target.files);
          event.target.value = "";
        }}
      />
    </>
  );
}
