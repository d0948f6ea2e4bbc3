/** The addresses of the UI. */
type Plain =
  | "/"
  | "/login"
  | "/welcome"
  | "/inbox"
  | "/chats"
  | "/chats/new"
  | "/tools"
  | "/rules"
  | "/audit"
  | "/settings";
type OfOne = "/inbox/$id" | "/chats/$id" | "/projects/$id";

/** Values of search parameters; what is undefined is left out. */
export type SearchValues = Readonly<Record<string, string | number | true | undefined>>;

interface Extra {
  readonly search?: SearchValues;
  /** Id of a part of the page. */
  readonly hash?: string;
}

export type Target =
  | ({ readonly to: Plain; readonly params?: undefined } & Extra)
  | ({ readonly to: OfOne; readonly params: { readonly id: string } } & Extra);

export function hrefOf({ to, params, search = {}, hash }: Target): string {
  const path = params === undefined ? to : to.replace("$id", encodeURIComponent(params.id));
  return `${path}${searchOf(search)}${hash === undefined ? "" : `#${hash}`}`;
}

/** With its `?`; empty where nothing is left. */
export function searchOf(values: SearchValues): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value !== undefined) params.set(key, String(value));
  return params.size === 0 ? "" : `?${params}`;
}
