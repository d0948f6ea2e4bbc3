import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ConnectionKind, ConnectionView, NewConnectionBody } from "../../wire/connections.ts";
import type { Pictures } from "../../wire/pictures.ts";
import { addConnection, changeConnection, testConnection } from "../api/chat-routes.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { Field, INPUT } from "../parts/field.tsx";

type Kind = NewConnectionBody["kind"];

export const KIND_NAMES: Readonly<Record<ConnectionKind, string>> = {
  "openai-compatible": "OpenAI-compatible (Ollama, LM Studio, vLLM, …)",
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  demo: "Demo",
};
const KINDS: readonly Kind[] = ["openai-compatible", "openai", "anthropic", "google"];

/** A new connection, or one to change. A stored key is never shown: leaving the field empty keeps it. */
export function ConnectionForm({ of, onClose }: { readonly of: ConnectionView | null; readonly onClose: () => void }) {
  const client = useQueryClient();
  const [id, setId] = useState(of?.id ?? null);
  const [kind, setKind] = useState<Kind>(of === null || of.kind === "demo" ? "openai-compatible" : of.kind);
  const [name, setName] = useState(of?.name ?? "");
  const [baseUrl, setBaseUrl] = useState(of?.baseUrl ?? "");
  const [credential, setCredential] = useState("");
  const [models, setModels] = useState(of?.models.join("\n") ?? "");
  const [pictures, setPictures] = useState<Pictures>(of?.pictures ?? "auto");
  const moved = of !== null && baseUrl.trim() !== (of.baseUrl ?? "") && of.hasCredential;
  const save = useMutation({
    mutationFn: async () => {
      const fields = {
        name: name.trim() === "" ? (KIND_NAMES[kind].split(" ")[0] ?? kind) : name.trim(),
        baseUrl: baseUrl.trim() === "" ? null : baseUrl.trim(),
        pictures,
        models: models.split(/[\n,]/).flatMap((model) => (model.trim() === "" ? [] : [model.trim()])),
      };
      const key = credential === "" ? {} : { credential };
      const known =
        id ?? (await addConnection({ kind, ...fields, defaultModel: null, credential: null, ...key })).connection.id;
      if (id !== null) await changeConnection(id, { ...fields, ...key });
      // From here on it is there: a second try changes it.
      setId(known);
      if (fields.models.length === 0) await takeModels(known);
    },
    onSuccess: onClose,
    onSettled: () => client.invalidateQueries({ queryKey: ["connections"] }),
  });
  const form = useId();
  return (
    <Dialog
      title={of === null ? "Add a connection" : "Change the connection"}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" form={form} tone="primary" disabled={save.isPending}>
            {id === null ? "Add" : "Save"}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {of === null && (
          <Field label="Kind">
            <select data-first value={kind} onChange={(event) => setKind(event.target.value as Kind)} className={INPUT}>
              {KINDS.map((each) => (
                <option key={each} value={each}>
                  {KIND_NAMES[each]}
                </option>
              ))}
            </select>
          </Field>
        )}
        <Field label="Name">
          <input
            value={name}
            maxLength={100}
            placeholder={KIND_NAMES[kind].split(" ")[0]}
            onChange={(event) => setName(event.target.value)}
            className={INPUT}
          />
        </Field>
        <Field label={kind === "openai-compatible" ? "Address" : "Address, where it is not the provider’s own"}>
          <input
            type="url"
            value={baseUrl}
            required={kind === "openai-compatible"}
            placeholder={kind === "openai-compatible" ? "http://127.0.0.1:11434/v1" : ""}
            onChange={(event) => setBaseUrl(event.target.value)}
            className={`${INPUT} mono`}
          />
        </Field>
        <Field
          label="Key"
          says={
            moved
              ? "A new address needs the key again: it is not sent anywhere it was not given for."
              : of?.hasCredential === true
                ? "One is stored. Leave this empty to keep it."
                : kind === "openai-compatible"
                  ? "Only where the endpoint wants one."
                  : ""
          }
        >
          <input
            type="password"
            autoComplete="off"
            value={credential}
            required={moved || (of === null && kind !== "openai-compatible")}
            onChange={(event) => setCredential(event.target.value)}
            className={`${INPUT} mono`}
          />
        </Field>
        <Field label="Models" says="One a line. Empty: as the endpoint lists them.">
          <textarea
            rows={3}
            value={models}
            onChange={(event) => setModels(event.target.value)}
            className={`${INPUT} mono h-auto py-2`}
          />
        </Field>
        <Field label="Pictures" says="Where its models take none, none are offered or sent.">
          <select value={pictures} onChange={(event) => setPictures(event.target.value as Pictures)} className={INPUT}>
            <option value="auto">By the model’s name</option>
            <option value="yes">All of its models take them</option>
            <option value="no">None takes them</option>
          </select>
        </Field>
        <ErrorLine error={save.error} className="text-sm text-deny" />
      </form>
    </Dialog>
  );
}

/** The models that the endpoint lists become the connection's. */
async function takeModels(id: string): Promise<void> {
  const tested = await testConnection(id);
  if (!tested.ok) throw new Error(`it is kept, but no models could be listed: ${tested.message}`);
  await changeConnection(id, { models: tested.models.slice(0, MOST_MODELS) });
}

/** As many as the host takes: wire/connections.ts. */
export const MOST_MODELS = 500;
