import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { preloadType } from "./worker/preload-type.ts";
import { styleLast } from "./worker/style-last.ts";
import { serviceWorker } from "./worker/service-worker.ts";

const server = process.env.CORNERWISE_SERVER ?? "http://127.0.0.1:8765";

/** What the first page needs, and others as well. */
const SHARED =
  /src.(lib.(board|i18n.(index|en|fr|(en|fr)-online)\.|net|turns|words|sample|settings|keys)|parts.(SmallBoard|SamplePicture|PieceIcon))|node_modules.svelte/;

export default defineConfig({
  plugins: [svelte(), preloadType(), styleLast(), serviceWorker()],
  build: {
    outDir: "../src/cornerwise/server/static",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // inlined fonts and pictures would need a laxer content security policy
    modulePreload: { polyfill: false },
    // In one file: each further one costs a third of a kilobyte, and a question to the server.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "shared", test: SHARED }] } } },
  },
  // The host stays as the browser says it: the server serves nobody whose page is of another one.
  server: { proxy: { "/api": { target: server, changeOrigin: false }, "/ws": { target: server, ws: true } } },
  test: { testTimeout: 60_000, include: ["src/**/*.test.ts", "tests/**/*.test.ts"] },
});
