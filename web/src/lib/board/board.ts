/** A board compiled for play: lookups that never change, made once for each set of tables. */

import { bounds, center, cornerAngle, turn } from "./polygons";
import type { BoardData, Placement, Point, Polygon } from "./types";

export interface Board {
  data: BoardData;
  /** As drawn before any turn of the board. */
  polygons: Polygon[];
  centers: Point[];
  middle: Point;
  /** Smallest turn of the lattice, in degrees. */
  step: number;
  /** Cell at each grid place, −1 outside. */
  cellAt: Int32Array;
  cellOf: Map<string, number>;
  /** Every place on the board of each orientation. */
  placements: Placement[][];
  /** By their cells' numbers, joined; made when first asked for. */
  byCells: () => Map<string, Placement>;
}

export function compileBoard(data: BoardData): Board {
  const polygons = data.polygons.map(pointsOf);
  const cellAt = new Int32Array(data.grid_size).fill(-1);
  data.places.forEach((place, cell) => (cellAt[place] = cell));
  const placements = data.orientations.map((_, o) => placementsOf(data, cellAt, o));
  const box = bounds(polygons);
  return {
    data,
    polygons,
    centers: polygons.map(center),
    middle: [box.x + box.width / 2, box.y + box.height / 2],
    step: cornerAngle(polygons[0]),
    cellAt,
    cellOf: new Map(data.names.map((name, cell) => [name, cell])),
    placements,
    byCells: once(() => new Map(placements.flat().map((p) => [p.cells.join(), p]))),
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Points from x, y, x, y … */
export function pointsOf(numbers: number[]): Polygon {
  return numbers.flatMap((x, i) => (i % 2 ? [] : [[x, numbers[i + 1]] as const]));
}

function placementsOf(data: BoardData, cellAt: Int32Array, orientation: number): Placement[] {
  const { kind, cells: offsets } = data.orientations[orientation];
  const found: Placement[] = [];
  for (let home = 0; home < data.places.length; home++) {
    if (data.kinds[home] !== kind) continue;
    const cells = offsets.map((offset) => cellAt[data.places[home] + offset]);
    if (cells.every((cell) => cell >= 0)) found.push({ orientation, home, cells: cells.sort((a, b) => a - b) });
  }
  return found;
}

/** The cells where an orientation's offsets lead from a home cell. */
export function cellsAt(board: Board, home: number, offsets: number[]): number[] {
  const place = board.data.places[home];
  return offsets.map((offset) => board.cellAt[place + offset]).filter((cell) => cell >= 0);
}

/** The placement that covers these cells, from their names (`e10,f10`). */
export function parsePlacement(board: Board, text: string): Placement | undefined {
  const cells = text.split(",").map((name) => board.cellOf.get(name.trim()) ?? -1);
  return board.byCells().get(cells.sort((a, b) => a - b).join());
}

export const formatPlacement = (board: Board, placement: Placement) =>
  placement.cells.map((cell) => board.data.names[cell]).join(",");

/** Turns of the whole board, in degrees, that carry it onto itself: what "my side nearest me" may use. */
export function boardTurns(board: Board): number[] {
  const { turn: step } = board.data;
  return Array.from({ length: Math.max(1, Math.round(360 / step)) }, (_, i) => i * step);
}

/** The turn that brings a cell nearest to the bottom of the picture, then to its left. */
export function turnToward(board: Board, cell: number): number {
  const [, my] = board.middle;
  const place = (degrees: number) => turn([board.centers[cell]], degrees, board.middle)[0];
  let best = 0;
  let bestScore = -Infinity;
  for (const degrees of boardTurns(board)) {
    const [x, y] = place(degrees);
    const score = y - my - x * 0.01;
    if (score > bestScore + 1e-6) [best, bestScore] = [degrees, score];
  }
  return best;
}
