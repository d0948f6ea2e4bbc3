import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ApprovalView } from "../../wire/approval.ts";
import type { ModelChoice } from "../../wire/chats.ts";
import { setCallModel } from "../api/chat-routes.ts";
import { ModelPicker } from "../chat/composer/model-picker.tsx";
import { ErrorLine } from "../parts/error-line.tsx";

/** The model of a subagent, for this one run. Source: approvals.md, "The card". */
export function SubagentModel({ view }: { readonly view: ApprovalView }) {
  const [model, setModel] = useState<ModelChoice | null>(null);
  const set = useMutation({
    mutationFn: (choice: ModelChoice | null) => setCallModel(view.chat.id, view.callId, choice),
    onSuccess: (_, choice) => setModel(choice),
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="text-ink-2">Model of this run</span>
      <span className="rounded border border-edge/60">
        <ModelPicker
          label="Model of this run"
          none="as the chat"
          value={model}
          disabled={set.isPending}
          onPick={(choice) => set.mutate(choice)}
        />
      </span>
      <ErrorLine error={set.error} className="w-full text-deny" />
    </div>
  );
}
