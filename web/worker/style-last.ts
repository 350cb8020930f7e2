/**
 * The common style follows what stands in the page already: in the head it would keep it unseen until it has come.
 * The style of a part that comes later follows both, for of two rules of equal weight the last one wins.
 */

import type { Plugin } from "vite";

const LINKS = /^\s*<link rel="stylesheet"[^>]*>\n/gm;
const HELPER = "\0vite/preload-helper.js";
const IN_HEAD = "document.head.appendChild(link)";

export function styleLast(): Plugin {
  return {
    name: "style-last",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (html) => {
        const links = (html.match(LINKS) ?? []).reverse(); // Vite names what others share before the common style
        return html.replace(LINKS, "").replace("  </body>", () => `${links.join("")}  </body>`);
      },
    },
    transform(code, id) {
      if (id !== HELPER) return;
      if (!code.includes(IN_HEAD)) this.error(`Vite loads parts in another way than by ${IN_HEAD}`);
      return { code: code.replace(IN_HEAD, IN_HEAD.replace("head", "body")), map: null };
    },
  };
}
