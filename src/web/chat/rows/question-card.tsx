import { useMutation } from "@tanstack/react-query";
import { MessageCircleQuestion } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { AnswerBody, CallPartView, Question } from "../../../wire/chats.ts";
import { answerQuestion } from "../../api/chat-routes.ts";
import { ARM_MS, takesText } from "../../card/key-guard.ts";
import { useVisibleTime } from "../../card/use-visible-time.ts";
import { Button } from "../../parts/button.tsx";
import { sentenceOf } from "../../parts/sentence.ts";
import { Key } from "../../parts/key.tsx";
import { submitOnEnter } from "../../parts/submit-on-enter.ts";
import { CallText } from "../../render/call-text.tsx";
import { useChat } from "../chat-context.ts";

type Answering = Omit<AnswerBody, "call">;

/** The model asks the person something. Always open, like the card of a call. */
export function QuestionCard({ part, question }: { readonly part: CallPartView; readonly question: Question }) {
  const { chat, current } = useChat();
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const visibleTime = useVisibleTime(card);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const [text, setText] = useState("");
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (answer: Answering) => answerQuestion(chat.id, { call: part.id, ...answer }),
  });
  const busy = isPending || isSuccess;
  const answer = (body: Answering): void => {
    if (!busy && visibleTime() >= ARM_MS) mutate(body);
  };
  const choose = (index: number): void => {
    if (!question.several) return answer({ choices: [index], text: "" });
    setPicked((all) => (all.includes(index) ? all.filter((each) => each !== index) : [...all, index]));
  };
  useDigits({ active: current === part.id && !busy, choices: question.choices.length, visibleTime, onDigit: choose });
  const ready = picked.length > 0 || text.trim() !== "";
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-labelledby={id}
      data-call={part.id}
      className="my-2 overflow-hidden rounded-lg border border-line bg-surface focus:outline-none"
    >
      <div className="flex items-center gap-2.5 px-5 pt-4 text-sm text-ink-2 sm:px-6">
        <MessageCircleQuestion size={18} className="text-accent" aria-hidden />
        Question
        <span className="ml-auto text-xs text-ink-3">asked by the model</span>
      </div>
      <form
        className="flex flex-col gap-3 px-5 pt-2 pb-4 sm:px-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) answer({ choices: [...picked], text: text.trim() });
        }}
      >
        <p id={id} className="text-md font-medium">
          <CallText prose text={question.text} content />
        </p>
        {question.choices.length > 0 && (
          <ul className="flex flex-col gap-1.5" aria-label="Choices">
            {question.choices.map((choice, index) => (
              <li key={index}>
                <ChoiceButton
                  text={choice}
                  index={index}
                  several={question.several}
                  picked={picked.includes(index)}
                  disabled={busy}
                  onPick={() => choose(index)}
                />
              </li>
            ))}
          </ul>
        )}
        {question.free && (
          <label className="text-xs font-medium text-ink-2">
            {question.choices.length > 0 ? "Or in your own words" : "Your answer"}
            <textarea
              value={text}
              rows={2}
              disabled={busy}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={submitOnEnter}
              className="mt-1.5 block w-full rounded border border-edge bg-surface px-3 py-2 text-base font-normal text-ink"
            />
          </label>
        )}
        {error !== null && (
          <p role="alert" className="text-sm text-deny">
            {sentenceOf(error)}
          </p>
        )}
        {(question.several || question.free) && (
          <div>
            <Button type="submit" tone="primary" disabled={busy || !ready}>
              Answer
            </Button>
          </div>
        )}
      </form>
    </section>
  );
}

function ChoiceButton({
  text,
  index,
  several,
  picked,
  disabled,
  onPick,
}: {
  readonly text: string;
  readonly index: number;
  readonly several: boolean;
  readonly picked: boolean;
  readonly disabled: boolean;
  readonly onPick: () => void;
}) {
  return (
    <button
      type="button"
      disabled={disabled}
      {...(several ? { "aria-pressed": picked } : {})}
      onClick={onPick}
      className="flex w-full items-center gap-3 rounded border border-edge/60 px-3 py-2 text-left text-base enabled:hover:border-edge enabled:hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft disabled:opacity-60"
    >
      <Key>{index + 1}</Key>
      <span className="min-w-0">
        <CallText prose text={text} />
      </span>
    </button>
  );
}

interface Digits {
  readonly active: boolean;
  readonly choices: number;
  readonly visibleTime: () => number;
  readonly onDigit: (index: number) => void;
}

/** Digits choose, under the same conditions as the keys of a card. */
function useDigits({ active, choices, visibleTime, onDigit }: Digits): void {
  const handler = useRef(onDigit);
  useEffect(() => {
    handler.current = onDigit;
  });
  useEffect(() => {
    if (!active) return undefined;
    const listen = (event: KeyboardEvent): void => {
      const modified = event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing;
      if (event.defaultPrevented || modified || document.querySelector("dialog[open]") !== null) return;
      const index = Number(event.key) - 1;
      if (!Number.isInteger(index) || index < 0 || index >= choices || event.key.length !== 1) return;
      if (takesText(event.target as HTMLElement | null) || visibleTime() < ARM_MS) return;
      event.preventDefault();
      handler.current(index);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [active, choices, visibleTime]);
}
