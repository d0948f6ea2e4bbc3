import { describe, expect, it } from "vitest";
import { approval, finding, part, unopened } from "./fixtures.ts";
import { useStage } from "./stage.ts";

const stage = useStage();

const [one, two, three] = ["npm test", "npm run lint", "make docs"].map((command, i) =>
  approval(`apr_${i}`, { args: { command }, summary: `Runs \`${command}\``, parts: [part(command)], createdAt: i }),
) as [ReturnType<typeof approval>, ReturnType<typeof approval>, ReturnType<typeof approval>];
const long = approval("apr_long", { args: { command: `echo ${"x".repeat(40_000)}` }, summary: "Prints much" });
const alone = approval("apr_alone", {
  summary: "Writes .git/config",
  code: "protected",
  findings: [finding("protected", "this file is protected")],
});
const sent = () => stage.server.sent.filter(({ path }) => path.endsWith("/allow-shown")).map(({ body }) => body);
const refOf = ({ id, digest }: { id: string; digest: string }) => ({ id, digest });

describe("allowing what is on screen", () => {
  it("lists what each would do, and sends those, each by what was shown", async () => {
    stage.server.reset({ approvals: [one, two, alone], projects: [unopened] });
    const page = await stage.open("/inbox");
    await page.getByRole("button", { name: "Allow these 2 once" }).waitFor();
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog", { name: "Allow 2 calls once?" });
    await dialog.getByText("One more call needs a look of its own").waitFor();
    await expect.poll(() => dialog.getByRole("listitem").filter({ hasText: "npm" }).count()).toBe(2);
    await expect.poll(() => dialog.getByText(".git/config").count()).toBe(0);
    // What comes while it is open is not among them.
    stage.server.add(three);
    await page.locator("[data-inbox-list]").getByText("5 waiting").waitFor();
    await page.waitForTimeout(600);
    await dialog.getByRole("button", { name: "Allow 2 calls once" }).click();
    await page.getByRole("dialog", { name: "2 calls allowed once" }).waitFor();
    expect(sent()).toEqual([{ calls: [one, two].map(refOf) }]);
    expect(stage.server.state.approvals.map(({ id, state }) => [id, state])).toEqual([
      ["apr_0", "executed"],
      ["apr_1", "executed"],
      ["apr_alone", "pending"],
      ["apr_2", "pending"],
    ]);
  });

  it("leaves out a call of which something is folded away, until it is opened", async () => {
    stage.server.reset({ approvals: [one, two, long] });
    const page = await stage.open("/inbox");
    await page.getByRole("button", { name: "Allow these 3 once" }).click();
    const dialog = page.getByRole("dialog", { name: "Allow 2 calls once?" });
    await dialog.getByText("Not among them until all of it has been shown").waitFor();
    await dialog.getByRole("button", { name: /not shown. Show/ }).click();
    await page.getByRole("dialog", { name: "Allow 3 calls once?" }).waitFor();
  });

  it("tells which went and which did not", async () => {
    stage.server.reset({ approvals: [one, two] });
    const page = await stage.open("/inbox");
    await page.getByRole("button", { name: "Allow these 2 once" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Allow 2 calls once" }).waitFor();
    const by = { decision: "deny", by: "Ben", at: 0, remembered: null, note: null } as const;
    stage.server.change(two.id, { state: "denied", answer: by });
    await page.waitForTimeout(600);
    await dialog.getByRole("button", { name: "Allow 2 calls once" }).click();
    await page.getByRole("dialog", { name: "1 of 2 calls allowed" }).waitFor();
    await dialog.getByText("Denied by Ben").waitFor();
  });

  it("takes the filtered list for what is on screen, and no key before it could be read", async () => {
    const many = Array.from({ length: 7 }, (_, i) => approval(`apr_m${i}`, { summary: `Runs job ${i % 2}` }));
    stage.server.reset({ approvals: many });
    const page = await stage.open("/inbox");
    await page.getByLabel("Search what waits").fill("job 1");
    await page.getByRole("button", { name: "Allow these 3 once" }).click();
    const allow = page.getByRole("dialog").getByRole("button", { name: "Allow 3 calls once" });
    await allow.dispatchEvent("click");
    expect(sent()).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(sent()).toEqual([]);
  });

  it("is not offered for one call, or for calls that only a look of their own answers", async () => {
    stage.server.reset({ approvals: [one, alone, { ...alone, id: "apr_alone2" }] });
    const page = await stage.open("/inbox");
    await page.locator("[data-inbox-list]").getByText("3 waiting").waitFor();
    await page.keyboard.press("a");
    await page.waitForTimeout(200);
    await expect.poll(() => page.getByRole("button", { name: /^Allow these/ }).count()).toBe(0);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });
});
