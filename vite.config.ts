import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { notices } from "./tools/notices.ts";

const STYLES = ["@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono", "tailwindcss"];

export default defineConfig({
  root: "src/web",
  plugins: [react(), tailwindcss(), notices("web", STYLES)],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    // The host's content security policy has no `data:` for fonts, so nothing may be inlined.
    assetsInlineLimit: 0,
    // The one inline script that Vite would add for old browsers is refused by that policy as well.
    modulePreload: { polyfill: false },
    target: "es2023",
    reportCompressedSize: true,
  },
});
