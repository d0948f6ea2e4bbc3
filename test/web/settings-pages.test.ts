import { describe, expect, it } from "vitest";
import { changedTool, freshPolicy, hashOf, mcpServer, sameTool } from "./fixture-policy.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

const { bodies } = stage;

describe("an MCP tool that has changed", () => {
  it("shows what is different, hides nothing in it, and is accepted as it was shown", async () => {
    const policy = { ...freshPolicy(), mcpServers: [mcpServer], mcpTools: [changedTool, sameTool] };
    stage.server.reset({ policy });
    const page = await stage.open("/settings");
    const changed = page.getByRole("region", { name: "Changed tools of github" });
    await changed.getByText("Also read").waitFor();
    const text = await changed.innerText();
    expect(text).not.toMatch(/[\u202e\u200b]/);
    expect(text).toContain("U+202E");
    await changed.getByLabel("What it does").selectOption("network");
    await changed.getByRole("button", { name: "Accept this version of create_issue" }).click();
    await page.getByText("accepted as network").first().waitFor({ state: "attached" });
    await expect.poll(() => changed.count()).toBe(0);
    expect(bodies()).toEqual([{ tool: "create_issue", hash: hashOf("b"), class: "network" }]);
  });

  it("waits for what is folded away, and is refused where it has changed again", async () => {
    const long = { ...changedTool, changed: { hash: hashOf("b"), before: "", after: "line\n".repeat(900) } };
    stage.server.reset({ policy: { ...freshPolicy(), mcpServers: [mcpServer], mcpTools: [long] } });
    const page = await stage.open("/settings");
    const accept = page.getByRole("button", { name: "Accept this version of create_issue" });
    await accept.waitFor();
    await expect.poll(() => accept.isDisabled()).toBe(true);
    await page.getByRole("button", { name: /not shown. Show/ }).click();
    stage.server.state.policy.mcpTools = [{ ...long, changed: { ...long.changed, hash: hashOf("c") } }];
    await accept.click();
    await expect.poll(bodies).toHaveLength(1);
    // The version that is there by now is another one to read and to accept.
    await expect.poll(() => accept.isDisabled()).toBe(true);
    expect(stage.server.state.policy.mcpTools[0]?.changed?.hash).toBe(hashOf("c"));
  });
});

describe("a client as a place to answer", () => {
  it("is trusted after a question that says what it means, and no longer at once", async () => {
    stage.server.reset({ policy: { ...freshPolicy(), mcpServers: [mcpServer], mcpTools: [] } });
    const page = await stage.open("/settings");
    const group = page.getByRole("group", { name: "Calls of github are answered" });
    await group.getByText("In the client too").click();
    await page.getByRole("button", { name: "Back" }).click();
    expect(bodies()).toEqual([]);
    await group.getByText("In the client too").click();
    await page.getByRole("button", { name: "Trust its answers" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await group.getByText("Here only").click();
    await expect.poll(bodies).toEqual([{ answerIn: "client" }, { answerIn: "inbox" }]);
  });
});

describe("limits", () => {
  it("are set in seconds and characters, and what is not touched stays as it is", async () => {
    const policy = freshPolicy();
    policy.defaults = { ...policy.defaults, limits: { defaultTimeoutMs: 1_500 } };
    stage.server.reset({ policy });
    const page = await stage.open("/settings");
    await page.getByLabel("Calls of one tool in a run").fill("20");
    await page.getByLabel("Longest time, seconds").fill("60");
    await page.getByLabel("Output kept, characters").fill("5000");
    await page.getByRole("button", { name: "Save the limits" }).click();
    await expect
      .poll(bodies)
      .toEqual([{ limits: { callsPerRun: 20, defaultTimeoutMs: 1_500, maxTimeoutMs: 60_000 }, outputLimit: 5_000 }]);
  });

  it("out of range are not sent", async () => {
    const page = await stage.open("/settings");
    await page.getByLabel("Output kept, characters").fill("10");
    await page.getByRole("button", { name: "Save the limits" }).click();
    expect(
      await page.getByLabel("Output kept, characters").evaluate((field: HTMLInputElement) => field.validity.valid),
    ).toBe(false);
    expect(bodies()).toEqual([]);
  });
});

describe("the sandbox", () => {
  it("is turned on before its built-in rules can be chosen, and says what they are worth without it", async () => {
    const page = await stage.open("/settings");
    const preset = page.getByRole("radio", { name: "Autonomous in a sandbox" });
    await page.getByText("can be chosen once the sandbox below is on").waitFor();
    await expect.poll(() => preset.isDisabled()).toBe(true);
    const group = page.getByRole("group", { name: "Sandbox for commands" });
    await group.getByText("On", { exact: true }).click();
    await expect.poll(() => preset.isDisabled()).toBe(false);
    await page.getByText("Autonomous in a sandbox", { exact: true }).click();
    await expect.poll(bodies).toEqual([{ on: true }, { preset: "sandbox" }]);
    await group.getByText("Off", { exact: true }).click();
    await page.getByText("of these only the everyday rules count").waitFor();
  });

  it("cannot be turned on where something is missing, and says what", async () => {
    const policy = { ...freshPolicy(), sandbox: { on: false, missing: "bubblewrap is not installed" } };
    stage.server.reset({ policy });
    const page = await stage.open("/settings");
    await page.getByText("bubblewrap is not installed").waitFor();
    const group = page.getByRole("group", { name: "Sandbox for commands" });
    await expect.poll(() => group.getByRole("radio", { name: "On" }).isDisabled()).toBe(true);
  });
});
