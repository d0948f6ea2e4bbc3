/** Which addresses of a model's text lead anywhere. Pure. Source: host.md, "Content". */

/** http and https alone, with a host, and without a name and password that would disguise it. */
export function safeLink(address: string | undefined): URL | null {
  if (address === undefined || !/^https?:\/\//i.test(address)) return null;
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null || url.username !== "" || url.password !== "" ? null : url;
}

/** Pixels that lie in the text itself. No SVG, which can hold a script. */
export function safeImage(address: string): boolean {
  return /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=]+$/i.test(address);
}

/** Where a link's words look like an address of another host than it leads to: the host that it leads to. */
export function tellsOtherHost(words: string, url: URL): string | null {
  const said = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/:?#]|\s*$)/iu.exec(words)?.[1];
  if (said === undefined) return null;
  const bare = (host: string): string => host.toLowerCase().replace(/^www\./, "");
  return bare(said) === bare(url.hostname) ? null : url.host;
}
