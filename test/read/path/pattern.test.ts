import { describe, expect, it } from "vitest";
import { readPathPattern } from "../../../src/read/path/pattern.ts";

const DEEP = { kind: "deep" };
const lit = (text: string) => ({ kind: "literal", text });
const mask = (text: string) => ({ kind: "mask", text });

describe("path patterns", () => {
  it.each<readonly [string, string, readonly unknown[]]>([
    ["src/**", "project", [lit("src"), DEEP]],
    ["**", "project", [DEEP]],
    ["a\\b\\*.ts", "project", [lit("a"), lit("b"), mask("*.ts")]],
    ["/etc/hosts", "root", [lit("etc"), lit("hosts")]],
    ["~/notes/?.md", "home", [lit("notes"), mask("?.md")]],
    ["C:/logs/*", "root", [lit("c:"), lit("logs"), mask("*")]],
    ["src/", "project", [lit("src"), DEEP]],
    ["src//a", "project", [lit("src"), lit("a")]],
    ["a/**/**/b", "project", [lit("a"), DEEP, lit("b")]],
    ["app/[id]/page.tsx", "project", [lit("app"), lit("[id]"), lit("page.tsx")]],
    [".env*", "project", [mask(".env*")]],
  ])("%s", (pattern, base, segments) => {
    expect(readPathPattern(pattern)).toEqual({ ok: true, pattern: { kind: "path", base, segments } });
  });

  it.each([
    ["", "empty"],
    ["/", "whole disk"],
    ["./src/**", "`.`"],
    ["src/../x", "`..`"],
    ["src**", "whole part"],
    ["src/{a,b}", "braces"],
    ["!src", "deny rule"],
    ["~root/x", "another user"],
    ["//host/share", "network"],
    ["a\nb", "control"],
  ])("refuses %j", (pattern, why) => {
    expect(readPathPattern(pattern)).toEqual({ ok: false, message: expect.stringContaining(why) as string });
  });
});
