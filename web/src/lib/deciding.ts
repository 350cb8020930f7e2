/** Which move of a reviewed game decided it: numbers of the review and the places, nothing of the rules. */

import type { ReviewedMove, SideView } from "./protocol.gen";

/** What is worth a mark, and what a word at all, of the expected result. */
export const MISTAKE = 0.1;
export const WORTH_TELLING = 0.03;

/** The players who did not win; none where several sides share the first place. */
export function losers(sides: readonly SideView[], places: readonly number[]): number[] {
  const lost = sides.filter(({ players }) => places[players[0]] > 1);
  return sides.length - lost.length === 1 ? lost.flatMap(({ players }) => players) : [];
}

/** Whether its player never again stood as well as right before it; what is not worth a word makes no
 * difference. Forced moves have no values. */
function isFinal({ ply, player, lost, values }: ReviewedMove, moves: readonly ReviewedMove[]): boolean {
  const asWell = values[player] + lost - WORTH_TELLING;
  return !moves.some((later) => later.ply > ply && !later.forced && later.values[player] >= asWell);
}

/** The mistake of these players that cost most and was never made good; of equals the first. There is none
 * where somebody gave up a game that stood well, or slid down in small steps. */
export function decidingMove(
  moves: readonly ReviewedMove[],
  players: readonly number[],
): ReviewedMove | undefined {
  const mistakes = moves.filter(({ player, lost }) => lost >= MISTAKE && players.includes(player));
  return mistakes.filter((move) => isFinal(move, moves)).sort((a, b) => b.lost - a.lost)[0];
}

/** What cost a player most: a mistake, or, to who has lost, the dearest of the small steps down. Among three
 * or four a game slips away by these, and who wants to learn has nothing else to look at. */
export function worstMove(
  moves: readonly ReviewedMove[],
  player: number,
  hasLost: boolean,
): ReviewedMove | undefined {
  const least = hasLost ? WORTH_TELLING : MISTAKE;
  const own = moves.filter((move) => move.player === player && move.lost >= least);
  return own.sort((a, b) => b.lost - a.lost)[0];
}
