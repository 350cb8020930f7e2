/** One person's table: pieces that go down and come up, with every step kept and undone at will. */

import { cellsAt, compileBoard, formatPlacement, parsePlacement, type Board } from "./board/board";
import { legalPlacements } from "./board/legality";
import { openCorners, play, startPosition, type Placed, type Position } from "./board/position";
import type { Placement } from "./board/types";
import { makeView, type View } from "./board/view";
import { Hand } from "./hand.svelte";
import type { Playing } from "./playing";
import type { LyingPiece, VariantView } from "./protocol.gen";
import { hasMove, nextColor } from "./turns";

/** What was done, by a person unless it was shown; undo takes the last one back. */
export type Step = { put: LyingPiece; shown?: boolean } | { up: LyingPiece } | { clear: true };

export interface Rules {
  /** Pieces lie anywhere and in any order; otherwise every placement is a legal move, in turns. */
  packing: boolean;
  /** Packings: no two pieces of one color share an edge. */
  apart?: boolean;
  /** Packings: at the end every piece meets a corner of its own color. */
  touch?: boolean;
  /** Sizes never increase. */
  descending?: boolean;
  /** What lies there from the beginning. */
  setup?: LyingPiece[];
  /** The only color that plays. */
  only?: number;
}

const same = (a: LyingPiece, b: LyingPiece) => a.color === b.color && a.move === b.move;

/** What lies on the board after some steps. */
export function lyingAfter(steps: readonly Step[]): LyingPiece[] {
  let lying: LyingPiece[] = [];
  for (const step of steps) {
    if ("put" in step) lying.push(step.put);
    else if ("up" in step) lying = lying.filter((piece) => !same(piece, step.up));
    else lying = [];
  }
  return lying;
}

/** Of these the pieces that people laid down themselves. */
export const ownAfter = (steps: readonly Step[]): LyingPiece[] =>
  lyingAfter(steps.filter((step) => !("put" in step && step.shown)));

const cellCount = (pieces: readonly LyingPiece[]) => pieces.reduce((sum, { move }) => sum + move.split(",").length, 0);

export class Solo implements Playing {
  readonly hand: Hand;
  readonly board: Board;
  readonly view: View;
  /** Where a piece belongs that the solver has laid in the hand. */
  hint: Placement | undefined = $state.raw();
  /** Pieces that only explain something. */
  shown: readonly Placed[] = $state.raw([]);
  readonly replay = undefined;
  steps: Step[] = $state.raw([]);
  /** The color in the hand, where there are no turns. */
  chosen = $state(0);
  /** No more pieces from people just now: a solution grows, or all is done. */
  held = $state(false);

  constructor(
    readonly variant: VariantView,
    readonly rules: Rules,
  ) {
    // A packing begins anywhere: no start cell is to be shown.
    const starts = rules.packing ? { ...variant.starts, cells: [] } : variant.starts;
    this.board = compileBoard({ ...variant, starts });
    this.view = makeView(this.board);
    this.hand = new Hand(this);
  }

  lying: LyingPiece[] = $derived.by(() => lyingAfter(this.steps));

  /** After 0, 1, 2 … pieces. */
  positions: Position[] = $derived.by(() => {
    let position = this.rules.packing ? openPosition(this.board) : startPosition(this.board);
    for (const piece of this.rules.setup ?? []) position = this.after(position, piece);
    const all = [position];
    for (const piece of this.lying) all.push((position = this.after(position, piece)));
    return all;
  });

  private after(before: Position, { color, move }: LyingPiece): Position {
    const placement = parsePlacement(this.board, move);
    if (!placement) return before;
    return this.rules.packing
      ? lay(this.board, before, color, placement, this.rules.apart)
      : play(this.board, before, color, placement);
  }

  get ply(): number {
    return this.lying.length;
  }

  get log(): { started: boolean; over?: unknown } {
    return { started: true, over: this.done || undefined };
  }

  toPlay: number | undefined = $derived.by(() => {
    const { packing, only } = this.rules;
    if (packing) return this.chosen;
    const now = this.positions.at(-1)!;
    if (only !== undefined) return hasMove(this.board, now, only) ? only : undefined;
    return nextColor(this.board, now, now.placed.at(-1)?.color ?? -1, new Set());
  });

  get color(): number {
    return this.toPlay ?? this.rules.only ?? 0;
  }

