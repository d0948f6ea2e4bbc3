import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Connections as All, ConnectionTested, ConnectionView } from "../../wire/connections.ts";
import { connectionsQuery } from "../api/chat-queries.ts";
import { changeConnection, removeConnection, setDefaultModel, testConnection } from "../api/chat-routes.ts";
import { Button } from "../parts/button.tsx";
import { ConfirmRemoval } from "../parts/confirm-removal.tsx";
import { Section } from "../parts/page.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { sentenceOf } from "../parts/sentence.ts";
import { Loading } from "../parts/states.tsx";
import { CallText } from "../render/call-text.tsx";
import { ModelPicker } from "./composer/model-picker.tsx";
import { ConnectionForm, KIND_NAMES, MOST_MODELS } from "./connection-form.tsx";

/** Where the models of chats are reached. Keys go one way: they are written here and shown to nobody. */
export function Connections({ mayChange }: { readonly mayChange: boolean }) {
  const { data, error } = useQuery(connectionsQuery);
  const [editing, setEditing] = useState<ConnectionView | "new" | null>(null);
  return (
    <Section
      id="connections"
      title="Connections"
      says="Models for Assent’s own chats. A key is kept encrypted on this machine and never shown again."
    >
      {error !== null && data === undefined && (
        <p role="alert" className="text-sm text-deny">
          {sentenceOf(error)}
        </p>
      )}
      {data === undefined && error === null && <Loading label="the connections" rows={3} />}
      {data !== undefined && (
        <>
          <ul className="flex flex-col gap-3">
            {data.connections.map((connection) => (
              <Row
                key={connection.id}
                connection={connection}
                mayChange={mayChange}
                onEdit={() => setEditing(connection)}
              />
            ))}
          </ul>
          {mayChange && (
            <Button className="mt-3" icon={<Plus size={14} aria-hidden />} onClick={() => setEditing("new")}>
              Add a connection
            </Button>
          )}
          <Default all={data} mayChange={mayChange} />
        </>
      )}
      {editing !== null && <ConnectionForm of={editing === "new" ? null : editing} onClose={() => setEditing(null)} />}
    </Section>
  );
}

function Row({
  connection,
  mayChange,
  onEdit,
}: {
  readonly connection: ConnectionView;
  readonly mayChange: boolean;
  readonly onEdit: () => void;
}) {
  const { id, name, kind, baseUrl, hasCredential, models, builtIn } = connection;
  const [removing, setRemoving] = useState(false);
  const client = useQueryClient();
  const test = useMutation({
    mutationFn: () => testConnection(id),
    onSettled: () => client.invalidateQueries({ queryKey: ["connections"] }),
  });
  return (
    <li className="rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-60 flex-1">
          <p className="text-base font-medium">
            <CallText prose text={name} />
            {builtIn && <span className="ml-2 text-xs font-normal text-ink-3">built in</span>}
          </p>
          {!builtIn && (
            <p className="flex flex-wrap gap-x-3 text-xs text-ink-3">
              <span>{KIND_NAMES[kind]}</span>
              {baseUrl !== null && <CallText text={baseUrl} />}
              <span>{hasCredential ? "key stored" : "no key"}</span>
              <span>{models.length === 1 ? "1 model" : `${models.length} models`}</span>
            </p>
          )}
        </div>
        {mayChange && !builtIn && (
          <div className="flex gap-1">
            <Button size="small" disabled={test.isPending} onClick={() => test.mutate()}>
              {test.isPending ? "Testing…" : "Test"}
              <span className="sr-only"> {name}</span>
            </Button>
            <Button size="small" tone="quiet" onClick={onEdit}>
              Change
              <span className="sr-only"> {name}</span>
            </Button>
            <Button size="small" tone="quiet" onClick={() => setRemoving(true)}>
              Remove
              <span className="sr-only"> {name}</span>
            </Button>
          </div>
        )}
      </div>
      <Tested connection={connection} answer={test.data} error={test.error} />
      {removing && <Remove connection={connection} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function Tested({
  connection,
  answer,
  error,
}: {
  readonly connection: ConnectionView;
  readonly answer: ConnectionTested | undefined;
  readonly error: unknown;
}) {
  const client = useQueryClient();
  const take = useMutation({
    mutationFn: (models: readonly string[]) =>
      changeConnection(connection.id, { models: models.slice(0, MOST_MODELS) }),
    onSettled: () => client.invalidateQueries({ queryKey: ["connections"] }),
  });
  if (error !== null || take.error !== null)
    return (
      <p role="alert" className="mt-2 text-sm text-deny">
        {sentenceOf(error ?? take.error)}
      </p>
    );
  if (answer === undefined) return null;
  if (!answer.ok)
    return (
      <p role="alert" className="mt-2 text-sm text-deny">
        <CallText prose text={answer.message} className="first-letter:uppercase" />{" "}
        <code className="text-xs text-ink-3">{answer.code}</code>
      </p>
    );
  const differ = answer.models.join() !== connection.models.join();
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 text-sm">
      <p role="status" className="text-allow">
        It answers, with {answer.models.length === 1 ? "1 model" : `${answer.models.length} models`}.
      </p>
      {differ && (
        <Button size="small" tone="quiet" disabled={take.isPending} onClick={() => take.mutate(answer.models)}>
          Offer these models
        </Button>
      )}
    </div>
  );
}

function Remove({ connection, onClose }: { readonly connection: ConnectionView; readonly onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeConnection(connection.id),
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ["connections"] }),
  });
  return (
    <ConfirmRemoval title="Remove this connection?" onClose={onClose} remove={remove}>
      “<CallText prose text={connection.name} />” and its key are forgotten. Chats that use it keep their messages and
      need another model.
    </ConfirmRemoval>
  );
}

function Default({ all, mayChange }: { readonly all: All; readonly mayChange: boolean }) {
  const client = useQueryClient();
  const set = useMutation({
    mutationFn: setDefaultModel,
    onSettled: () => client.invalidateQueries({ queryKey: ["connections"] }),
  });
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>New chats use</span>
      <span className="rounded border border-edge/60 bg-surface">
        <ModelPicker
          label="Default model"
          value={all.defaultModel}
          withDefault={false}
          disabled={!mayChange || set.isPending}
          onPick={(model) => set.mutate(model)}
        />
      </span>
      <ErrorLine error={set.error} className="w-full text-deny" />
    </div>
  );
}
