import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sandboxQuery } from "../api/queries.ts";
import { setSandbox } from "../api/routes.ts";
import { Choice } from "../parts/choice.tsx";
import { Section } from "../parts/page.tsx";
import { ErrorLine } from "../parts/error-line.tsx";
import { CallText } from "../render/call-text.tsx";

/** Whether commands of the host's own chats run in the sandbox, and what keeps it from being used here. */
export function SandboxSwitch({ mayChange }: { readonly mayChange: boolean }) {
  const client = useQueryClient();
  const { data: sandbox } = useQuery(sandboxQuery);
  const set = useMutation({ mutationFn: setSandbox, onSettled: () => client.invalidateQueries() });
  if (sandbox === undefined) return null;
  const { on, missing } = sandbox;
  const disabled = !mayChange || set.isPending;
  return (
    <Section
      id="sandbox"
      title="Sandbox"
      says="Commands of chats here run without the network, and write only where they were let in. Other agents’ commands run outside of it."
    >
      <Choice
        label="Sandbox for commands"
        value={on ? "on" : "off"}
        options={[
          { value: "off", label: "Off", disabled },
          { value: "on", label: "On", disabled: disabled || (missing !== null && !on) },
        ]}
        onChange={(to) => set.mutate(to === "on")}
      />
      {missing !== null && (
        <p className={`mt-2 text-sm ${on ? "text-deny" : "text-ink-2"}`}>
          {on ? "No command runs until it can be used again: " : "It cannot be used here: "}
          <CallText prose text={missing} />
        </p>
      )}
      <ErrorLine error={set.error} />
    </Section>
  );
}
