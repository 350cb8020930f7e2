/** Where we are, from the address. Links are plain `<a href>`; the app catches clicks on its own. */

export type Route =
  | { page: "start" }
  | { page: "game"; id: string; key: string }
  | { page: "games" }
  | { page: "learn" }
  | { page: "settings" }
  | { page: "puzzles" }
  | { page: "puzzle"; name: string }
  | { page: "challenge"; today: boolean }
  | { page: "draw" }
  | { page: "lost" };

export function parseRoute(path: string, hash: string): Route {
  const parts = path.split("/").filter(Boolean);
  if (parts.length === 0) return { page: "start" };
  if (parts[0] === "g" && parts.length === 2) return { page: "game", id: parts[1], key: hash.slice(1) };
  if (parts.length === 1 && (parts[0] === "games" || parts[0] === "learn" || parts[0] === "settings"))
    return { page: parts[0] };
  if (parts[0] === "puzzles" && parts.length <= 2) return puzzleRoute(parts[1]);
  return { page: "lost" };
}

function puzzleRoute(name?: string): Route {
  if (!name) return { page: "puzzles" };
  if (name === "today" || name === "endless") return { page: "challenge", today: name === "today" };
  return name === "draw" ? { page: "draw" } : { page: "puzzle", name };
}

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

  /** For a click listener on the whole page. */
  follow = (event: MouseEvent): void => {
    const link = (event.target as Element).closest?.("a");
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname.startsWith("/api")) return;
    if (url.hash && url.pathname === location.pathname && !url.pathname.startsWith("/g/")) return;
    event.preventDefault();
    this.go(url.pathname + url.hash);
  };
}

export const router = new Router();
