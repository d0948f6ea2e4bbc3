import { useState } from "react";
import { type NotifyState, readNotify, setNotify } from "../frame/notify.ts";
import { Button } from "../parts/button.tsx";
import { Section } from "../parts/page.tsx";

/** Whether this browser tells that something waits. */
export function Notifications() {
  const [state, setState] = useState<NotifyState>(readNotify);
  const change = (on: boolean): void => void setNotify(on).then(setState);
  return (
    <Section
      id="notifications"
      title="Notifications"
      says="On the desktop, while this page is open and out of sight. They say who asks, and nothing of the call."
    >
      {state === "missing" || state === "blocked" ? (
        <p className="text-sm text-ink-2">
          {state === "missing" ? "This browser has none." : "This browser blocks them for this page: allow them there."}
        </p>
      ) : (
        <Button aria-pressed={state === "on"} onClick={() => change(state !== "on")}>
          {state === "on" ? "Tell me no more" : "Tell me on the desktop"}
        </Button>
      )}
    </Section>
  );
}
