import type { ReactNode } from "react";

/** A page's head and width. */
export function Page({
  title,
  says,
  actions,
  children,
  fill = false,
}: {
  readonly title: string;
  readonly says?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly fill?: boolean;
}) {
  return (
    <div className={`mx-auto flex max-w-5xl flex-col px-4 pt-5 sm:px-6 ${fill ? "h-full min-h-0" : "pb-16"}`}>
      <header className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-2 sm:flex-nowrap">
        <div className="mr-auto min-w-0">
          <h1 className="text-lg font-semibold">{title}</h1>
          {says !== undefined && <p className="text-sm text-ink-2">{says}</p>}
        </div>
        {actions !== undefined && <div className="shrink-0 sm:max-w-[65%]">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Section({
  id,
  title,
  says,
  children,
}: {
  readonly id?: string;
  readonly title: string;
  readonly says?: string;
  readonly children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id ?? title}-title`}
      className="border-t border-line py-6 first-of-type:border-t-0 first-of-type:pt-2 md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:gap-8"
    >
      <div className="mb-3">
        <h2 id={`${id ?? title}-title`} className="text-base font-semibold">
          {title}
        </h2>
        {says !== undefined && <p className="mt-1 text-sm text-ink-3">{says}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
