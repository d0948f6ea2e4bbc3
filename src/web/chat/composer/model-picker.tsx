import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import type { ModelChoice } from "../../../wire/chats.ts";
import type { ConnectionView } from "../../../wire/connections.ts";
import { takesPictures } from "../../../wire/pictures.ts";
import { connectionsQuery } from "../../api/chat-queries.ts";
import type { Taken } from "./attachments.ts";

/** How a control in the composer's bar looks. */
export const TOOL =
  "inline-flex h-7 min-w-0 items-center gap-1.5 rounded px-2 text-xs text-ink-2 hover:bg-hover hover:text-ink disabled:opacity-50";

/** What a chat's model takes; until it is known, all: the host refuses what it does not. */
export function useTaken(choice: ModelChoice | null): Taken {
  const { data } = useQuery(connectionsQuery);
  const used = choice ?? data?.defaultModel;
  const connection = data?.connections.find(({ id }) => id === used?.connection);
  const model = used?.model ?? "";
  return { model, pictures: connection === undefined || takesPictures(connection, model) };
}

/** Every model of every connection; the first choice follows the default. */
export function ModelPicker({
  value,
  onPick,
  disabled = false,
  label = "Model",
  none = "default",
  withDefault = true,
  letter,
}: {
  readonly value: ModelChoice | null;
  readonly onPick: (model: ModelChoice | null) => void;
  readonly disabled?: boolean;
  readonly label?: string;
  /** What no choice of one's own stands for. */
  readonly none?: string;
  /** It may stay unset. */
  readonly withDefault?: boolean;
  /** The key that leads to it. */
  readonly letter?: string;
}) {
  const { data } = useQuery(connectionsQuery);
  const known = data?.connections ?? [];
  return (
    <span className="relative min-w-0">
      <select
        aria-label={label}
        title={label}
        data-key={letter}
        disabled={disabled || data === undefined}
        value={value === null ? "" : JSON.stringify([value.connection, value.model])}
        onChange={(event) => onPick(readChoice(event.target.value))}
        className={`${TOOL} w-full max-w-52 cursor-pointer appearance-none truncate bg-transparent pr-6`}
      >
        {withDefault && <option value="">{data === undefined ? "" : `${data.defaultModel.model}, ${none}`}</option>}
        {value !== null &&
          !known.some((each) => each.id === value.connection && modelsOf(each).includes(value.model)) && (
            <option value={JSON.stringify([value.connection, value.model])}>{value.model} (not listed)</option>
          )}
        {known.map((connection) => (
          <optgroup key={connection.id} label={connection.name}>
            {modelsOf(connection).map((model) => (
              <option key={model} value={JSON.stringify([connection.id, model])}>
                {model}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      <ChevronDown
        size={12}
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}

function modelsOf({ models, defaultModel }: ConnectionView): readonly string[] {
  return defaultModel === null || models.includes(defaultModel) ? models : [defaultModel, ...models];
}

function readChoice(value: string): ModelChoice | null {
  if (value === "") return null;
  const [connection, model] = JSON.parse(value) as [string, string];
  return { connection, model };
}
