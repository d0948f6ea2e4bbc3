import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
};

const NO_UI =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Assent</title><p>This build has no web interface; the API is served.</p></html>';

/**
 * The page and its files. A request is looked up in the list of files that are there, never turned into a path, so that
 * no spelling of one leaves the folder. A path without a dot is a place within the page. All are read at once: a build
 * under a running host replaces them by others, and half of a page is none.
 */
export function createPage(webDir: string | null): (path: string) => Promise<Response | null> {
  const files = webDir === null ? new Map<string, Buffer>() : readFiles(webDir);

  function file(name: string, bytes: Buffer): Response {
    // Names under `assets` hold a hash of the content.
    const cache = name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    return new Response(new Uint8Array(bytes), {
      headers: { "content-type": TYPES[extname(name)] ?? "application/octet-stream", "cache-control": cache },
    });
  }

  return async (path) => {
    const name = path.slice(1);
    const bytes = files.get(name);
    if (bytes !== undefined) return file(name, bytes);
    if (path.includes(".") || path.startsWith("/assets/")) return null;
    const index = files.get("index.html");
    if (index !== undefined) return file("index.html", index);
    return new Response(NO_UI, { headers: { "content-type": TYPES[".html"] as string, "cache-control": "no-cache" } });
  };
}

function readFiles(webDir: string): Map<string, Buffer> {
  const entries = readdirSync(webDir, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(paths.map((path) => [relative(webDir, path).split(sep).join("/"), readFileSync(path)]));
}
