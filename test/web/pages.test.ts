import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { AuditLine } from "../../src/wire/audit.ts";
import type { RuleView } from "../../src/wire/rule.ts";
import { PHONE } from "./browser.ts";
import { call, chatView, freshChats, message, text } from "./fixture-chats.ts";
import { approval, auditLines, claude, edit, mcp, project, push, rules, unopened } from "./fixtures.ts";
import type { Fixture } from "./fixture-server.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

const full: Partial<Fixture> = {
  approvals: [
    push,
    edit,
    mcp,
    approval("apr_done", {
      state: "executed",
      answer: { decision: "allow", by: "Ana", at: 0, remembered: "npm test *", note: null },
    }),
  ],
  projects: [unopened],
};
describe("the first load", () => {
  const chats = {
    ...freshChats(),
    views: [chatView("chat_a", { head: "m1" })],
    messages: new Map([
      [
        "chat_a",
        [
          message("m0", "user", [text("hello")]),
          message("m1", "assistant", [text("It is **done**."), call("c1", { state: "executed" })], { parent: "m0" }),
        ],
      ],
    ]),
  };
  it.each([
    ["/inbox", "Discards commits"],
    ["/chats/new", "Work with a model here"],
    ["/chats/chat_a", "It is done."],
    ["/rules", "npm run *"],
    ["/tools", "Run a command line"],
    ["/audit", "git status"],
    ["/settings", "Data directory"],
    ["/projects/prj_site", "/home/ana/notes"],
    ["/welcome", "Decide what your agents may do"],
  ])("of %s takes at most 150 kB of script, packed", async (path, shown) => {
    stage.server.reset({ ...full, chats });
    const page = await stage.open("/icon.svg");
    const scripts: Response[] = [];
    page.on("response", (response) => response.url().endsWith(".js") && scripts.push(response));
    await page.goto(stage.server.url + path);
    await page.getByText(shown).filter({ visible: true }).first().waitFor();
    // What is fetched ahead of need comes later, and is not part of it.
    const standing = scripts.map((response) => response.body());
    const packed = (await Promise.all(standing)).reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    expect(packed).toBeGreaterThan(50_000);
    expect(packed).toBeLessThan(150_000);
  });
});

describe("the phone", () => {
  it("lists what waits, opens a card, and keeps its buttons in reach", async () => {
    stage.server.reset(full);
    const page = await stage.open("/inbox", PHONE);
    await page.getByText("Changes 3 lines").click();
    const allow = page.getByRole("button", { name: "Allow once" });
    await allow.waitFor();
    const box = await allow.boundingBox();
    expect(box !== null && box.y + box.height < 844 && box.height >= 40).toBe(true);
    await page.getByText("All that waits").click();
    await page.getByRole("main").getByText("4 waiting").waitFor();
  });

  it("says of a line without a subject what it is", async () => {
    const [line] = auditLines(1) as readonly [AuditLine];
    stage.server.reset({ audit: [{ ...line, type: "login", approval: null, data: {} }] });
    const page = await stage.open("/audit", PHONE);
    await page.getByRole("main").getByText("login").filter({ visible: true }).waitFor();
  });
});

