import { defineConfig } from "rolldown";

/** Two bundles: the embed surface, which pulls in nothing of the host, and the command line with the host behind it. */
export default defineConfig([
  {
    input: { index: "src/index.ts" },
    platform: "neutral",
    output: { dir: "dist", format: "esm", entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
  },
  {
    input: { cli: "src/cli/main.ts" },
    platform: "node",
    output: {
      dir: "dist",
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
      minify: { compress: true, mangle: false },
    },
  },
]);
