/** A line of moves as the end of an address: `duo?start=any/e10/j5,k5`. */

import { compileBoard, parsePlacement } from "../board/board";
import { isLegal } from "../board/legality";
import { play, startPosition } from "../board/position";
import type { VariantView } from "../protocol.gen";
import { nextColor } from "../turns";
import { emptyTree, withMove, type Tree } from "./tree";

export interface Line {
  variant: string;
  options: Record<string, string>;
  moves: string[];
}

export function formatLine(variant: string, options: Record<string, unknown>, moves: readonly string[]): string {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
  return [query.size ? `${variant}?${query}` : variant, ...moves].join("/");
}

export function parseLine(text: string): Line {
  const [game, ...moves] = plain(text).split("/");
  const [variant, query = ""] = game.split("?");
  return { variant, options: Object.fromEntries(new URLSearchParams(query)), moves: moves.filter(Boolean) };
}

/** Some mailboxes write `%2C` for a comma, and `%3F` for the question mark. */
function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // cut within a sign
  }
}

/** The moves as far as they can be played: a link may have been cut. */
export function playLine(variant: VariantView, moves: readonly string[]): Tree {
  const board = compileBoard(variant);
  let position = startPosition(board);
  let grown = { tree: emptyTree, at: 0 };
  for (const move of moves) {
    const color = nextColor(board, position, position.placed.at(-1)?.color ?? -1, new Set());
    const placement = parsePlacement(board, move);
    if (color === undefined || !placement || !isLegal(board, position, color, placement)) break;
    position = play(board, position, color, placement);
    grown = withMove(grown.tree, grown.at, color, move);
  }
  return grown.tree;
}
