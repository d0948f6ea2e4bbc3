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

  it("says so where there is no page", async () => {
    expect(await (await createPage(null)("/"))?.text()).toContain("no web interface");
  });
});
