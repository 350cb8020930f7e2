/** Why a hint is good, in words: the two or three things that matter most. */

import { hasBegun, type Position } from "./board/position";
import { t, tn } from "./i18n/index.svelte";
import type { Hint, SideView } from "./protocol.gen";
import { colorName } from "./words";

const MOST = 4;

/** Colors that a player's move can harm: of the other sides, and on the board already. Every first move
 * takes start cells from who has not begun, whatever it is: no merit of this one. */
export const rivals = (sides: readonly SideView[], position: Position, player: number): number[] =>
  sides
    .filter(({ players }) => !players.includes(player))
    .flatMap(({ colors }) => colors.filter((color) => hasBegun(position, color)));

/** The strongest drop in a rival's moves, if it is one worth telling. */
function squeezed({ moves_before, moves_after }: Hint["reasons"], rivals: readonly number[]) {
  const drops = Object.entries(moves_before)
    .filter(([color, before]) => rivals.includes(Number(color)) && before > 0)
    .map(([color, before]) => ({ color: Number(color), before, after: moves_after[color] ?? 0 }))
    .filter(({ before, after }) => after < 0.75 * before);
  return drops.sort((a, b) => a.after / a.before - b.after / b.before)[0];
}

/** A proven value is a result: the rest of it, up to a tenth each way, is points. */
function chances(value: number, proven: boolean): string {
  const n = Math.round(100 * value);
  if (!proven) return t("advice.value", { n });
  if (value > 0.85) return t("advice.won");
  return value < 0.15 ? t("advice.lost") : t("advice.proven", { n });
}

/** The things that speak for a move; to whoever plays it, or (not `toMover`) to anybody. */
export function reasonWords(
  reasons: Hint["reasons"],
  colors: readonly string[],
  rivals: readonly number[],
  toMover = true,
): string[] {
  const words: string[] = [];
  const name = (color: number) => colorName(colors[color]);
  if (reasons.last_piece && toMover) words.push(t("advice.last"));
  if (reasons.largest && reasons.cells > 1) words.push(tn("advice.largest", reasons.cells));
  const squeeze = squeezed(reasons, rivals);
  if (squeeze?.after === 0) words.push(t("advice.shuts", { color: name(squeeze.color) }));
  else if (squeeze) words.push(t("advice.squeezes", { ...squeeze, color: name(squeeze.color) }));
  for (const [color, ways] of Object.entries(reasons.blocks))
    if (ways.length && rivals.includes(Number(color)) && Number(color) !== squeeze?.color)
      words.push(tn("advice.blocks", ways.length, { color: name(Number(color)) }));
  if (reasons.toward_middle) words.push(t("advice.middle"));
  if (reasons.gains.length && toMover) words.push(tn("advice.gains", reasons.gains.length));
  if (reasons.ways_out && !reasons.last_piece && toMover) words.push(tn("advice.out", reasons.ways_out));
  return words.slice(0, MOST);
}

export const adviceWords = (
  { reasons, value, proven }: Hint,
  colors: readonly string[],
  rivals: readonly number[],
): string[] => [
  ...reasonWords(reasons, colors, rivals),
  chances(value, proven),
];
