import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPage } from "../../../src/host/http/static.ts";

describe("the page and its files", () => {
  let base: string;
  let page: ReturnType<typeof createPage>;
  beforeAll(() => {
    base = mkdtempSync(join(tmpdir(), "assent-web-"));
    mkdirSync(join(base, "web/assets"), { recursive: true });
    writeFileSync(join(base, "secret.txt"), "secret");
    writeFileSync(join(base, "web/index.html"), "<!doctype html>page");
    writeFileSync(join(base, "web/assets/a-1f2e.js"), "script");
    symlinkSync(join(base, "secret.txt"), join(base, "web/link.txt"));
    page = createPage(join(base, "web"));
  });
  afterAll(() => rmSync(base, { recursive: true }));

  const look = async (path: string): Promise<readonly (string | null)[] | null> => {
    const response = await page(path);
    return (
      response && [await response.text(), response.headers.get("content-type"), response.headers.get("cache-control")]
    );
  };
  const shell = ["<!doctype html>page", "text/html; charset=utf-8", "no-cache"];

  it.each([
    ["/", shell],
    ["/inbox", shell],
    ["/login", shell],
    ["/projects/prj_1/rules", shell],
    ["/assets/a-1f2e.js", ["script", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"]],
  ])("serves %s", async (path, answer) => {
    expect(await look(path)).toEqual(answer);
  });

  it.each([
    "/.env",
    "/assets/none",
    "/assets/",
    "/index.html/..",
    "/../secret.txt",
    "//secret.txt",
    "/web/../secret.txt",
    "/link.txt",
  ])("has no %s", async (path) => {
    expect(await look(path)).toBeNull();
  });

  it("stays whole when the folder is built anew under the host", async () => {
    const web = join(base, "rebuilt");
    mkdirSync(join(web, "assets"), { recursive: true });
    writeFileSync(join(web, "assets/b-1.js"), "asked for");
    writeFileSync(join(web, "assets/c-1.js"), "not yet");
    const served = createPage(web);
    await served("/assets/b-1.js");
    rmSync(web, { recursive: true });
    const texts = ["/assets/b-1.js", "/assets/c-1.js"].map(async (path) => (await served(path))?.text());
    expect(await Promise.all(texts)).toEqual(["asked for", "not yet"]);
  });

  it("says so where there is no page", async () => {
    expect(await (await createPage(null)("/"))?.text()).toContain("no web interface");
  });
});
