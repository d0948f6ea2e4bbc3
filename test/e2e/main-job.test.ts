import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { askHost } from "./ask-host.ts";
import { callEvent, resultEvent, startHostProcess, type HostProcess } from "./host-process.ts";

/**
 * The whole line in one piece: the built host as a process, the hook as the agent starts it, a real browser. The tests
 * stand in the order of a day, and share one host.
 */
let host: HostProcess;
let browser: Browser;
let person: BrowserContext;

/** Longer than a card waits before it takes an answer. */
const ARMED_MS = 650;

beforeAll(async () => {
  host = await startHostProcess();
  browser = await launchChromium();
  person = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: "reduce" });
  const page = await person.newPage();
  await page.goto(host.loginLink as string);
  await page.waitForURL(/\/(welcome|inbox)/u);
  await page.close();
  host.cli("hook", "install", "claude-code");
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await host?.close();
});

async function open(path: string): Promise<Page> {
  const page = await person.newPage();
  page.setDefaultTimeout(15_000);
  await page.goto(host.url + path);
  return page;
}

/** The newest card of the inbox, ready to be answered. */
async function openCard(text: string): Promise<{ page: Page; id: string }> {
  const page = await open("/inbox");
  const id = await waitForPending(text);
  await page.goto(`${host.url}/inbox/${id}`);
  await page.locator(`[data-card="${id}"]`).waitFor();
  await page.waitForTimeout(ARMED_MS);
  return { page, id };
}

interface Row {
  readonly id: string;
  readonly state: string;
  readonly callId: string;
  readonly answer: { readonly decision: string; readonly by: string } | null;
  readonly outcome: { readonly ok: boolean } | null;
  readonly parts: readonly { readonly text: string }[];
}

const api = (path: string): Promise<{ approvals: Row[] }> => askHost(person.request, host.url, path);

