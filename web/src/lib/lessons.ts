/** The positions of the tutorial, found from the tables so that every game has them. Pure. */

import { compileBoard, type Board } from "./board/board";
import { isLegal, whyNot } from "./board/legality";
import { play, startPosition, type Position } from "./board/position";
import type { Placement, Point } from "./board/types";
import { makeView, nearest, type View } from "./board/view";
import type { BoardData } from "./board/types";

export interface Lesson {
  view: View;
  position: Position;
  /** Where the piece to try out begins. */
  first: Placement;
}

/** A piece of this size, by its place among those of the size (from the end if negative). */
function pieceOfSize(board: Board, size: number, which: number): number {
  const all = board.data.pieces.flatMap((piece, p) => (piece.size === size ? [p] : []));
  return all.at(which % all.length) ?? 0;
}

/** The placement of a piece, as it is first shown, nearest to a point and free. */
function put(view: View, position: Position, piece: number, at: Point): Placement {
  const orientation = view.board.data.pieces[piece].orientations[0];
  const free = view.board.placements[orientation].filter((p) => p.cells.every((c) => position.owner[c] < 0));
  return nearest(view, free, at).placement!;
}

/** An own piece in the middle, another color's beside it, and a small piece to try. */
export function contactLesson(data: BoardData): Lesson {
  const board = compileBoard(data);
  const view = makeView(board);
  const [x, y] = board.middle;
  const own = put(view, startPosition(board), pieceOfSize(board, 4, 1), [x - 0.5, y]);
  let position = play(board, startPosition(board), 0, own);
  const other = put(view, position, pieceOfSize(board, 5, 0), [x + 3.2, y - 0.6]);
  position = play(board, position, 1, other);
  const tried = pieceOfSize(board, 3, -1);
  const all = board.data.pieces[tried].orientations.flatMap((o) => board.placements[o]);
  const first = nearest(view, all.filter((p) => isLegal(board, position, 0, p)), [x, y]).placement!;
  return { view, position, first };
}

/** The same position under both contact rules, with a piece that only the first allows. */
export function sideLesson(base: BoardData, alternate: BoardData): [Lesson, Lesson] | undefined {
  const [usual, strict] = [contactLesson(base), contactLesson(alternate)];
  const only = strict.view.board.placements
    .flat()
    .filter((p) => p.cells.length <= 3 && isLegal(usual.view.board, usual.position, 0, p))
    .filter((p) => whyNot(strict.view.board, strict.position, 0, p)?.reason === "side");
  const first = nearest(strict.view, only, strict.view.board.middle).placement;
  return first && [{ ...usual, first }, { ...strict, first }];
}

/** Left-over pieces whose score a reader can check (R6.4); those that a set of pieces has. */
const LEFTOVERS = [
  [4, 4],
  [4, 4, 5, 6, 6, 6],
  [3, 4, 4, 4, 4, 5],
  [3, 3, 4],
  [4, 5],
  [4, 4, 4],
];

export function scoreExamples(data: BoardData): { pieces: number[]; sum: number }[] {
  return LEFTOVERS.flatMap((sizes) => {
    const left = data.pieces.map((piece, p) => ({ p, size: piece.size }));
    const pieces = sizes.map((size) => left.splice(left.findIndex((l) => l.size === size) >>> 0, 1)[0]?.p ?? -1);
    return pieces.includes(-1) ? [] : [{ pieces, sum: sizes.reduce((a, b) => a + b) }];
  }).slice(0, 3);
}
