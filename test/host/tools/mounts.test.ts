import { describe, expect, it } from "vitest";
import { mountFolds, readMounts } from "../../../src/host/tools/mounts.ts";

describe("whether a disk compares names without case", () => {
  const mounts = readMounts(
    [
      "/dev/sda1 / ext4 rw,relatime 0 0",
      "C:\\134 /mnt/c 9p rw 0 0",
      "/dev/sdb1 /media/my\\040stick vfat rw 0 0",
      "tmpfs /mnt/c/tmp tmpfs rw 0 0",
      "host /workspaces virtiofs rw 0 0",
      "/dev/sdc1 /twice vfat rw 0 0",
      "/dev/sdd1 /twice ext4 rw 0 0",
      "",
    ].join("\n"),
  );
  it.each<readonly [string, boolean | "ask"]>([
    ["/home/u", false],
    ["/mnt/c", true],
    ["/mnt/c/Users", true],
    ["/mnt/cd", false],
    ["/mnt/c/tmp/x", false],
    ["/media/my stick/x", true],
    ["/workspaces/app", "ask"],
    ["/twice/x", false],
  ])("%s: %s", (path, expected) => {
    expect(mountFolds(path, mounts)).toBe(expected);
  });

  it("says nothing where there is no table", () => {
    expect(mountFolds("/mnt/c", readMounts(""))).toBe(false);
  });
});
