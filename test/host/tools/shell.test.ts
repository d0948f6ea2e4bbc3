import { existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeWorld } from "../../../src/host/tools/node-world.ts";
import { runTool } from "../../../src/host/tools/run-tool.ts";
import { runnerEnv } from "../../../src/host/tools/runner-env.ts";
import { read } from "../../../src/read/read.ts";
import { makeSandbox, type Sandbox } from "./sandbox.ts";

let box: Sandbox;
beforeEach(() => {
  box = makeSandbox();
});
afterEach(() => box.remove());

describe("the shell tool", () => {
  it("runs a line, with both streams in its output", async () => {
    expect(await box.run("shell", { command: "echo out; echo err >&2; exit 3" })).toEqual({
      ok: true,
      output: "out\nerr\n",
      cut: 0,
      exitCode: 3,
    });
  });

  it("runs a program with its arguments as they are", async () => {
    expect(await box.run("shell", { program: "printf", args: ["%s|", "$HOME", "a b", "`x`"] })).toMatchObject({
      output: "$HOME|a b|`x`|",
      exitCode: 0,
    });
  });

  it("runs where it was told to", async () => {
    mkdirSync(join(box.project, "sub"));
    expect(await box.run("shell", { command: "pwd -P", cwd: "sub" })).toMatchObject({ output: `${box.project}/sub\n` });
  });

  it("streams, and keeps the beginning and the end", async () => {
    const pieces: string[] = [];
    const result = await box.run(
      "shell",
      { command: "seq 1 20000" },
      { outputLimit: 1000, onOutput: (text) => pieces.push(text) },
    );
    expect(result).toMatchObject({
      ok: true,
      output: expect.stringMatching(/^1\n2\n[\s\S]*characters left out[\s\S]*\n20000\n$/) as string,
    });
    expect(pieces.join("").length).toBe(108_894);
    // Of each half the line that was cut is left out as well: 3 characters here.
    expect(result.ok && result.output.length < 1_100 && result.cut).toBe(108_894 - 1000 + 3);
  });

  it.each([90, 100, 110, 120, 130, 140])("cuts no word to half of itself: %i characters", async (outputLimit) => {
    const command = `printf '%s\\n' ${["a", "b", "c", "d", "e", "f"].map((letter) => letter.repeat(40)).join(" ")}`;
    const result = await box.run("shell", { command }, { outputLimit });
    const output = result.ok ? result.output : "";
    const [first = "", last = ""] = output.split(/\n\(\d+ characters left out\)\n/);
    expect([first, last].map((text) => text.split("\n").filter((line) => /^[a-f]{1,39}$/.test(line)))).toEqual([
      [],
      [],
    ]);
    expect(result).toMatchObject({ cut: 246 - first.length - last.length });
  });

  it("ends the whole group when it takes too long", async () => {
    const mark = join(box.root, "mark");
    const start = performance.now();
    expect(
      await box.run("shell", { command: `(sleep 1; touch ${mark}) & sleep 30` }, { timeoutMs: 200 }),
    ).toMatchObject({ ok: false, code: "ETIMEOUT" });
    expect(performance.now() - start).toBeLessThan(4_000);
    await setTimeout(1_300);
    expect(box.world.lstat(mark)).toBeNull();
  });

  it("ends when it is stopped, and leaves nothing in the background", async () => {
    const stop = new AbortController();
    const running = box.run("shell", { command: "trap '' TERM; sleep 30" }, { signal: stop.signal });
    await setTimeout(150);
    stop.abort();
    expect(await running).toMatchObject({ ok: false, code: "ESTOPPED" });
    const start = performance.now();
    expect(await box.run("shell", { command: "sleep 30 & echo done" })).toMatchObject({ ok: true, output: "done\n" });
    expect(performance.now() - start).toBeLessThan(4_000);
  });

  it.each(["timeout", "stop"])("ends what left its group, on %s", async (how) => {
    const stop = new AbortController();
    const pidFile = join(box.root, "pid");
    // A session of its own, twice over, with its streams elsewhere: no signal to the group reaches it.
    const line = `setsid sh -c 'setsid sh -c "echo \\$\\$ > ${pidFile}; exec sleep 60" >/dev/null 2>&1 &' & sleep 60`;
    const running = box.run(
      "shell",
      { command: line },
      { signal: stop.signal, timeoutMs: how === "stop" ? 20_000 : 3_000 },
    );
    const pid = await pidIn(pidFile);
    if (how === "stop") stop.abort();
    expect(await running).toMatchObject({ ok: false });
    await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
  });

  it("leaves what a command put into the background on purpose", async () => {
    const pidFile = join(box.root, "pid");
    const line = `setsid sh -c 'echo $$ > ${pidFile}; exec sleep 60' >/dev/null 2>&1 & sleep 0.2`;
    expect(await box.run("shell", { command: line })).toMatchObject({ ok: true });
    const pid = await pidIn(pidFile);
    expect(isAlive(pid)).toBe(true);
    process.kill(pid, "SIGKILL");
  });

  it("runs no start file and no exported function in place of a program", async () => {
    const bait = join(box.root, "bait");
    writeFileSync(bait, "echo BAIT\n");
    const env = runnerEnv({
      PATH: process.env["PATH"],
      HOME: box.root,
      BASH_ENV: bait,
      ENV: bait,
      "BASH_FUNC_ls%%": "() { echo BAIT; }",
      PS4: "$(echo BAIT)",
      ASSENT_TOKEN: "t",
    });
    writeFileSync(join(box.root, ".bashrc"), "alias ls='echo BAIT'\n");
    const world = nodeWorld({ env, cwd: box.project });
    const call = box.call("shell", { command: "ls; env" });
    const result = await runTool(call, read(call, world), {
      world,
      signal: new AbortController().signal,
      outputLimit: 10_000,
    });
    expect(result.ok && /BAIT|BASH_ENV|ASSENT/.test(result.output)).toBe(false);
  });

  it("does not run a line whose program or file is another by now", async () => {
    mkdirSync(join(box.root, "bin"));
    writeFileSync(join(box.root, "bin/tool"), "#!/bin/sh\necho first\n", { mode: 0o755 });
    const world = nodeWorld({ env: runnerEnv({ PATH: `${box.root}/bin:${process.env["PATH"]}` }), cwd: box.project });
    const context = { world, signal: new AbortController().signal, outputLimit: 1000 };
    for (const args of [{ command: "tool" }, { program: "tool", args: [] }]) {
      const call = box.call("shell", args);
      expect(await runTool(call, read(call, world), context)).toMatchObject({ output: "first\n" });
      const stale = {
        ...read(call, world),
        parts: read(call, world).parts.map((part) => ({ ...part, file: "/usr/bin/true" })),
      };
      expect(await runTool(call, stale, context)).toMatchObject({ ok: false, code: "ECHANGED" });
    }
    const call = box.call("shell", { command: "cat f" });
    writeFileSync(join(box.project, "f"), "inside");
    const reading = read(call, box.world);
    symlinkSync("../outside", join(box.project, "g"));
    const moved = {
      ...reading,
      parts: reading.parts.map((part) => ({
        ...part,
        paths: part.paths.map((use) => ({ ...use, canonical: realpathSync(join(box.project, "g")) })),
      })),
    };
    expect(await runTool(call, moved, context)).toMatchObject({ code: "ECHANGED" });
  });
});

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
}

/** The id that the process wrote of itself, once it has. */
async function pidIn(file: string): Promise<number> {
  const written = (): string => (existsSync(file) ? readFileSync(file, "utf8") : "");
  await expect.poll(written, { timeout: 15_000 }).toMatch(/^[1-9]\d*\n$/);
  return Number(written());
}
