import { sentenceOf } from "./sentence.ts";

/** Why something was not done, read out at once; nothing where there is no error. */
export function ErrorLine({
  error,
  className = "mt-2 text-sm text-deny",
}: {
  readonly error: unknown;
  readonly className?: string;
}) {
  if (error === null) return null;
  return (
    <p role="alert" className={className}>
      {sentenceOf(error)}
    </p>
  );
}
