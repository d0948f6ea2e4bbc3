import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import type { Me } from "../../wire/session.ts";
import { createChat, type Outgoing, runShell, sendMessage } from "../api/chat-routes.ts";
import { meQuery } from "../api/queries.ts";
import { mayChange } from "../parts/may-change.ts";
import { sentenceOf } from "../parts/sentence.ts";
import { Loading } from "../parts/states.tsx";
import { AddProject } from "./add-project.tsx";
import { carryFocus } from "./composer/carried-focus.ts";
import { Composer } from "./composer/composer.tsx";
import { ModelPicker, useTaken } from "./composer/model-picker.tsx";
import { AutonomyButton, ToolsButton } from "./composer/pickers.tsx";
import { addToHistory } from "./composer/shell-history.ts";
import { type Draft, NEW_CHAT, useDraft, writeDraft } from "./composer/use-draft.ts";
import { EmptyChat } from "./empty-chat.tsx";
import { useChatKeys } from "./use-chat-keys.ts";
import { Link, navigate } from "../route/link.tsx";

/** A chat that is not there yet: it keeps the project, model and autonomy picked in its composer. */
export function NewChat() {
  const { data: me } = useQuery(meQuery);
  return me === undefined ? <Loading label="the chat" /> : <Ready me={me} />;
}

const nothing = (): void => {};

function Ready({ me }: { readonly me: Me }) {
  const client = useQueryClient();
  const [draft, setDraft] = useDraft(NEW_CHAT);
  const takes = useTaken(draft.model ?? null);
  const project = projectOf(draft, me);
  useChatKeys({ onJump: nothing, onStop: nothing });

  const begin = async (): Promise<string> => {
    const { model = null, level = null, approvalMode = null } = draft;
    const chat = await createChat({ project, model, level, approvalMode });
    void client.invalidateQueries({ queryKey: ["chats"] });
    return chat.id;
  };
  /** Once the chat is there it is where one goes on, even where the first message is refused: the draft goes along. */
  const first = async (text: string, run: (chat: string) => Promise<unknown>): Promise<void> => {
    const id = await begin();
    writeDraft(NEW_CHAT, { ...draft, text: "" });
    await run(id).catch((error: unknown) => takeDraft(id, { text, refused: sentenceOf(error) }));
    carryFocus();
    await navigate({ to: "/chats/$id", params: { id } });
  };
  /** Its tools are set in a chat that is there. */
  const setUp = async (): Promise<void> => {
    const id = await begin();
    writeDraft(NEW_CHAT, { ...draft, text: "" });
    await takeDraft(id, { text: draft.text });
    await navigate({ to: "/chats/$id", params: { id } });
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-3 sm:px-4">
        <Link to="/chats" aria-label="All chats" className="rounded p-1.5 text-ink-2 hover:text-ink lg:hidden">
          <ArrowLeft size={16} aria-hidden />
        </Link>
        <h1 className="text-base font-semibold">New chat</h1>
        <ProjectPicker me={me} value={project} onPick={(id) => setDraft({ project: id })} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <EmptyChat />
      </div>
      <div className="mx-auto w-full max-w-3xl shrink-0 px-3 pb-3 sm:px-6 sm:pb-4">
        <Composer
          chat={NEW_CHAT}
          takes={takes}
          text={draft.text}
          onText={(text) => setDraft({ text })}
          project={project}
          busy={false}
          disabled={me.person.role === "viewer"}
          onStop={nothing}
          onSend={(message: Outgoing) => first(message.text, (id) => sendMessage(id, message))}
          onShell={(command) =>
            first(`@shell ${command}`, async (id) => {
              await runShell(id, command);
              addToHistory(project, command);
            })
          }
        >
          <AutonomyButton
            chat={null}
            value={{ level: draft.level ?? null, approvalMode: draft.approvalMode ?? null }}
            onPick={setDraft}
          />
          <ModelPicker letter="m" value={draft.model ?? null} onPick={(model) => setDraft({ model })} />
          <ToolsButton chat={null} onNeedChat={() => void setUp()} />
        </Composer>
      </div>
    </div>
  );
}

async function takeDraft(id: string, draft: Draft): Promise<void> {
  writeDraft(id, draft);
  const { moveFiles } = await import("./composer/draft-files.ts");
  await moveFiles(NEW_CHAT, id).catch(() => {}); // no room: that they may be lost was told when they were attached
}

/** The project that was picked, while it is there; else the first. */
function projectOf(draft: Draft, me: Me): string | null {
  if (draft.project === null) return null;
  return (me.projects.find(({ id }) => id === draft.project) ?? me.projects[0])?.id ?? null;
}

const ADD = "add";

function ProjectPicker({
  me,
  value,
  onPick,
}: {
  readonly me: Me;
  readonly value: string | null;
  readonly onPick: (id: string | null) => void;
}) {
  const [adding, setAdding] = useState(false);
  const choose = (id: string): void => (id === ADD ? setAdding(true) : onPick(id === "" ? null : id));
  return (
    <>
      <label className="ml-auto flex min-w-0 items-center gap-2 text-xs text-ink-3">
        Project
        <select
          value={value ?? ""}
          onChange={(event) => choose(event.target.value)}
          className="h-7 max-w-48 min-w-0 rounded border border-edge/60 bg-surface px-2 text-xs text-ink"
        >
          {me.projects.map(({ id, name, path }) => (
            <option key={id} value={id} title={path}>
              {name}
            </option>
          ))}
          <option value="">None</option>
          {mayChange(me.person, "app") && <option value={ADD}>Add a folder…</option>}
        </select>
      </label>
      {adding && (
        <AddProject
          onClose={() => setAdding(false)}
          onAdded={(id) => {
            setAdding(false);
            onPick(id);
          }}
        />
      )}
    </>
  );
}
