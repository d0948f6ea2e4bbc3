import { afterAll, beforeAll, expect, it } from "vitest";
import type { SandboxView } from "../../../src/wire/sandbox.ts";
import { serve, type TestHost, type TestSession } from "./serve.ts";

let host: TestHost;
let owner: TestSession;
beforeAll(async () => {
  host = await serve();
  owner = await host.login();
  await host.services.store.persons.add({ id: "ann", name: "Ann", role: "approver", projects: null, createdAt: 0 });
});
afterAll(() => host.close());

const set = (who: TestSession, on: boolean) => who.send("PUT", "/api/settings/sandbox", { on });
const view = async (): Promise<SandboxView> =>
  (await (await owner.send("GET", "/api/settings/sandbox")).json()) as SandboxView;

it("is off until the owner turns it on, where it can be used", async () => {
  const before = await view();
  expect(before.on).toBe(false);
  const turned = await set(owner, true);
  expect(turned.status).toBe(before.missing === null ? 200 : 409);
  expect((await view()).on).toBe(before.missing === null);
  expect((await set(owner, false)).status).toBe(200);
  expect((await view()).on).toBe(false);
});

it("is nobody else's to turn off", async () => {
  await host.services.store.settings.set("sandbox", true);
  expect((await set(await host.login("ann"), false)).status).toBe(403);
  expect((await view()).on).toBe(true);
  expect((await set(owner, false)).status).toBe(200);
  const lines = await host.services.store.audit.since(0, 50);
  expect(JSON.stringify(lines)).toContain("sandbox.set");
});

it("is on before the rules that count on it can be chosen", async () => {
  const choose = async () => (await owner.send("PUT", "/api/settings/defaults", { preset: "sandbox" })).status;
  expect(await choose()).toBe(409);
  await host.services.store.settings.set("sandbox", true);
  expect(await choose()).toBe(200);
});