async function waitForPending(text: string): Promise<string> {
  for (;;) {
    const { approvals } = await api("/api/tools/authorization/pending");
    const found = approvals.find((row) => JSON.stringify(row.parts).includes(text));
    if (found !== undefined) return found.id;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

async function rowOf(callId: string): Promise<Row> {
  const { approvals } = await api("/api/approvals");
  return approvals.find((row) => row.callId === callId) as Row;
}

/** In a mode that answers prompts by itself the call is held for the inbox. */
const HELD = { permission_mode: "bypassPermissions" };

describe("in the agent's own prompt", () => {
  test("a read is free", async () => {
    const event = callEvent(host.project, "Bash", { command: "git status --short" });
    expect(await host.hook(event)).toMatchObject({ permissionDecision: "allow" });
    await host.hook(resultEvent(event, { stdout: "", stderr: "" }));
    expect((await rowOf(event.tool_use_id)).state).toBe("executed");
  });

  test("an ask is asked there, and what ran settles it", async () => {
    const event = callEvent(host.project, "Bash", { command: "touch asked.txt" });
    expect(await host.hook(event)).toMatchObject({ permissionDecision: "ask" });
    expect((await rowOf(event.tool_use_id)).state).toBe("pending");
    await host.hook(resultEvent(event, { stdout: "" }));
    expect(await rowOf(event.tool_use_id)).toMatchObject({ state: "executed", answer: { decision: "allow" } });
  });

  test("what is never meant is denied at once", async () => {
    const event = callEvent(host.project, "Bash", { command: "rm -rf ~" });
    expect(await host.hook(event)).toMatchObject({ permissionDecision: "deny" });
  });
});

describe("held for the inbox", () => {
  test("card, key 1, and the hook answers allow", async () => {
    const event = callEvent(host.project, "Bash", { command: "mkdir -p build/one" }, HELD);
    const reply = host.hook(event);
    const { page, id } = await openCard("build/one");
    await page.keyboard.press("1");
    await page.locator(`[data-folded="${id}"]`).waitFor();
    expect(await reply).toMatchObject({ permissionDecision: "allow" });
    await host.hook(resultEvent(event, "done"));
    expect(await rowOf(event.tool_use_id)).toMatchObject({ id, state: "executed", answer: { decision: "allow" } });
    await page.close();
  });

  test("Escape denies, and the model is told no policy", async () => {
    const reply = host.hook(callEvent(host.project, "Bash", { command: "mkdir -p build/two" }, HELD));
    const { page } = await openCard("build/two");
    await page.keyboard.press("Escape");
    expect(await reply).toEqual({
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason:
        "user denied. Do not try to reach the same in another way; ask the person what they want instead.",
    });
    await page.close();
  });

  test("an edit runs as edited", async () => {
    const reply = host.hook(
      callEvent(host.project, "Bash", { command: "mkdir -p build/three", description: "make it" }, HELD),
    );
    const { page } = await openCard("build/three");
    await page.getByRole("button", { name: "Edit before it runs" }).click();
    await page.getByLabel("command string").fill("mkdir -p build/edited");
    await page.getByText("Asks", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Allow once" }).click();
    expect(await reply).toMatchObject({
      permissionDecision: "allow",
      updatedInput: { command: "mkdir -p build/edited", description: "make it" },
    });
    await page.close();
  });

  test("a file's diff is shown, and what is allowed for the session is not asked again", async () => {
    const edit = (from: string, to: string) =>
      callEvent(
        host.project,
        "Edit",
        { file_path: `${host.project}/src/a.ts`, old_string: from, new_string: to },
        HELD,
      );
    const reply = host.hook(edit("a = 1", "a = 2"));
    const { page } = await openCard("src/a.ts");
    await page.getByText("a = 2").first().waitFor();
    await page.keyboard.press("Escape");
    expect(await reply).toMatchObject({ permissionDecision: "deny" });
    await page.close();
  });

  test("reload, second tab and back while it waits", async () => {
    const reply = host.hook(callEvent(host.project, "Bash", { command: "mkdir -p build/four" }, HELD));
    const { page, id } = await openCard("build/four");
    await page.reload();
    await page.locator(`[data-card="${id}"]`).waitFor();
    const second = await open(`/inbox/${id}`);
    await second.locator(`[data-card="${id}"]`).waitFor();
    await page.goto(`${host.url}/audit`);
    await page.goBack();
    await page.locator(`[data-card="${id}"]`).waitFor();
    await page.waitForTimeout(ARMED_MS);
    await page.keyboard.press("1");
    expect(await reply).toMatchObject({ permissionDecision: "allow" });
    await second.locator(`[data-folded="${id}"]`).waitFor();
    await Promise.all([page.close(), second.close()]);
  });

  test("two tabs at once: one decides, the other is told", async () => {
    const reply = host.hook(callEvent(host.project, "Bash", { command: "mkdir -p build/five" }, HELD));
    const { page: one, id } = await openCard("build/five");
    const two = await open(`/inbox/${id}`);
    await two.locator(`[data-card="${id}"]`).waitFor();
    await two.waitForTimeout(ARMED_MS);
    const statuses: number[] = [];
    for (const page of [one, two]) {
      page.on("response", (response) => {
        if (response.url().endsWith("/decide")) statuses.push(response.status());
      });
    }
    await Promise.all([one.keyboard.press("1"), two.keyboard.press("4")]);
    await Promise.all([one, two].map((page) => page.locator(`[data-folded="${id}"]`).waitFor()));
    const { permissionDecision } = await reply;
    const words = permissionDecision === "allow" ? /Allowed/u : /Denied/u;
    await one.getByText(words).first().waitFor();
    await two.getByText(words).first().waitFor();
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    await Promise.all([one.close(), two.close()]);
  });
});

test("the host is killed while a call waits: the hook starts another, and the answer there runs it once", async () => {
  const event = callEvent(host.project, "Bash", { command: "mkdir -p build/six" }, HELD);
  const reply = host.hook(event);
  const id = await waitForPending("build/six");
  host = await host.killAndRestart();
  const { page, id: after } = await openCard("build/six");
  expect(after).toBe(id);
  await page.keyboard.press("1");
  await page.locator(`[data-folded="${id}"]`).waitFor();
  expect(await reply).toMatchObject({ permissionDecision: "allow" });
  await page.close();
  // The same call once more is another call: it is asked about anew.
  const again = host.hook({ ...event, tool_use_id: "toolu_again" });
  expect(await waitForPending("build/six")).not.toBe(id);
  expect((await rowOf(event.tool_use_id)).state).toBe("executing");
  const other = await openCard("build/six");
  await other.page.keyboard.press("Escape");
  expect(await again).toMatchObject({ permissionDecision: "deny" });
  await other.page.close();
}, 90_000);

test("the audit trail holds all of it, unbroken", () => {
  expect(host.cli("audit", "verify")).toMatch(/^ok/u);
  expect(host.cli("approvals")).toMatch(/nothing waits|apr_/u);
});
