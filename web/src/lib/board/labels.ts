/** Writing on the board: coordinates along its sides, and the numbers of moves. */

import { UNIT } from "./paint";
import { turn } from "./polygons";
import type { Placed } from "./position";
import type { Point } from "./types";
import { middleOf, type View } from "./view";

export function labels(
  view: View,
  wanted: { coordinates: boolean; numbers: boolean; placed: readonly Placed[] },
): string {
  return (
    (wanted.coordinates ? coordinates(view) : "") +
    (wanted.numbers ? wanted.placed.map((p, i) => number(view, p, i + 1)).join("") : "")
  );
}

const text = ([x, y]: Point, name: string, words: string | number) =>
  `<text class="${name}" x="${x * UNIT}" y="${y * UNIT}">${words}</text>`;

/** A move's number, on the cell of the piece that lies nearest to its middle. */
function number(view: View, piece: Placed, n: number): string {
  const [mx, my] = middleOf(view, piece);
  const far = (cell: number) => Math.hypot(view.centers[cell][0] - mx, view.centers[cell][1] - my);
  const cell = piece.cells.reduce((best, c) => (far(c) < far(best) - 1e-9 ? c : best));
  return text(view.centers[cell], `number on-${view.board.data.colors[piece.color]}`, n);
}

/** Letters under the lowest cell of each column, figures left of the first cell of each row. */
function coordinates(view: View): string {
  const { names } = view.board.data;
  const columns = new Map<string, number>();
  const rows = new Map<string, number>();
  names.forEach((name, cell) => {
    const [, column, row] = /^([a-z]+)(\d+)$/.exec(name)!;
    if (!columns.has(column)) columns.set(column, cell); // cells come row by row from below
    if (!rows.has(row)) rows.set(row, cell); // and from the left
  });
  const beside = (cell: number, by: Point): Point => {
    const [dx, dy] = turn([by], view.degrees)[0];
    return [view.centers[cell][0] + dx, view.centers[cell][1] + dy];
  };
  return (
    [...columns].map(([name, cell]) => text(beside(cell, [0, 0.96]), "coordinate", name)).join("") +
    [...rows].map(([name, cell]) => text(beside(cell, [-0.98, 0]), "coordinate", name)).join("")
  );
}