  /** What lies there, with only those pieces in stock that may be next. */
  position: Position = $derived.by(() => {
    const now = this.positions.at(-1)!;
    const last = now.placed.at(-1);
    if (!this.rules.descending || !last) return now;
    const fits = (piece: number) => this.board.data.pieces[piece].size <= last.cells.length;
    return { ...now, stock: now.stock.map((row) => row.map((n, piece) => (fits(piece) ? n : 0))) };
  });

  legal: Placement[][] = $derived.by(() => legalPlacements(this.board, this.position, this.color));

  dots: number[] = $derived.by(() => (this.rules.packing ? [] : openCorners(this.position, this.color)));

  covered: number = $derived.by(() => cellCount(this.lying));
  /** Cells that are covered without the solver. */
  ownCells: number = $derived.by(() => cellCount(ownAfter(this.steps)));

  /** Packings: every cell is covered. Games: every piece is placed. */
  get done(): boolean {
    const now = this.positions.at(-1)!;
    if (this.rules.packing) return now.owner.every((color) => color >= 0) && !this.alone.length;
    const mine = this.rules.only === undefined ? now.stock : [now.stock[this.rules.only]];
    return mine.every((row) => row.every((n) => !n));
  }

  /** Pieces that meet no corner of their own color, where they should. */
  alone: Placed[] = $derived.by(() => {
    if (!this.rules.touch) return [];
    const { owner, placed } = this.positions.at(-1)!;
    const corners = ({ orientation, home }: Placed) =>
      cellsAt(this.board, home, this.board.data.orientations[orientation].attach);
    return placed.filter((piece) => corners(piece).every((cell) => owner[cell] !== piece.color));
  });

  /** A color with pieces in hand and no move: in a game, nothing can be done but undo. */
  stuck: number | undefined = $derived.by(() => {
    if (this.rules.packing || this.rules.only !== undefined) return undefined;
    const { position } = this;
    const full = this.positions.at(-1)!.stock;
    const found = full.findIndex((row, color) => row.some((n) => n) && !hasMove(this.board, position, color));
    return found < 0 ? undefined : found;
  });

  get myTurn(): boolean {
    return !this.held && !this.done && this.toPlay !== undefined;
  }

  place(): void {
    const { placement, legal } = this.hand;
    if (!placement || !legal || !this.myTurn) return;
    this.put({ color: this.color, move: formatPlacement(this.board, placement) });
    this.hand.putBack();
  }

  put(piece: LyingPiece): void {
    this.change([...this.steps, { put: piece }]);
  }

  /** Take up the piece on a cell, into the hand. */
  lift(cell: number): void {
    const placed = this.positions.at(-1)!.placed.find((piece) => piece.cells.includes(cell));
    if (!placed || !this.rules.packing || !this.myTurn) return;
    const piece = { color: placed.color, move: formatPlacement(this.board, placed) };
    this.change([...this.steps, { up: piece }]);
    this.chosen = placed.color;
    const { orientation, home, cells } = placed;
    this.hand.hold({ orientation, home, cells });
    this.hand.down = true;
  }

  undo(): void {
    this.hand.putBack();
    this.change(this.steps.slice(0, -1));
  }

  clear(): void {
    this.hand.putBack();
    this.change([...this.steps, { clear: true }]);
  }

  /** Every change comes by here. */
  protected change(steps: Step[]): void {
    this.steps = steps;
    this.hint = undefined;
  }

  askHint(): void {}
}

/** An empty board on which anything may lie anywhere. */
function openPosition(board: Board): Position {
  const start = startPosition(board);
  return { ...start, attach: start.attach.map((mask) => mask.map(() => 1)) };
}

/** A piece laid down: it covers its cells and, where colors keep apart, those beside it. */
function lay(board: Board, before: Position, color: number, placement: Placement, apart = false): Position {
  const { piece, halo } = board.data.orientations[placement.orientation];
  const owner = before.owner.slice();
  for (const cell of placement.cells) owner[cell] = color;
  const stock = before.stock.map((row, c) => (c === color ? row.map((n, p) => (p === piece ? n - 1 : n)) : row));
  const after = { ...before, owner, stock, placed: [...before.placed, { ...placement, color }] };
  if (!apart) return after;
  const beside = before.halo[color].slice();
  for (const cell of cellsAt(board, placement.home, halo)) beside[cell] = 1;
  return { ...after, halo: before.halo.map((mask, c) => (c === color ? beside : mask)) };
}
