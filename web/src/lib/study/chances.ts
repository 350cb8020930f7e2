/** Shares of the win after a move, by player. */

import type { SideView, StudyMove } from "../protocol.gen";

/** What was looked through to the end is a result and no chance: who has the most points shares the win. */
export function sharesAfter(move: Pick<StudyMove, "values" | "scores" | "proven">, sides: readonly SideView[]): number[] {
  if (!move.proven) return move.values;
  const points = sides.map(({ colors }) => colors.reduce((sum, color) => sum + move.scores[color], 0));
  const most = Math.max(...points);
  const winners = points.filter((n) => n === most).length;
  const shares = move.values.map(() => 0);
  sides.forEach(({ players }, side) => {
    for (const player of players) shares[player] = points[side] === most ? 1 / winners : 0;
  });
  return shares;
}
