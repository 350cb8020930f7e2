/** Where we are, from the address. Links are plain `<a href>`; the app catches clicks on its own. */

import { parseRoute, type Route } from "./routes";

export type { Route } from "./routes";

/** Pages to which the mark of an address says what to show, and not where on the page it stands. */
const OPENED_BY_MARK = /^\/(g|study)\//;

class Router {
  route: Route = $state.raw(parseRoute(location.pathname, location.hash));

  constructor() {
    addEventListener("popstate", this.read);
  }

  private read = (): void => {
    this.route = parseRoute(location.pathname, location.hash);
  };

  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }

  /** Go on in place of where we are: the way back leads past it. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.read();
  }

  /** For a click listener on the whole page. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest?.("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !link || !plain || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/api")) return;
    if (url.hash && url.pathname === location.pathname && !OPENED_BY_MARK.test(url.pathname)) return;
    event.preventDefault();
    this.go(url.pathname + url.hash);
  };
}

export const router = new Router();
