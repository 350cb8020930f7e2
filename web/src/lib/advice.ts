/** Why a hint is good, or what a better move does that the one played did not, in words: a few, the strongest first. */

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

/** What a move does for its own color, said to whoever plays it. */
const TO_YOU = {
  last: () => t("advice.last"),
  gains: (n: number) => tn("advice.gains", n),
  out: (n: number) => tn("advice.out", n),
};

/** The things that speak for a move. */
export function reasonWords(
  reasons: Hint["reasons"],
  colors: readonly string[],
  rivals: readonly number[],
  own: typeof TO_YOU = TO_YOU,
): string[] {
  const words: string[] = [];
  const name = (color: number) => colorName(colors[color]);
  if (reasons.last_piece) words.push(own.last());
  if (reasons.largest && reasons.cells > 1) words.push(tn("advice.largest", reasons.cells));
  const squeeze = squeezed(reasons, rivals);
  if (squeeze?.after === 0) words.push(t("advice.shuts", { color: name(squeeze.color) }));
  else if (squeeze) words.push(tn("advice.squeezes", squeeze.after, { ...squeeze, color: name(squeeze.color) }));
  for (const [color, ways] of Object.entries(reasons.blocks))
    if (ways.length && rivals.includes(Number(color)) && Number(color) !== squeeze?.color)
      words.push(tn("advice.blocks", ways.length, { color: name(Number(color)) }));
  if (reasons.toward_middle) words.push(t("advice.middle"));
  if (reasons.gains.length) words.push(own.gains(reasons.gains.length));
  if (reasons.ways_out && !reasons.last_piece) words.push(own.out(reasons.ways_out));
  return words.slice(0, MOST);
}

/** So much more or less of somebody's moves is worth telling. */
const CLEARLY = 0.15;

/** Of a better move and the one played: what sets them apart, to anybody who looks on. */
export function comparedWords(
  better: Hint["reasons"],
  played: Hint["reasons"],
  colors: readonly string[],
  color: number,
  rivals: readonly number[],
): string[] {
  const words: string[] = [];
  const name = (color: number) => colorName(colors[color]);
  const left = (rival: number) => ({ n: better.moves_after[rival] ?? 0, m: played.moves_after[rival] ?? 0 });
  const harmed = rivals.map((rival) => ({ rival, ...left(rival) })).filter(({ n, m }) => n < (1 - CLEARLY) * m);
  for (const { rival, n, m } of harmed.sort((a, b) => a.n / a.m - b.n / b.m))
    words.push(n ? tn("compare.moves", n, { color: name(rival), m }) : t("advice.shuts", { color: name(rival) }));
  if (better.cells > played.cells) words.push(t("compare.cells", { n: better.cells, m: played.cells }));
  const own = left(color);
  if (own.n > (1 + CLEARLY) * own.m) words.push(tn("compare.keeps", own.n, { color: name(color), m: own.m }));
  for (const rival of rivals) {
    const [n, m] = [better, played].map(({ blocks }) => blocks[rival]?.length ?? 0);
    if (n > m && !harmed.some((one) => one.rival === rival))
      words.push(m ? t("compare.blocks", { color: name(rival), n, m }) : tn("advice.blocks", n, { color: name(rival) }));
  }
  const [n, m] = [better, played].map(({ gains }) => gains.length);
  if (n > m) words.push(t(m ? "compare.corners" : "compare.corners.some", { color: name(color), n, m }));
  if (better.toward_middle && !played.toward_middle) words.push(t("advice.middle"));
  return words.length ? words.slice(0, MOST) : [t("compare.later")];
}

export const adviceWords = (
  { reasons, value, proven }: Hint,
  colors: readonly string[],
  rivals: readonly number[],
): string[] => [
  ...reasonWords(reasons, colors, rivals),
  chances(value, proven),
];
