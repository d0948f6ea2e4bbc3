import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { AnswerOf } from "../../../wire/client.ts";
import type { ServerProposed } from "../../../wire/own-servers.ts";
import { proposeServer } from "../../api/own-server-routes.ts";
import { mcpServersQuery } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { CopyCommand } from "../../parts/copy.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { ErrorLine } from "../../parts/error-line.tsx";
import { Field, INPUT } from "../../parts/field.tsx";
import { CallText } from "../../render/call-text.tsx";
import { draftOf, type Edited, toNewServer } from "./draft.ts";
import { SecretFields } from "./secret-fields.tsx";

interface OwnServerFormProps {
  readonly of: Edited;
  readonly me: Pick<AnswerOf<"GET /api/me">, "command" | "projects">;
  readonly onClose: () => void;
}

/** What starts is confirmed outside of this page: a page that somebody else has taken over can start nothing. */
export function OwnServerForm({ of, me, onClose }: OwnServerFormProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(of));
  const form = useId();
  const propose = useMutation({
    mutationFn: () => proposeServer(toNewServer(draft, of)),
    onSuccess: ({ server }) => server !== null && onClose(),
    onSettled: () => client.invalidateQueries({ queryKey: ["mcp"] }),
  });
  const set = (change: Partial<typeof draft>): void => setDraft({ ...draft, ...change });
  if (propose.data?.code != null)
    return (
      <Confirm proposed={propose.data} replaces={of.server !== undefined} command={me.command} onClose={onClose} />
    );
  return (
    <Dialog
      title={of.server === undefined ? "Add an MCP server" : "Change the MCP server"}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={form} tone="primary" disabled={propose.isPending}>
            {draft.kind === "http" ? "Save" : "Go on"}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          propose.mutate();
        }}
      >
        {of.server === undefined && (
          <>
            <Choice
              label="Kind of server"
              value={draft.kind}
              options={[
                { value: "stdio", label: "A program here" },
                { value: "http", label: "An address" },
              ]}
              onChange={(kind) => set({ kind })}
            />
            <Field label="Name" says="Part of its tools’ names.">
              <input
                data-first
                required
                maxLength={64}
                value={draft.name}
                onChange={(event) => set({ name: event.target.value })}
                className={INPUT}
              />
            </Field>
          </>
        )}
        {draft.kind === "http" ? (
          <Field label="Address">
            <input
              type="url"
              required
              placeholder="https://mcp.example.com/mcp"
              value={draft.url}
              onChange={(event) => set({ url: event.target.value })}
              className={`${INPUT} mono`}
            />
          </Field>
        ) : (
          <>
            <Field label="Program" says="A name that is found in PATH, or a whole path.">
              <input
                required
                placeholder="npx"
                value={draft.command}
                onChange={(event) => set({ command: event.target.value })}
                className={`${INPUT} mono`}
              />
            </Field>
            <Field label="Arguments" says="One a line, as they are.">
              <textarea
                rows={3}
                value={draft.args}
                onChange={(event) => set({ args: event.target.value })}
                className={`${INPUT} mono h-auto py-2`}
              />
            </Field>
            <Field label="Folder" says="Where it starts. Empty: your home folder.">
              <input
                value={draft.cwd}
                onChange={(event) => set({ cwd: event.target.value })}
                className={`${INPUT} mono`}
              />
            </Field>
            <label className="flex items-start gap-2 text-sm">
              <input
                type="checkbox"
                checked={draft.sandboxed}
                onChange={(event) => set({ sandboxed: event.target.checked })}
                className="mt-0.5"
              />
              In the sandbox: without the network, and writing only in its folder
            </label>
            <Field label="Variables" says="NAME=value, one a line. Shown to whoever sees this page.">
              <textarea
                rows={2}
                value={draft.env}
                onChange={(event) => set({ env: event.target.value })}
                className={`${INPUT} mono h-auto py-2`}
              />
            </Field>
          </>
        )}
        <SecretFields
          label={draft.kind === "http" ? "Secret headers" : "Secret variables"}
          secrets={draft.secrets}
          onChange={(secrets) => set({ secrets })}
        />
        <fieldset>
          <legend className="mb-1.5 text-xs font-medium text-ink-2">Chats</legend>
          <label className="flex items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={draft.projects === null}
              onChange={(event) => set({ projects: event.target.checked ? null : [] })}
            />
            Every chat
          </label>
          {draft.projects !== null &&
            me.projects.map(({ id, name }) => (
              <label key={id} className="mt-1 flex items-center gap-2 text-sm">
                <input
                  type="checkbox"
                  checked={draft.projects?.includes(id) === true}
                  onChange={(event) =>
                    set({
                      projects: event.target.checked
                        ? [...(draft.projects ?? []), id]
                        : (draft.projects ?? []).filter((other) => other !== id),
                    })
                  }
                />
                <CallText prose text={`Chats of ${name}`} />
              </label>
            ))}
        </fieldset>
        <ErrorLine error={propose.error} className="text-sm text-deny" />
      </form>
    </Dialog>
  );
}

interface ConfirmProps {
  readonly proposed: ServerProposed;
  readonly replaces: boolean;
  readonly command: string;
  readonly onClose: () => void;
}

function Confirm({ proposed, replaces, command, onClose }: ConfirmProps) {
  const { data } = useQuery(mcpServersQuery);
  const added = !replaces && data?.own.some(({ slug }) => slug === proposed.slug);
  return (
    <Dialog
      title={added ? "It is added" : "Confirm it in a terminal"}
      onClose={onClose}
      footer={
        <Button data-first tone={added ? "primary" : "quiet"} onClick={onClose}>
          {added ? "Done" : "Close"}
        </Button>
      }
    >
      {added ? (
        <p role="status">
          <CallText prose text={proposed.slug} /> starts when a chat needs it.
        </p>
      ) : (
        <>
          <p className="mb-3">
            A page cannot add a program. Type this in a terminal on this machine within 5 minutes; it shows the whole
            command before you say yes.
          </p>
          <CopyCommand text={`${command} servers confirm ${proposed.code ?? ""}`} />
        </>
      )}
    </Dialog>
  );
}
