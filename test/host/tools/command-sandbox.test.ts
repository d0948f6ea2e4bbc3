import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSandbox, toLine } from "../../../src/host/tools/sandbox.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";
import { canUnshare } from "../../support/processes.ts";

const sandbox = createSandbox();
const works = (await sandbox.missing()) === null && canUnshare();
if (!works) console.warn("not run: commands in a sandbox (no bubblewrap, or namespaces are not allowed here)");

let box: Sandbox;
let server: Server;
beforeAll(async () => {
  server = createServer((_request, response) => response.end("reached"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await sandbox.close();
});
beforeEach(() => {
  box = makeSandbox();
});
afterEach(() => box.remove());

const shell = (args: object, on = true) => box.run("shell", args, on ? { sandbox, writable: [box.project] } : {});

describe.skipIf(!works)("a command in the sandbox", () => {
  it("works in its folder, and writes nowhere else", async () => {
    expect(await shell({ command: "echo in > f; cat f; pwd -P" })).toMatchObject({
      ok: true,
      output: `in\n${box.project}\n`,
      exitCode: 0,
    });
    const beyond = `${box.root}/outside/f`;
    box.put("write.sh", `echo out > ${beyond}; echo $?`);
    const line = { command: "sh write.sh" };
    expect(await shell(line)).toMatchObject({
      ok: true,
      output: expect.stringMatching(/Read-only[\s\S]*[12]\n$/) as string,
    });
    expect(existsSync(beyond)).toBe(false);
    await shell(line, false);
    expect(readFileSync(beyond, "utf8")).toBe("out\n");
  });

  it("writes nowhere in a folder that may only be read", async () => {
    box.put("write.sh", "echo out > made; echo $?");
    const line = { command: "sh write.sh" };
    expect(await box.run("shell", line, { sandbox })).toMatchObject({
      ok: true,
      output: expect.stringMatching(/Read-only[\s\S]*[12]\n$/) as string,
    });
    expect(existsSync(box.at("made"))).toBe(false);
    await shell(line);
    expect(box.get("made")).toBe("out\n");
  });

  it("writes where the call says that it does", async () => {
    const beyond = `${box.root}/outside/g`;
    expect(await shell({ command: `echo out > ${beyond}` })).toMatchObject({ ok: true, exitCode: 0 });
    expect(readFileSync(beyond, "utf8")).toBe("out\n");
    expect(await shell({ command: `mv ${beyond} ${beyond}2; sed -i s/out/in/ ${beyond}2` })).toMatchObject({
      exitCode: 0,
      output: "",
    });
    expect(readFileSync(`${beyond}2`, "utf8")).toBe("in\n");
    expect(await shell({ command: "echo a > f; mv f g; sed -i s/a/b/ g; cat g; rm g" })).toMatchObject({
      output: "b\n",
    });
  });

  it("does not see secrets that it did not name, nor the host's data", async () => {
    mkdirSync(join(box.root, "home/.ssh"));
    mkdirSync(join(box.root, "data"));
    writeFileSync(join(box.root, "home/.ssh/id_rsa"), "SECRET");
    writeFileSync(join(box.root, "data/assent.db"), "SECRET");
    box.put("look.sh", `cat ${box.root}/home/.ssh/* ${box.root}/data/* 2>/dev/null; echo end`);
    const look = { command: "sh look.sh" };
    expect(await shell(look)).toMatchObject({ output: "end\n" });
    expect(await shell(look, false)).toMatchObject({ output: "SECRETSECRETend\n" });
    expect(await shell({ command: `cat ${box.root}/home/.ssh/id_rsa` })).toMatchObject({ output: "SECRET" });
  });

  it("reaches no network", async () => {
    const { port } = server.address() as AddressInfo;
    const args = [
      "-e",
      `fetch("http://127.0.0.1:${port}").then((r) => r.text()).then(console.log, () => console.log("none"))`,
    ];
    expect(await shell({ program: process.execPath, args })).toMatchObject({ output: "none\n" });
    expect(await shell({ program: process.execPath, args }, false)).toMatchObject({ output: "reached\n" });
  });

  it("gets its arguments as they are", async () => {
    const args = ["%s|", "$HOME", "a 'b'", "`x`", "\\", ""];
    expect(await shell({ program: "printf", args })).toMatchObject({ output: "$HOME|a 'b'|`x`|\\||" });
  });

  it("ends when it is stopped, with all that it started", async () => {
    const stop = new AbortController();
    const running = box.run("shell", { command: "sh -c 'sleep 61' & sleep 61" }, { sandbox, signal: stop.signal });
    await setTimeout(800);
    stop.abort();
    expect(await running).toMatchObject({ ok: false, code: "ESTOPPED" });
    await expect.poll(() => countOf("sleep\x0061"), { timeout: 5_000 }).toBe(0);
  });
});

it("does not run where the sandbox is on and cannot be used", async () => {
  const none = { ...sandbox, missing: async () => "there is no bwrap" };
  const result = await box.run("shell", { command: "touch made" }, { sandbox: none });
  expect(result).toMatchObject({ ok: false, code: "EFILE", message: expect.stringContaining("no bwrap") as string });
  expect(existsSync(box.at("made"))).toBe(false);
});

it("quotes for a shell", () => {
  expect(toLine(["/bin/echo", "it's", "$(x)"])).toBe(String.raw`'/bin/echo' 'it'\''s' '$(x)'`);
});

function countOf(cmdline: string): number {
  const out = execFileSync("sh", ["-c", "cat /proc/[0-9]*/cmdline 2>/dev/null || true"], { encoding: "utf8" });
  return out.split(cmdline).length - 1;
}
