/** The typeface is fetched with the first script, not after it: words do not move when it comes. */

import type { HtmlTagDescriptor, Plugin } from "vite";

const preload = (href: string): HtmlTagDescriptor => ({
  tag: "link",
  attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href },
  injectTo: "head",
});

export function preloadType(): Plugin {
  return {
    name: "preload-type",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith(".woff2"))
          .map((file) => preload(`/${file}`)),
    },
  };
}
