/** Whose turn it is. The server decides; the page reckons the same so that it need not wait. */

import type { Board } from "./board/board";
import { isLegal } from "./board/legality";
import type { Position } from "./board/position";
import type { SideView } from "./protocol.gen";

export function hasMove(board: Board, position: Position, color: number): boolean {
  return board.placements.some((list) => list.some((p) => isLegal(board, position, color, p)));
}

/** The next color after one (−1: from the first) that can move; undefined when none can. */
export function nextColor(
  board: Board,
  position: Position,
  after: number,
  retired: ReadonlySet<number>,
): number | undefined {
  const n = board.data.colors.length;
  for (let i = 1; i <= n; i++) {
    const color = (after + i + n) % n;
    if (!retired.has(color) && hasMove(board, position, color)) return color;
  }
  return undefined;
}

/** Colors that nobody plays any more: all who place them have resigned. */
export function retiredColors(controllers: number[][], resigned: readonly number[]): Set<number> {
  const gone = (players: number[]) => players.every((player) => resigned.includes(player));
  return new Set(controllers.flatMap((players, color) => (gone(players) ? [color] : [])));
}

/** Whether somebody is left to play against. */
export const hasRivals = (sides: readonly SideView[], resigned: readonly number[]): boolean =>
  sides.filter(({ players }) => players.some((player) => !resigned.includes(player))).length > 1;

/** Who decides for a color: its controllers in turn, those who resigned skipped. */
export function decider(
  controllers: number[][],
  position: Position,
  color: number,
  resigned: readonly number[],
): number {
  const players = controllers[color];
  const placed = position.placed.filter((p) => p.color === color).length;
  for (let i = 0; i < players.length; i++) {
    const player = players[(placed + i) % players.length];
    if (!resigned.includes(player)) return player;
  }
  return players[placed % players.length];
}

/** Colors a player ever places. */
export const colorsOf = (controllers: number[][], player: number) =>
  controllers.flatMap((players, color) => (players.includes(player) ? [color] : []));
