import { useMutation, useQueryClient } from "@tanstack/react-query";
import { OctagonX, Play } from "lucide-react";
import { useState } from "react";
import { setStopped } from "../api/routes.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { ErrorLine } from "../parts/error-line.tsx";

/** Level L3 for all chats, and its release. Both ask: one ends work that runs, the other lets calls run again. */
export function StopAll({ stopped }: { readonly stopped: boolean }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const change = useMutation({
    mutationFn: () => setStopped(!stopped),
    onSuccess: () => setOpen(false),
    onSettled: () => client.invalidateQueries(),
  });
  return (
    <>
      {stopped ? (
        <Button tone="stop" onClick={() => setOpen(true)} icon={<Play size={14} aria-hidden />}>
          Release
        </Button>
      ) : (
        <Button tone="deny" onClick={() => setOpen(true)} icon={<OctagonX size={14} aria-hidden />}>
          Stop all
        </Button>
      )}
      {open && (
        <Dialog
          title={stopped ? "Release the stop?" : "Stop everything?"}
          onClose={() => setOpen(false)}
          footer={
            <>
              <Button tone="quiet" onClick={() => setOpen(false)}>
                Back
              </Button>
              <Button tone={stopped ? "primary" : "stop"} disabled={change.isPending} onClick={() => change.mutate()}>
                {stopped ? "Release" : "Stop everything"}
              </Button>
            </>
          }
        >
          {stopped ? (
            <p>
              Calls are decided again by each chat’s own level and the rules. Nothing that was stopped is started again.
            </p>
          ) : (
            <p>
              Every call of every agent is denied, without a question, until you release it. What waits or was allowed
              becomes void; what runs is stopped.
            </p>
          )}
          <ErrorLine error={change.error} className="mt-3 font-medium text-deny" />
        </Dialog>
      )}
    </>
  );
}
