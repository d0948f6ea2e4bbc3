import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { loadPage } from "./pages.ts";
import { go, type GoOptions, usePlace } from "./place.ts";
import { hrefOf, type Target } from "./target.ts";

type LinkProps = Target & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href">;

/** A link inside of the UI. `data-status` is `active` on the page that it leads to, and on those below it. */
export function Link({ to, params, search, hash, ...rest }: LinkProps) {
  const href = hrefOf({ to, params, search, hash } as Target);
  const path = new URL(href, location.href).pathname;
  const { pathname } = usePlace();
  const active = pathname === path || (path !== "/" && pathname.startsWith(`${path}/`));
  // It is likely to be opened: what it needs is there by then. What does not load tells so when it is opened.
  const ahead = (): void => void loadPage(path).catch(() => {});
  return (
    <a
      {...rest}
      href={href}
      data-status={active ? "active" : undefined}
      aria-current={rest["aria-current"] ?? (pathname === path ? "page" : undefined)}
      onMouseEnter={ahead}
      onFocus={ahead}
      onTouchStart={ahead}
      onClick={(event) => {
        rest.onClick?.(event);
        if (!isPlain(event)) return;
        event.preventDefault();
        void go(href);
      }}
    />
  );
}

/** A click that would open it in this tab. */
function isPlain(event: MouseEvent): boolean {
  const modified = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  return event.button === 0 && !modified && !event.defaultPrevented;
}

/** Goes to an address; the promise is settled once its page is there. */
export function navigate({ replace = false, ...target }: Target & GoOptions): Promise<void> {
  return go(hrefOf(target), { replace });
}
