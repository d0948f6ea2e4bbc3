import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Limits as PolicyLimits } from "../../core/policy.ts";
import type { DefaultsView } from "../../wire/defaults.ts";
import { defaultsQuery } from "../api/queries.ts";
import { setDefaults } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { Section } from "../parts/page.tsx";
import { ErrorLine } from "../parts/error-line.tsx";

/** How much one run, one call and one answer may take. A tool's own limits go before these. */
export function Limits({ mayChange }: { readonly mayChange: boolean }) {
  const { data: defaults } = useQuery(defaultsQuery);
  if (defaults === undefined) return null;
  return (
    <Section
      id="limits"
      title="Limits"
      says="Empty: no limit on calls, and the times that a tool has by itself. A call over its limit is denied."
    >
      <Form key={JSON.stringify([defaults.limits, defaults.outputLimit])} defaults={defaults} mayChange={mayChange} />
    </Section>
  );
}

interface Typed {
  readonly calls: string;
  /** Seconds. */
  readonly usual: string;
  /** Seconds. */
  readonly longest: string;
  /** Characters. */
  readonly output: string;
}

function Form({ defaults, mayChange }: { readonly defaults: DefaultsView; readonly mayChange: boolean }) {
  const client = useQueryClient();
  const before = typedOf(defaults);
  const [typed, setTyped] = useState(before);
  const save = useMutation({
    mutationFn: () => setDefaults({ limits: limitsOf(typed, defaults), outputLimit: Number(typed.output) }),
    onSettled: () => client.invalidateQueries(),
  });
  const same = JSON.stringify(typed) === JSON.stringify(before);
  const field = (key: keyof Typed, label: string, range: Range) => (
    <Field
      label={label}
      value={typed[key]}
      disabled={!mayChange || save.isPending}
      onChange={(value) => setTyped({ ...typed, [key]: value })}
      {...range}
    />
  );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className="flex flex-wrap gap-4">
        {field("calls", "Calls of one tool in a run", { min: 0, max: 1_000_000 })}
        {field("usual", "Time for a call, seconds", { min: 1, max: 86_400 })}
        {field("longest", "Longest time, seconds", { min: 1, max: 86_400 })}
        {field("output", "Output kept, characters", { min: 1_000, max: 4_000_000, required: true })}
      </div>
      {mayChange && (
        <Button type="submit" className="w-fit" disabled={same || save.isPending}>
          Save the limits
        </Button>
      )}
      <ErrorLine error={save.error} className="text-sm text-deny" />
    </form>
  );
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly required?: boolean;
}

interface FieldProps extends Range {
  readonly label: string;
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
}

function Field({ label, onChange, ...input }: FieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs font-medium text-ink-2">
        {label}
      </label>
      <input
        id={id}
        type="number"
        step={1}
        {...input}
        onChange={(event) => onChange(event.target.value)}
        className="h-8 w-44 rounded border border-edge bg-surface px-2 text-sm tabular-nums"
      />
    </div>
  );
}

function typedOf({ limits, outputLimit }: DefaultsView): Typed {
  const seconds = (ms: number | undefined): string => (ms === undefined ? "" : String(Math.ceil(ms / 1000)));
  return {
    calls: limits.callsPerRun === undefined ? "" : String(limits.callsPerRun),
    usual: seconds(limits.defaultTimeoutMs),
    longest: seconds(limits.maxTimeoutMs),
    output: String(outputLimit),
  };
}

function limitsOf(typed: Typed, stored: DefaultsView): PolicyLimits {
  const before = typedOf(stored);
  const { defaultTimeoutMs, maxTimeoutMs } = stored.limits;
  // What was not touched stays to the millisecond.
  const usual = typed.usual === before.usual ? defaultTimeoutMs : milliseconds(typed.usual);
  const longest = typed.longest === before.longest ? maxTimeoutMs : milliseconds(typed.longest);
  return {
    ...(typed.calls === "" ? {} : { callsPerRun: Number(typed.calls) }),
    ...(usual === undefined ? {} : { defaultTimeoutMs: usual }),
    ...(longest === undefined ? {} : { maxTimeoutMs: longest }),
  };
}

function milliseconds(seconds: string): number | undefined {
  return seconds === "" ? undefined : Number(seconds) * 1000;
}
