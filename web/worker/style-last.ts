/** The style follows what stands in the page already: in the head it would keep everything unseen until it has come. */

import type { Plugin } from "vite";

const LINK = /^\s*<link rel="stylesheet"[^>]*>\n/m;

export function styleLast(): Plugin {
  return {
    name: "style-last",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => html.replace(LINK, "").replace("  </body>", () => `${html.match(LINK)?.[0] ?? ""}  </body>`),
    },
  };
}
