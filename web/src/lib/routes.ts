/** Addresses and the pages they lead to. */

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
  | { page: "studies" }
  | { page: "study"; id: string; line: string }
  | { page: "lobby" }
  | { page: "ranking"; variant: string; speed: string }
  | { page: "player"; name: string }
  | { page: "tournaments" }
  | { page: "tournament"; id: string }
  | { page: "account" }
  | { page: "ticket"; kind: "sign-in" | "mail"; token: string }
  | { page: "moderation" }
  | { page: "lost" };

export function parseRoute(path: string, hash: string): Route {
  const parts = path.split("/").filter(Boolean);
  if (parts.length === 0) return { page: "start" };
  if (parts[0] === "g" && parts.length === 2) return { page: "game", id: parts[1], key: hash.slice(1) };
  const names = decoded(parts);
  if (!names) return { page: "lost" };
  const [first, second = "", third = ""] = names;
  if (parts.length === 1 && isPlain(first)) return { page: first };
  if (first === "puzzles" && parts.length <= 2) return puzzleRoute(second);
  if (first === "study" && parts.length <= 2) return studyRoute(second, hash.slice(1));
  return peopleRoute(first, second, third, hash.slice(1));
}

/** Names as they were written; nothing where a link was cut within a letter. */
function decoded(parts: readonly string[]): string[] | undefined {
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** A name by which a machine calls itself: its links lead nowhere on another one. */
export const isLoopback = (host: string): boolean => /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(host);

const PLAIN = ["games", "learn", "settings", "lobby", "tournaments", "account", "moderation"] as const;
const isPlain = (name: string): name is (typeof PLAIN)[number] => (PLAIN as readonly string[]).includes(name);

function peopleRoute(first: string, second: string, third: string, token: string): Route {
  if (first === "ranking") return { page: "ranking", variant: second, speed: third };
  if (first === "players" && second) return { page: "player", name: second };
  if (first === "tournaments" && second) return { page: "tournament", id: second };
  if (first === "sign-in") return { page: "ticket", kind: "sign-in", token };
  if (first === "account" && second === "mail") return { page: "ticket", kind: "mail", token };
  return { page: "lost" };
}

/** A study of this device by its id, or a line of moves that somebody sent. */
const studyRoute = (id: string, line: string): Route => (id ? { page: "study", id, line } : { page: "studies" });

function puzzleRoute(name?: string): Route {
  if (!name) return { page: "puzzles" };
  if (name === "today" || name === "endless") return { page: "challenge", today: name === "today" };
  return name === "draw" ? { page: "draw" } : { page: "puzzle", name };
}
