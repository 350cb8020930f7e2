/** What puzzles and challenges say. */

import type { Challenge } from "./challenge.svelte";
import { known, t, type Key } from "./i18n/index.svelte";
import type { Puzzle } from "./puzzle.svelte";
import type { Solo } from "./solo.svelte";
import { colorName, type Verdict } from "./words";

export function puzzleVerdict(game: Puzzle): Verdict {
  if (game.done && !game.own) return { head: t("puzzle.shown"), tail: t("puzzle.shown.more") };
  if (game.done) return { head: t("puzzle.done"), tail: "" };
  if (game.asking) return { head: t("puzzle.asking"), tail: "" };
  if (game.held) return { head: t("puzzle.growing"), tail: "" };
  const hinted = !!game.hint && game.hand.placement === game.hint;
  if (game.answer && (hinted || game.hand.piece === undefined)) return answered(game.answer);
  if (game.alone.length && game.positions.at(-1)!.owner.every((color) => color >= 0))
    return { head: t("puzzle.alone"), tail: t("puzzle.alone.more"), warn: true };
  if (game.stuck !== undefined)
    return { head: t("puzzle.stuck", { color: colorName(game.variant.colors[game.stuck]) }), tail: t("puzzle.go-back"), warn: true };
  return inHand(game) ?? nextPiece(game);
}

function answered({ want, answer }: NonNullable<Puzzle["answer"]>): Verdict {
  if (answer === "yes" && want === "hint") return { head: t("puzzle.hinted"), tail: "" };
  const key = `puzzle.answer.${answer}` as Key;
  return { head: t(key), tail: t(`${key}.more` as Key), warn: answer === "no" };
}

function inHand({ hand }: Solo): Verdict | undefined {
  if (hand.piece === undefined) return undefined;
  if (!hand.placement) return { head: t("say.holding"), tail: t(hand.fits ? "say.bring" : "say.nowhere") };
  if (hand.refusal) return { head: t("say.not-here"), tail: t(`why.${hand.refusal.reason}` as Key), warn: true };
  return { head: t("say.allowed"), tail: "" };
}

function nextPiece(game: Solo): Verdict {
  if (game.rules.packing) return { head: t("say.choose"), tail: game.ply ? t("puzzle.lift") : "" };
  return { head: t("puzzle.to-play", { color: colorName(game.variant.colors[game.color]) }), tail: t("say.choose") };
}

/** Who answers what, or where it went wrong; the board shows it too. */
function refutation({ question, shown, variant, board }: Challenge): string {
  const key = `challenge.wrong.${question.kind}`;
  if (!shown.length) return t((known(`${key}.none`) ? `${key}.none` : key) as Key);
  const name = (color: number) => colorName(variant.colors[color]);
  const place = ({ cells }: (typeof shown)[number]) => cells.map((cell) => board.data.names[cell]).join(" ");
  const replies = shown.map((piece) => `${name(piece.color)} (${place(piece)})`).join(", ");
  return t(`${key}.shown` as Key, { replies, place: place(shown[0]) });
}

export function challengeVerdict(game: Challenge): Verdict {
  const { verdict } = game;
  if (verdict === "right") return { head: t("challenge.right"), tail: "" };
  if (verdict === "shown") return { head: t("challenge.shown"), tail: "" };
  if (verdict === "failed") return { head: t("puzzle.answer.failed"), tail: t("puzzle.answer.failed.more"), warn: true };
  if (verdict === "wrong") return { head: t("challenge.wrong"), tail: refutation(game), warn: true };
  if (game.toPlay === undefined)
    return { head: t("challenge.wrong"), tail: t("challenge.wrong.place-all"), warn: true };
  return inHand(game) ?? nextPiece(game);
}
