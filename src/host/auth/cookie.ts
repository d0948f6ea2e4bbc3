/** The session cookie's name carries the port, since cookies do not separate ports: two hosts do not overwrite each other. */
export function cookieName(port: number): string {
  return `assent-${port}`;
}

/** Seconds; the session itself ends by the rules of `requireAuth`. */
const LIFE = 365 * 24 * 3600;

export function setCookie(name: string, token: string): string {
  return `${name}=${token}; Path=/; Max-Age=${LIFE}; HttpOnly; SameSite=Strict`;
}

export function clearCookie(name: string): string {
  return `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict`;
}

/** `Firefox on Linux`, for the list of sessions; the header is the browser's own word. */
export function browserName(userAgent: string): string {
  const browser = ["Edg", "Firefox", "Chrome", "Safari"].find((name) => userAgent.includes(`${name}/`));
  const system = ["Windows", "Android", "iPhone", "Mac OS", "Linux"].find((name) => userAgent.includes(name));
  return `${browser === "Edg" ? "Edge" : (browser ?? "A browser")}${system === undefined ? "" : ` on ${system}`}`;
}
