import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bestPaths } from "../../../src/host/tools/find-paths.ts";
import { serve, type TestHost, type TestSession } from "./serve.ts";

describe("projects added by hand", () => {
  let host: TestHost;
  let owner: TestSession;
  let folder: string;
  beforeAll(async () => {
    host = await serve();
    owner = await host.login();
    folder = join(host.dataDir, "work/app");
    mkdirSync(join(folder, "src"), { recursive: true });
    mkdirSync(join(folder, "node_modules/dep"), { recursive: true });
    for (const file of ["package.json", "src/app.ts", "src/map.ts", "node_modules/dep/app.js"])
      writeFileSync(join(folder, file), "");
    symlinkSync("/etc", join(folder, "out"));
  });
  afterAll(() => host.close());

  const add = async (path: string) => {
    const response = await owner.send("POST", "/api/projects", { path });
    return { status: response.status, body: (await response.json()) as { project?: { id: string; opened: string } } };
  };

  it("one folder is one project, and its opening question is open", async () => {
    const first = await add(folder);
    expect(first).toMatchObject({
      status: 201,
      body: { project: { path: folder, name: "app", opened: "unanswered" } },
    });
    expect(await add(folder)).toEqual({ status: 200, body: first.body });
    const audit = (await (await owner.send("GET", "/api/audit?type=project.added")).json()) as { lines: unknown[] };
    expect(audit.lines).toHaveLength(1);
  });

  it.each(["relative/path", "/", homedir(), "/nowhere/at/all"])("%s is none", async (path) => {
    expect((await add(path)).status).toBe(400);
  });

  it("its files are completed: no links followed, nothing that was fetched", async () => {
    const id = (await add(folder)).body.project?.id;
    const paths = async (q: string) =>
      ((await (await owner.send("GET", `/api/projects/${id}/paths?q=${q}`)).json()) as { paths: string[] }).paths;
    expect(await paths("app")).toEqual(["src/app.ts"]);
    expect(await paths("")).toEqual(["src/app.ts", "src/map.ts", "package.json"]);
    expect(await paths("passwd")).toEqual([]);
  });

  it("nobody completes files of a project that is not theirs", async () => {
    const id = (await add(folder)).body.project?.id;
    await host.services.store.persons.add({ id: "bo", name: "Bo", role: "viewer", projects: [], createdAt: 0 });
    const other = await host.login("bo");
    expect((await other.send("GET", `/api/projects/${id}/paths?q=app`)).status).toBe(404);
  });
});

describe("paths that were meant", () => {
  const paths = ["src/web/chat/chat-view.tsx", "docs/chat.md", "test/web/card.test.ts", "README.md"];
  it.each([
    ["chat", ["docs/chat.md", "src/web/chat/chat-view.tsx"]],
    ["web/", ["test/web/card.test.ts", "src/web/chat/chat-view.tsx"]],
    ["swcv", ["src/web/chat/chat-view.tsx"]],
    ["nothing", []],
  ])("by `%s`", (query, found) => expect(bestPaths(paths, query)).toEqual(found));
});
