/** May this placement be played? Four mask tests over the tables, and the words' keys for why not. */

import { cellsAt, type Board } from "./board";
import { hasBegun, type Position } from "./position";
import type { Placement } from "./types";

/** One word for each rule, the same as the server's. */
export type Reason = "stock" | "occupied" | "edge" | "side" | "start" | "corner";

export interface Refusal {
  reason: Reason;
  /** A cell of the placement that shows it, if one does. */
  cell?: number;
}

export function isLegal(board: Board, position: Position, color: number, placement: Placement): boolean {
  const { piece, shun } = board.data.orientations[placement.orientation];
  if (!position.stock[color][piece]) return false;
  const [halo, attach] = [position.halo[color], position.attach[color]];
  let touches = false;
  for (const cell of placement.cells) {
    if (position.owner[cell] >= 0 || halo[cell]) return false;
    if (attach[cell]) touches = true;
  }
  if (!touches) return false;
  return !shun.length || cellsAt(board, placement.home, shun).every((cell) => position.owner[cell] !== color);
}

/** The first rule a placement breaks; undefined when it may be played. */
export function whyNot(
  board: Board,
  position: Position,
  color: number,
  placement: Placement,
): Refusal | undefined {
  if (isLegal(board, position, color, placement)) return undefined;
  const { piece } = board.data.orientations[placement.orientation];
  if (!position.stock[color][piece]) return { reason: "stock" };
  const covered = placement.cells.find((cell) => position.owner[cell] >= 0);
  if (covered !== undefined) return { reason: "occupied", cell: covered };
  if (!hasBegun(position, color)) return { reason: "start" };
  const own = (cell: number) => position.owner[cell] === color;
  const edge = placement.cells.find((cell) => board.data.edges[cell].some(own));
  if (edge !== undefined) return { reason: "edge", cell: edge };
  const side = placement.cells.find((cell) => position.halo[color][cell]);
  if (side !== undefined || shunned(board, placement).some(own)) return { reason: "side", cell: side };
  return { reason: "corner" };
}

function shunned(board: Board, placement: Placement): number[] {
  return cellsAt(board, placement.home, board.data.orientations[placement.orientation].shun);
}

/** Legal placements of a color, by orientation. */
export function legalPlacements(board: Board, position: Position, color: number): Placement[][] {
  return board.placements.map((list) => list.filter((p) => isLegal(board, position, color, p)));
}
