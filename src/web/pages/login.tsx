import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ApiFault } from "../api/client.ts";
import { login } from "../api/routes.ts";
import { sentenceOf } from "../parts/sentence.ts";
import { useTitle } from "./use-title.ts";
import { navigate } from "../route/link.tsx";

/** Takes the one-time token from the link's fragment, which no server log ever sees, and forgets it at once. */
export function LoginPage() {
  useTitle("Sign in", 0);
  const client = useQueryClient();
  const [token] = useState(() => location.hash.slice(1));
  const sent = useRef(false);
  const { mutate, error } = useMutation({
    mutationFn: login,
    onSuccess: async () => {
      client.clear();
      await navigate({ to: "/", replace: true });
    },
  });
  useEffect(() => {
    if (token === "" || sent.current) return;
    sent.current = true;
    history.replaceState(history.state, "", "/login");
    mutate(token);
  }, [token, mutate]);
  return (
    <main className="mx-auto flex min-h-full max-w-md flex-col justify-center px-6 py-16">
      <ShieldCheck size={28} className="text-accent" aria-hidden />
      <h1 className="mt-4 text-lg font-semibold">Sign in to Assent</h1>
      {token !== "" && error === null ? (
        <p role="status" className="mt-2 text-ink-2">
          Signing in…
        </p>
      ) : (
        <HowToSignIn error={error} />
      )}
    </main>
  );
}

function HowToSignIn({ error }: { readonly error: Error | null }) {
  return (
    <>
      {error !== null && (
        <p role="alert" className="mt-3 rounded bg-deny-soft px-3 py-2 text-sm text-deny">
          {error instanceof ApiFault && error.status < 500 && error.status > 0
            ? "This link does not sign in: it was used already, or is too old."
            : sentenceOf(error)}
        </p>
      )}
      <p className="mt-3 text-ink-2">
        Only a one-time link opens this page: whoever answers cards here decides what runs on your machine. In a
        terminal on that machine, in a checkout with <code>npx</code> before it:
      </p>
      <pre className="mt-3 rounded border border-line bg-sunken px-3.5 py-3 text-sm">
        <code>assent</code>
      </pre>
      <p className="mt-3 text-ink-2">
        It prints a link and opens it. Once somebody is signed in, further links are made in Settings. If you are signed
        in nowhere any more, stop the host and run
      </p>
      <pre className="mt-3 rounded border border-line bg-sunken px-3.5 py-3 text-sm">
        <code>assent --recover</code>
      </pre>
    </>
  );
}
