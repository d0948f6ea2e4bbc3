import { defineConfig } from "vitest/config";

if (Number(process.versions.node.split(".")[0]) < 24) {
  throw new Error("the tests need Node 24: run them as `npm test`, which uses the pinned one");
}

const BROWSER = ["test/web/**/*.test.ts", "test/e2e/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "plain", include: ["test/**/*.test.ts"], exclude: BROWSER } },
      // A browser on a busy machine misses a beat; what passed only the second time is marked so in the summary.
      { extends: true, test: { name: "browser", include: BROWSER, retry: 1 } },
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 10_000 } },
  },
});
