/** Emits sw.js with the list of files that make the shell, so that the page opens without the network. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => !name.endsWith(".map"));
      const shell = ["/", ...files.filter((name) => name !== "index.html").map((name) => `/${name}`)];
      const digest = createHash("sha256");
      for (const name of files.sort()) {
        const part = bundle[name];
        digest.update(name).update(part.type === "chunk" ? part.code : part.source);
      }
      const source = readFileSync(new URL("./sw.js", import.meta.url), "utf8")
        .replace("__VERSION__", digest.digest("hex").slice(0, 12))
        .replace('"__SHELL__"', JSON.stringify(shell));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}
