/** A position to look at: a game of large pieces played by chance for a while, the same each time. */

import type { Board } from "./board/board";
import { isLegal } from "./board/legality";
import { play, startPosition, type Position } from "./board/position";

/** A small generator of numbers below 1, repeatable. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Placements tried before a color is passed over: enough to look like a game, quick on any machine. */
const TRIES = 6000;

export function samplePosition(board: Board, plies: number, seed = 7): Position {
  const random = chance(seed);
  const { colors, pieces } = board.data;
  const largest = Math.max(...pieces.map((piece) => piece.size));
  const big = board.placements.filter((list) => list[0].cells.length >= largest - 1).flat();
  let position = startPosition(board);
  for (let i = 0; i < plies; i++) {
    const color = i % colors.length;
    for (let n = 0; n < TRIES; n++) {
      const placement = big[Math.floor(random() * big.length)];
      if (!isLegal(board, position, color, placement)) continue;
      position = play(board, position, color, placement);
      break;
    }
  }
  return position;
}
