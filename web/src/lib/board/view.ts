/** The board as one person sees it: turned, with the shape of every piece as it then looks. */

import { pointsOf, type Board } from "./board";
import { bounds, center, contains, move, turn, type Box } from "./polygons";
import type { Placement, Point, Polygon } from "./types";

/** A piece by itself: polygons with the upper left of their box at the origin. */
export interface Shape {
  polygons: Polygon[];
  width: number;
  height: number;
}

export interface View {
  board: Board;
  /** Turn of the board, in degrees. */
  degrees: number;
  polygons: Polygon[];
  centers: Point[];
  box: Box;
  /** By orientation. */
  shapes: Shape[];
  /** By orientation: its place's box corner, seen from the center of its home cell. */
  corner: Point[];
  /** By piece: the orientation to show first. It looks the same however the board is turned. */
  first: number[];
  /** Orientation after one step clockwise, on the screen. */
  clockwise: number[];
  /** Orientation after a flip, left for right, on the screen. */
  flipped: number[];
}

export function makeView(board: Board, degrees = 0): View {
  const polygons = board.polygons.map((p) => turn(p, degrees, board.middle));
  const centers = polygons.map(center);
  const samples = board.placements.map((list): Placement | undefined => list[0]);
  // On a small outline a piece may fit nowhere; it looks as it looks by itself.
  const drawn = samples.map((sample, o) =>
    sample
      ? sample.cells.map((cell) => polygons[cell])
      : board.data.orientations[o].polygons.map((p) => turn(pointsOf(p), degrees, [0, 0])),
  );
  const boxes = drawn.map(bounds);
  return {
    board,
    degrees,
    polygons,
    centers,
    box: bounds(polygons),
    shapes: drawn.map((shape, o) => shapeOf(shape, boxes[o])),
    corner: samples.map((p, o) => {
      const [x, y] = p ? centers[p.home] : [boxes[o].x, boxes[o].y];
      return [boxes[o].x - x, boxes[o].y - y];
    }),
    first: board.data.pieces.map(({ orientations: [head] }) => turned(board, head, 360 - degrees)),
    clockwise: board.data.orientations.map((o) => o.clockwise),
    flipped: flips(board, degrees),
  };
}

function shapeOf(polygons: Polygon[], box: Box): Shape {
  return { polygons: polygons.map((p) => move(p, -box.x, -box.y)), width: box.width, height: box.height };
}

/**
 * Flipping left for right on a board turned by k steps. Seen from the unturned board that is
 * a turn by −k, a flip and a turn by k; a flip reverses turns, so: 2k turns, then the flip.
 */
function flips(board: Board, degrees: number): number[] {
  const { orientations } = board.data;
  return orientations.map((_, o) => orientations[turned(board, o, 2 * degrees)].flip);
}

/** An orientation after a turn clockwise. */
function turned(board: Board, orientation: number, degrees: number): number {
  for (let k = 0; k < degrees / board.step; k++) orientation = board.data.orientations[orientation].clockwise;
  return orientation;
}

/** Middle of a placement's box. */
export function middleOf(view: View, placement: Placement): Point {
  const [x, y] = view.centers[placement.home];
  const [dx, dy] = view.corner[placement.orientation];
  const { width, height } = view.shapes[placement.orientation];
  return [x + dx + width / 2, y + dy + height / 2];
}

export function cellUnder(view: View, point: Point): number {
  return view.polygons.findIndex((polygon) => contains(polygon, point));
}

/** The placement among `candidates` whose middle lies nearest to a point, and how far it is. */
export function nearest(view: View, candidates: readonly Placement[], point: Point) {
  let best: Placement | undefined;
  let distance = Infinity;
  for (const candidate of candidates) {
    const [x, y] = middleOf(view, candidate);
    const d = Math.hypot(x - point[0], y - point[1]);
    if (d < distance - 1e-9) [best, distance] = [candidate, d];
  }
  return { placement: best, distance };
}

/** Where a piece held over a point would land: a legal place within reach, else the nearest place. */
export function snap(
  view: View,
  orientation: number,
  legal: readonly Placement[],
  point: Point,
  reach: number,
): Placement | undefined {
  const good = nearest(view, legal, point);
  if (good.placement && good.distance <= reach) return good.placement;
  return nearest(view, view.board.placements[orientation], point).placement;
}

/** The best placement of an orientation that covers a cell: a legal one if there is any. */
export function covering(view: View, orientation: number, legal: readonly Placement[], cell: number) {
  const covers = (p: Placement) => p.cells.includes(cell);
  const at = view.centers[cell];
  return (
    nearest(view, legal.filter(covers), at).placement ??
    nearest(view, view.board.placements[orientation].filter(covers), at).placement
  );
}
