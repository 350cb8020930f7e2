/** A study put into words. */

import { language, points, t, tn } from "../i18n/index.svelte";
import type { SideView, StudyNode, VariantView } from "../protocol.gen";
import { colorsOf } from "../turns";
import { colorName, percent, type Verdict } from "../words";
import { importWords } from "../importing";
import { Refused } from "../net";
import type { Study } from "./study.svelte";

/** As annotators write them, the best first. */
export const MARKS: readonly [Exclude<StudyNode["mark"], "">, string][] = [
  ["very good", "!!"],
  ["good", "!"],
  ["interesting", "!?"],
  ["doubtful", "?!"],
  ["bad", "?"],
  ["very bad", "??"],
];
export const signOf = (mark: StudyNode["mark"]): string => MARKS.find(([name]) => name === mark)?.[1] ?? "";

const sideName = ({ colors }: SideView, variant: VariantView): string =>
  colors.map((color) => colorName(variant.colors[color])).join(" + ");

/** A player's name; the colors of who has none. */
export function studyPlayer(players: readonly string[], { controllers, colors }: VariantView, player: number): string {
  const own = colorsOf(controllers, player).filter((color) => controllers[color].length === 1);
  return players[player] || own.map((color) => colorName(colors[color])).join(" + ");
}

/** Who played; nothing where nobody has a name. */
export const studyPlayers = (players: readonly string[], variant: VariantView): string =>
  players.some(Boolean) ? players.map((_, player) => studyPlayer(players, variant, player)).join(" · ") : "";

/** "Blue 54%, Yellow 46%": what the bar shows. */
export function chanceWords(variant: VariantView, values: readonly number[]): string {
  const sides = variant.sides.map((side) => `${sideName(side, variant)} ${percent(values[side.players[0]])}`);
  return t("study.chances", { sides: new Intl.ListFormat(language(), { type: "unit" }).format(sides) });
}

/** What a move does for its own color. Who studies plays all of them, so none is called "you". */
export const ownWords = (color: string) => ({
  last: () => t("study.last", { color }),
  gains: (n: number) => tn("study.gains", n, { color }),
  out: (n: number) => tn("study.out", n, { color }),
});

/** The line under the board. */
export function studyVerdict(study: Study): Verdict {
  const { hand, variant } = study;
  if (study.isGivenUp) return { head: t("study.given-up"), tail: "" };
  if (!study.myTurn) {
    const scores = variant.colors.map((color, c) => `${colorName(color)} ${points(study.score(c))}`);
    return { head: t("study.over"), tail: scores.join(" · ") };
  }
  const turn = t("study.to-play", { color: colorName(variant.colors[study.color]) });
  if (hand.piece === undefined) return { head: turn, tail: study.ply ? "" : t("study.try") };
  if (!hand.placement) return { head: turn, tail: t(hand.fits ? "say.bring" : "say.nowhere") };
  if (hand.refusal) return { head: t("say.not-here"), tail: t(`why.${hand.refusal.reason}`), warn: true };
  return { head: t("say.allowed"), tail: turn };
}

/** Why a file could not be opened. */
export function openWords(error: unknown): string {
  if (!(error instanceof Refused)) return t("start.offline");
  return error.problem.code === "too_large" ? t("study.large") : importWords(error.problem);
}

/** Why a study could not be saved, or played on. */
export const keepWords = (error: unknown): string => t(error instanceof Refused ? "study.refused" : "start.offline");
