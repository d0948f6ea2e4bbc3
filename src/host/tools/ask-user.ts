import type { AnswerBody, Question } from "../../wire/chats.ts";
import { cutText, type QuestionAnswer, type ToolContext, type ToolResult } from "./tool-context.ts";
import { ToolFault } from "./tool-fault.ts";

interface AskArgs {
  readonly question: string;
  readonly choices?: readonly string[];
  readonly several?: boolean;
  readonly free?: boolean;
}

/** The question of a call of `ask_user`, as its card shows it. Without choices there is only an answer of one's own. */
export function questionOf({ question, choices = [], several = false, free = true }: AskArgs): Question {
  return { text: question, choices, several, free: free || choices.length === 0 };
}

export type ReadAnswer =
  | { readonly ok: true; readonly answer: QuestionAnswer }
  | { readonly ok: false; readonly message: string };

/** What a person answered, in words, where it fits the question. */
export function readAnswer(question: Question, given: Pick<AnswerBody, "choices" | "text">): ReadAnswer {
  const message = faultOf(question, given);
  if (message !== null) return { ok: false, message };
  const choices = given.choices.map((at) => question.choices[at] ?? "");
  return { ok: true, answer: { choices, text: given.text.trim() } };
}

function faultOf({ choices, several, free }: Question, given: Pick<AnswerBody, "choices" | "text">): string | null {
  if (given.choices.some((at) => choices[at] === undefined)) return "there is no such choice";
  if (new Set(given.choices).size !== given.choices.length) return "a choice is named twice";
  if (given.choices.length > 1 && !several) return "only one of the choices may be taken";
  const typed = given.text.trim() !== "";
  if (typed && !free) return "only the choices may be taken";
  return given.choices.length === 0 && !typed ? "there is no answer" : null;
}

/** `ask_user`: what the person answered. */
export function runAskUser({ chat, outputLimit }: ToolContext): ToolResult {
  if (chat?.answer === undefined) throw new ToolFault("ENOANSWER", "nobody answered the question");
  const said = [...chat.answer.choices, chat.answer.text].filter((text) => text !== "");
  return { ok: true, ...cutText(said.join("\n"), outputLimit) };
}
