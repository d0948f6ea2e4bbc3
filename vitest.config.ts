import { defineConfig } from "vitest/config";

if (Number(process.versions.node.split(".")[0]) < 24) {
  throw new Error("the tests need Node 24: run them as `npm test`, which uses the pinned one");
}

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 10_000 } },
  },
});
