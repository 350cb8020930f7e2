/** What board, tray, pointer and keys need of whatever is played: a game, a puzzle, a challenge. */

import type { Board } from "./board/board";
import type { Placed, Position } from "./board/position";
import type { Placement } from "./board/types";
import type { Hand, Table } from "./hand.svelte";

export interface Playing extends Table {
  readonly board: Board | undefined;
  readonly hand: Hand;
  /** Whether a piece may be placed now. */
  readonly myTurn: boolean;
  /** Free corners of the color in the hand. */
  readonly dots: readonly number[];
  readonly hint: Placement | undefined;
  /** Pieces that only explain something: pale, above the others. */
  readonly shown?: readonly Placed[];
  /** Whether a move can be kept for one's next turn. */
  readonly canPlan?: boolean;
  /** The moves that are. */
  readonly plans?: readonly Placement[];
  /** Moves shown; undefined for all of them. */
  readonly replay: number | undefined;
  readonly log: { readonly started: boolean; readonly over?: unknown };
  readonly ply: number;
  /** After 0, 1, 2 … moves. */
  readonly positions: readonly Position[];
  place(): void;
  askHint(): void;
  /** Walk through the moves, where that goes on beside playing. */
  step?(by: number): void;
  /** Take the piece on a cell up again, where that is allowed. */
  lift?(cell: number): void;
}