describe("stop all", () => {
  it("asks, stops, says so on every page, and is released", async () => {
    stage.server.reset({ approvals: [approval("apr_a")] });
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Stop all" }).click();
    expect(stage.server.sent).toEqual([]);
    await page.getByRole("button", { name: "Stop everything" }).click();
    await page.getByText("Everything is stopped").waitFor();
    await page.goto(`${stage.server.url}/audit`);
    await page.getByText("Everything is stopped").waitFor();
    await page.getByRole("button", { name: "Release" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Release" }).click();
    await page.getByRole("button", { name: "Stop all" }).waitFor();
    expect(stage.server.sent.map((each) => each.body)).toEqual([{ stopped: true }, { stopped: false }]);
  });
});

describe("rules", () => {
  it("are added, refused with the reason, removed, and brought back", async () => {
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByLabel("Pattern").fill("make (x)");
    await page.getByRole("button", { name: "Save the rule" }).click();
    await page.getByText("A pattern has no `(`").waitFor();
    await page.getByLabel("Pattern").fill("make *");
    await page.getByRole("button", { name: "Save the rule" }).click();
    await page.getByText("make *").first().waitFor();
    await page.getByRole("button", { name: "Remove allow make *" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Remove allow make *" }).waitFor();
    expect(stage.server.sent.map((each) => each.path)).toEqual(
      ["POST", "POST", "DELETE", "POST"].map((method) => `${method} /api/settings/command-rules`),
    );
    expect(stage.server.sent[3]?.body).toEqual({
      tool: "shell",
      pattern: "make *",
      decision: "allow",
      scope: "project",
    });
  });

  it("are told before they are saved where they mean less than it looks", async () => {
    stage.server.reset();
    const page = await stage.open("/rules?add=true");
    const note = page.getByText("lets nothing through");
    await page.getByLabel("Pattern").fill("rm *");
    await note.waitFor();
    await page.getByLabel("Pattern").fill("make *");
    await note.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Save the rule" }).click();
    await page.getByText("make *").first().waitFor();
  });

  it("that cannot be read say so, and are changed in their place or removed", async () => {
    const fault = "a program's name has no sign of a shell or of a regular expression";
    const [first, ...others] = rules as readonly [RuleView, ...RuleView[]];
    const stale = { ...first, id: "stale", pattern: "!rm *", decision: "deny", note: "kept", fault } as const;
    stage.server.reset({ rules: [stale, { ...stale, id: "gone", pattern: "!x", decision: "allow" }, ...others] });
    const page = await stage.open("/rules");
    await page.getByText(`This rule cannot be read: ${fault}. It allows nothing.`).waitFor();
    await page.getByRole("button", { name: "Remove allow !x" }).click();
    await page.getByText("Removed !x").waitFor();
    // One that cannot be read cannot be brought back.
    expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
    await page.getByRole("button", { name: "Change the rule" }).click();
    await page.getByLabel("Pattern").fill("rm *");
    await page.getByRole("button", { name: "Save the rule" }).click();
    await page.getByText("Changed rm *").waitFor();
    await expect.poll(() => page.getByText("cannot be read").count()).toBe(0);
    expect(stage.server.sent.at(-1)).toEqual({
      path: "PUT /api/settings/command-rules",
      body: {
        id: "stale",
        tool: "shell",
        pattern: "rm *",
        decision: "deny",
        scope: "project",
        target: project.id,
        note: "kept",
      },
    });
  });

  it("about a file, written as a command, are not saved as ones that protect no file", async () => {
    stage.server.reset();
    const page = await stage.open("/rules");
    await page.getByRole("button", { name: "Add a rule" }).first().click();
    const [save, pattern] = [page.getByRole("button", { name: "Save the rule" }), page.getByLabel("Pattern")];
    await pattern.fill("readelf *");
    await expect.poll(() => save.isDisabled()).toBe(false);
    await pattern.fill("read .env");
    await page.getByText("command called read, and protect no file", { exact: false }).waitFor();
    await expect.poll(() => save.isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Make it a rule about files" }).click();
    expect([await page.getByLabel("About").inputValue(), await pattern.inputValue()]).toEqual(["read", ".env"]);
    await save.click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(stage.server.sent.map(({ body }) => body)).toMatchObject([{ tool: "read", pattern: ".env" }]);
  });

  it("say how many waiting calls a new one settled; a rule that settles none says nothing of it", async () => {
    for (const [settles, said] of [
      [["apr_a", "apr_b"], "2 waiting calls were settled by it."],
      [[], null],
    ] as const) {
      stage.server.reset({ settles });
      const page = await stage.open("/rules?add=true");
      await page.getByLabel("Pattern").fill("make *");
      await page.getByRole("button", { name: "Save the rule" }).click();
      const receipt = page.getByRole("status").filter({ hasText: "Added" });
      await receipt.waitFor();
      expect((await receipt.innerText()).includes("settled")).toBe(said !== null);
      if (said !== null) await receipt.getByText(said).waitFor();
      await page.close();
    }
  });

  it("cannot be removed where they are built in", async () => {
    const page = await stage.open("/rules?scope=builtin");
    await page.getByText("mkfs *").waitFor();
    await expect.poll(() => page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
  });

  it("answer a command as one types", async () => {
    const page = await stage.open("/rules");
    await page.getByRole("textbox", { name: "Try a command" }).fill("git status");
    await page.getByText("It only reads", { exact: false }).first().waitFor();
    await page.getByRole("textbox", { name: "Try a command" }).fill("npm test && npm publish");
    const parts = page.getByRole("region", { name: "Parts of the command" }).getByRole("listitem");
    await expect.poll(() => parts.count()).toBe(2);
    await parts.nth(1).getByText("starts /usr/bin/npm").waitFor();
    await parts.nth(1).getByText("decided by the level Read freely (L0)").waitFor();
    await page.getByRole("textbox", { name: "Try a command" }).fill("npm publish");
    await page.getByText("No rule speaks of it", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "Make a rule of this" }).click();
    expect(await page.getByLabel("Pattern").inputValue()).toBe("npm publish");
  });
});

describe("the audit", () => {
  it("keeps ten thousand lines in a few rows, and one line at its address", async () => {
    stage.server.reset({ audit: auditLines(10_000) });
    const page = await stage.open("/audit");
    const rows = page.getByRole("region", { name: "Lines, newest first" }).getByRole("button");
    await rows.first().waitFor();
    await expect.poll(() => rows.count()).toBeLessThan(80);
    await rows.nth(2).click();
    await page.getByRole("complementary", { name: "Line 9998" }).waitFor();
    expect(page.url()).toContain("line=9998");
    await page.keyboard.press("j");
    await page.getByRole("complementary", { name: "Line 9997" }).waitFor();
  });

  it("folds the lines of one call, says what decided it, and opens them one by one", async () => {
    const [first] = auditLines(1);
    const line = (seq: number, type: string, more: object = {}) => ({
      ...first!,
      seq,
      type,
      actor: "agent:claude-code",
      approval: "apr_a",
      ...more,
    });
    const decidedBy = { kind: "level", id: "L0" };
    const data = { summary: "Runs `git status`.", decidedBy };
    stage.server.reset({
      audit: [
        line(4, "approval.approved", { approval: "apr_b", data: { summary: "Runs `ls`.", decidedBy } }),
        line(3, "approval.executed", { data: {} }),
        line(2, "approval.executing", { data: {} }),
        line(1, "approval.approved", { data }),
      ],
    });
    const page = await stage.open("/audit");
    const rows = page.getByRole("region", { name: "Lines, newest first" }).getByRole("button");
    await rows.first().waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    expect((await rows.first().innerText()).replaceAll("\n", " ")).toContain("Read freely (L0)");
    expect((await rows.nth(1).innerText()).replaceAll("\n", " ")).toMatch(
      /executed and 2 more.*git status.*Read freely \(L0\)/,
    );
    await page.goto(`${stage.server.url}/audit?line=2`);
    await page.getByRole("complementary", { name: "Line 2" }).waitFor();
    await expect.poll(() => rows.count()).toBe(4);
  });

  it("says why a call was not run, and of what a line is that names nothing; its time on a phone too", async () => {
    const [first] = auditLines(1);
    const of = (seq: number, type: string, data: AuditLine["data"]) => ({
      ...first!,
      seq,
      type,
      approval: `apr_${seq}`,
      data,
    });
    stage.server.reset({
      audit: [
        of(3, "approval.void", { reason: "changed", changes: ["the file was replaced"] }),
        of(2, "approval.void", { reason: "stopped" }),
        of(1, "level.stopped", {}),
      ],
    });
    const page = await stage.open("/audit", PHONE);
    for (const said of [/asked again, since the file was replaced/, /since everything was stopped/, /Everything is/]) {
      const row = page.getByRole("button", { name: said });
      await row.waitFor();
      await expect.poll(() => row.locator("time").isVisible()).toBe(true);
    }
  });

  it("is searched, verified and exported", async () => {
    const page = await stage.open("/audit");
    await page.getByRole("searchbox").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("npm");
    await page.waitForURL(/q=npm/);
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByText("240 lines, none altered or lost").waitFor();
    expect(await page.getByRole("link", { name: "Export" }).getAttribute("href")).toBe("/api/audit?format=jsonl");
  });
});

describe("signing in", () => {
  it("takes the token out of the address and goes on", async () => {
    stage.server.reset({ signedIn: false, agents: [] });
    const page = await stage.open("/login#good-token");
    await page.getByText("Decide what your agents may do").waitFor();
    expect(page.url()).not.toContain("good-token");
  });

  it("says what to do with a link that was used", async () => {
    stage.server.reset({ signedIn: false });
    const page = await stage.open("/login#used");
    await page.getByText("This link does not sign in").waitFor();
  });

  it("leads there from every page", async () => {
    stage.server.reset({ signedIn: false });
    const page = await stage.open("/rules");
    await page.getByText("Only a one-time link opens this page", { exact: false }).waitFor();
  });
});

describe("the top bar", () => {
  it.each([
    ["No agent connected", []],
    ["No agent seen lately", [{ server: "notes", connected: false }]],
    ["MCP notes, MCP files", ["notes", "files"].map((server) => ({ server, connected: true }))],
  ])("says what is connected: %s", async (said, gated) => {
    stage.server.reset({ agents: [{ ...claude, lastSeen: null }], gated });
    const page = await stage.open("/rules");
    await expect.poll(() => page.getByRole("banner").getByRole("link").textContent()).toBe(said);
  });
});

describe("the first run", () => {
  it("starts the try and leads to its card", async () => {
    stage.server.reset({ agents: [] });
    const page: Page = await stage.open("/");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByText("It waits for you now.").waitFor();
    await page.getByRole("link", { name: "Open the inbox" }).click();
    await page.locator('[data-card="apr_try"]').waitFor();
  });

  it.each([
    ["inbox", "It waits for you now."],
    ["agent", "As soon as a call asks, it waits in the inbox and is counted beside it."],
  ] as const)("says whether a card waits here: asked in the %s", async (askedIn, said) => {
    stage.server.reset({ approvals: [approval("apr_a", { askedIn })], projects: [] });
    const page: Page = await stage.open("/welcome");
    await page.getByText("Claude Code").first().waitFor();
    const step = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "See the first card" }) });
    await expect.poll(() => step.getByRole("paragraph").textContent()).toBe(said);
  });
});
