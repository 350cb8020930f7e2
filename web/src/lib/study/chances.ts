/** Shares of the win after a move, by player. */

import type { SideView, StudyMove } from "../protocol.gen";

/** Far less than what the win adds to a value, and more than roundings do. */
const EQUAL = 0.01;

/** What was looked through to the end is a result and no chance: those of the highest value share the win. Their
 * scores do not tell: they are those of the tries before it was certain. */
export function sharesAfter({ values, proven }: Pick<StudyMove, "values" | "proven">, sides: readonly SideView[]): number[] {
  if (!proven) return values;
  const best = Math.max(...values);
  const winners = sides.filter(({ players }) => best - values[players[0]] < EQUAL).length;
  return values.map((value) => (best - value < EQUAL ? 1 / winners : 0));
}
