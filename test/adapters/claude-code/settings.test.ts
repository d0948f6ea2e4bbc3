import { describe, expect, it } from "vitest";
import {
  hookCommand,
  installHooks,
  isInstalled,
  uninstallHooks,
  type HookForm,
} from "../../../src/adapters/claude-code/settings.ts";

const FORM: HookForm = { kind: "command", command: hookCommand("/data/hooks/assent-claude-code.sh") };
const HTTP: HookForm = { kind: "http", url: "http://127.0.0.1:4747/api/hooks/claude-code", token: "T" };

const FOREIGN = `{
    // mine
    "model": "opus",   /* kept */
    "unknownKey": [1,2],
    "hooks": {
        "PreToolUse": [
            { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./mine.sh" }] }
        ],
        "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }]
    }
}
`;

function install(text: string, form = FORM): string {
  const edit = installHooks(text, form);
  if (!edit.ok) throw new Error(edit.message);
  return edit.text;
}

function uninstall(text: string, kept?: Parameters<typeof uninstallHooks>[1]): string {
  const edit = uninstallHooks(text, kept);
  if (!edit.ok) throw new Error(edit.message);
  return edit.text;
}

describe("installing the hooks", () => {
  it("writes exactly what Claude Code reads", () => {
    const hook = { type: "command", command: "/usr/bin/env -i /bin/bash -p '/data/hooks/assent-claude-code.sh'" };
    const note = { ...hook, timeout: 15 };
    expect(JSON.parse(install(""))).toEqual({
      hooks: {
        PreToolUse: [{ matcher: "*", hooks: [{ ...hook, timeout: 600, onFailure: "block" }] }],
        PostToolUse: [{ matcher: "*", hooks: [note] }],
        PostToolUseFailure: [{ matcher: "*", hooks: [note] }],
        SessionStart: [{ hooks: [note] }],
        SessionEnd: [{ hooks: [note] }],
      },
    });
  });

  it("has an HTTP form", () => {
    const hooks = (JSON.parse(install("{}", HTTP)) as { hooks: { PreToolUse: unknown } }).hooks;
    expect(hooks.PreToolUse).toEqual([
      {
        matcher: "*",
        hooks: [
          {
            type: "http",
            url: HTTP.kind === "http" ? HTTP.url : "",
            headers: { Authorization: "Bearer T" },
            timeout: 600,
            onFailure: "block",
          },
        ],
      },
    ]);
  });

  it("keeps what is there, byte for byte but for what is added", () => {
    const text = install(FOREIGN);
    for (const part of ["// mine", '"model": "opus",   /* kept */', '"unknownKey": [1,2]', "./mine.sh", "say done"])
      expect(text).toContain(part);
    expect(isInstalled(text, FORM)).toBe(true);
  });

  it("leaves a person's own hook of the same event to be heard as well", () => {
    const mine = { matcher: "Bash", hooks: [{ type: "command", command: "./mine.sh" }] };
    const { hooks } = JSON.parse(install(JSON.stringify({ hooks: { PreToolUse: [mine] } }))) as {
      hooks: { PreToolUse: readonly unknown[] };
    };
    expect(hooks.PreToolUse).toEqual([mine, expect.objectContaining({ matcher: "*" })]);
  });

  it.each([
    ["nothing", ""],
    ["an empty object", "{}"],
    ["an empty list", '{ "hooks": { "PreToolUse": [] } }'],
    ["foreign hooks", FOREIGN],
    ["tabs", '{\n\t"model": "opus"\n}\n'],
    ["Windows line ends", '{\r\n  "model": "opus"\r\n}\r\n'],
  ])("is done once, and undone: %s", (_name, original) => {
    const once = install(original);
    expect(install(once)).toBe(once);
    expect(uninstall(once, { original, form: FORM })).toBe(original);
  });

  it("is undone beside later edits", () => {
    const later = install(FOREIGN).replace('"model": "opus"', '"model": "sonnet"');
    const text = uninstall(later, { original: FOREIGN, form: FORM });
    expect(text).not.toContain("assent");
    expect(text).toContain('"model": "sonnet"');
    expect(text).toContain("./mine.sh");
    expect(text).not.toContain("SessionStart");
  });

  it("takes only its own hook out of a shared group", () => {
    const shared = `{ "hooks": { "PreToolUse": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "a" }, ${JSON.stringify({ type: "command", command: FORM.kind === "command" ? FORM.command : "" })}] }] } }`;
    expect(JSON.parse(uninstall(shared))).toEqual({
      hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "a" }] }] },
    });
  });

  it("replaces another form of itself", () => {
    const text = install(install("{}", HTTP));
    expect(text).not.toContain("http://");
    expect(isInstalled(text, FORM)).toBe(true);
  });

  it.each([
    ["half a file", '{ "hooks": ', "line 1 of the settings cannot be read"],
    ["a list", "[]", "the settings are not an object"],
    ["hooks of another shape", '{ "hooks": [] }', "`hooks` in the settings is not an object"],
    [
      "an event of another shape",
      '{ "hooks": { "PreToolUse": {} } }',
      "`hooks.PreToolUse` in the settings is not a list",
    ],
  ])("touches nothing that it cannot read: %s", (_name, text, message) => {
    expect(installHooks(text, FORM)).toEqual({ ok: false, message });
    expect(uninstallHooks(text)).toEqual({ ok: false, message });
  });

  it("warns where no hook would run", () => {
    expect(installHooks('{ "disableAllHooks": true }', FORM)).toMatchObject({
      ok: true,
      warnings: [expect.stringContaining("disableAllHooks")],
    });
    expect(installHooks("{}", FORM)).toMatchObject({ ok: true, warnings: [] });
  });

  it("quotes the launcher's path", () => {
    expect(hookCommand("/data/it's/x.sh")).toBe(`/usr/bin/env -i /bin/bash -p '/data/it'\\''s/x.sh'`);
  });
});
