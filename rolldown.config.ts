import { defineConfig } from "rolldown";

import { notices } from "./tools/notices.ts";
import { withoutSources } from "./tools/without-sources.ts";

/**
 * Three bundles: the embed surface, which pulls in nothing of the host; the gate for apps, with its store; and the
 * command line with the host behind it.
 */
export default defineConfig([
  {
    input: { index: "src/index.ts" },
    platform: "neutral",
    plugins: [withoutSources(), notices("index")],
    output: { dir: "dist", format: "esm", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
  },
  {
    input: { gate: "src/embed/gate.ts" },
    platform: "node",
    external: ["playwright-core", "@anthropic-ai/sandbox-runtime"],
    resolve: { mainFields: ["module", "main"] },
    plugins: [withoutSources(), notices("gate")],
    output: { dir: "dist", format: "esm", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
  },
  {
    input: { cli: "src/cli/main.ts" },
    platform: "node",
    // Used where somebody installed them beside: each brings programs of its own, which no bundle can hold.
    external: ["playwright-core", "@anthropic-ai/sandbox-runtime"],
    // jsonc-parser's `main` is UMD, whose own `require` a bundle cannot follow.
    resolve: { mainFields: ["module", "main"] },
    plugins: [withoutSources(), notices("cli")],
    output: {
      dir: "dist",
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      minify: { compress: true, mangle: false },
    },
  },
]);
