/** An answer that was to be remembered, and could not be. */
export function NotRemembered({ className }: { readonly className: string }) {
  return (
    <p role="alert" className={`bg-ask-soft py-1.5 text-sm text-ask ${className}`}>
      This could not be remembered, so the answer counts this once.
    </p>
  );
}
