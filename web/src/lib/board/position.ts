/** What lies on the board and what each color still holds. Values: playing gives a new position. */

import { cellsAt, type Board } from "./board";
import type { Placement } from "./types";

export interface Placed extends Placement {
  color: number;
}

export interface Position {
  /** By cell: the color that covers it, or −1. */
  owner: Int8Array;
  /** By color, then cell: 1 where the color may not cover. */
  halo: Uint8Array[];
  /** By color, then cell: 1 where the color may continue (or begin). */
  attach: Uint8Array[];
  /** By color, then piece: how many are left. */
  stock: number[][];
  placed: Placed[];
}

export function startPosition(board: Board): Position {
  const { colors, pieces, copies, names, starts } = board.data;
  return {
    owner: new Int8Array(names.length).fill(-1),
    halo: colors.map(() => new Uint8Array(names.length)),
    attach: colors.map((_, c) => startMask(board, starts.open[c])),
    stock: colors.map(() => pieces.map(() => copies)),
    placed: [],
  };
}

function startMask(board: Board, bits: number): Uint8Array {
  const mask = new Uint8Array(board.data.names.length);
  board.data.starts.cells.forEach((cell, s) => {
    if ((bits >> s) & 1) mask[cell] = 1;
  });
  return mask;
}

export const hasBegun = (position: Position, color: number) => position.placed.some((p) => p.color === color);

/** The position after a color has placed a piece. Legality is not checked here. */
export function play(board: Board, before: Position, color: number, placement: Placement): Position {
  const { orientations } = board.data;
  const { piece, halo, attach } = orientations[placement.orientation];
  const after: Position = {
    owner: before.owner.slice(),
    halo: before.halo.map((mask, c) => (c === color ? mask.slice() : mask)),
    attach: before.attach.map((mask) => mask.slice()),
    stock: before.stock.map((row, c) => (c === color ? row.map((n, p) => (p === piece ? n - 1 : n)) : row)),
    placed: [...before.placed, { ...placement, color }],
  };
  if (!hasBegun(before, color)) begin(board, before, after, color, placement.cells);
  for (const cell of placement.cells) after.owner[cell] = color;
  for (const cell of cellsAt(board, placement.home, halo)) after.halo[color][cell] = 1;
  for (const cell of cellsAt(board, placement.home, attach)) after.attach[color][cell] = 1;
  return after;
}

/** A first placement replaces the color's start cells, and may narrow those of the others. */
function begin(board: Board, before: Position, after: Position, color: number, cells: number[]): void {
  const { starts } = board.data;
  after.attach[color].fill(0);
  starts.cells.forEach((start, s) => {
    if (!cells.includes(start)) return;
    after.attach.forEach((mask, other) => {
      if (other === color || hasBegun(before, other)) return;
      const left = startMask(board, starts.leaves[color][s][other]);
      left.forEach((kept, cell) => (mask[cell] &= kept));
    });
  });
}

/** Cells of a color's pieces still in stock. */
export function cellsLeft(board: Board, position: Position, color: number): number {
  return position.stock[color].reduce((sum, n, piece) => sum + n * board.data.pieces[piece].size, 0);
}

/** Cells a color has covered. */
export const cellsPlaced = (position: Position, color: number) =>
  position.placed.reduce((sum, p) => (p.color === color ? sum + p.cells.length : sum), 0);

/** Free attach cells of a color: the dots a page can show. */
export function openCorners(position: Position, color: number): number[] {
  const open: number[] = [];
  position.attach[color].forEach((yes, cell) => {
    if (yes && position.owner[cell] < 0 && !position.halo[color][cell]) open.push(cell);
  });
  return open;
}
