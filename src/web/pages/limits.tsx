import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { DefaultsView } from "../../wire/defaults.ts";
import { defaultsQuery } from "../api/queries.ts";
import { setDefaults } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { Section } from "../parts/page.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { LimitField, LimitFields, limitsOf, type TypedLimits, typedOf } from "./limit-fields.tsx";

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

interface Typed extends TypedLimits {
  /** Characters. */
  readonly output: string;
}

function Form({ defaults, mayChange }: { readonly defaults: DefaultsView; readonly mayChange: boolean }) {
  const client = useQueryClient();
  const before: Typed = { ...typedOf(defaults.limits), output: String(defaults.outputLimit) };
  const [typed, setTyped] = useState(before);
  const save = useMutation({
    mutationFn: () => setDefaults({ limits: limitsOf(typed, defaults.limits), outputLimit: Number(typed.output) }),
    onSettled: () => client.invalidateQueries(),
  });
  const same = JSON.stringify(typed) === JSON.stringify(before);
  const disabled = !mayChange || save.isPending;
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <div className="flex flex-wrap gap-4">
        <LimitFields
          typed={typed}
          disabled={disabled}
          onChange={(limits) => setTyped({ ...typed, ...limits })}
          calls="Calls of one tool in a run"
        />
        <LimitField
          label="Output kept, characters"
          value={typed.output}
          disabled={disabled}
          onChange={(output) => setTyped({ ...typed, output })}
          min={1_000}
          max={4_000_000}
          required
        />
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
