import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { leanWeb } from "./tools/lean-web.ts";
import { notices } from "./tools/notices.ts";
import { withoutSources } from "./tools/without-sources.ts";

const STYLES = ["@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono", "tailwindcss"];

/** What every page needs. */
const BASE = /node_modules\/(?:react|react-dom|scheduler|@tanstack)\/|vite\/preload-helper/;
/** Small, and needed by many pages. */
const ICONS = /lucide-react/;

export default defineConfig({
  root: "src/web",
  plugins: [withoutSources(), leanWeb(), react(), tailwindcss(), notices("web", STYLES)],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    // The host's content security policy has no `data:` for fonts, so nothing may be inlined.
    assetsInlineLimit: 0,
    // The one inline script that Vite would add for old browsers is refused by that policy as well.
    modulePreload: { polyfill: false },
    target: "es2023",
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        // What every page needs is one file: each file of its own is packed by itself, and so packs worse.
        codeSplitting: {
          groups: [
            { name: "base", test: BASE },
            { name: "icons", test: ICONS, minShareCount: 3 },
          ],
        },
      },
    },
  },
});
