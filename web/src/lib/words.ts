/** The game put into words: who sits where, what happened, what may be done. */

import type { Board } from "./board/board";
import { cellsPlaced, hasBegun } from "./board/position";
import type { Placement } from "./board/types";
import type { Game } from "./game.svelte";
import { language, signed, t, tn, word, type Key } from "./i18n/index.svelte";
import type { Playing } from "./playing";
import type { ReviewedMove, SeatView } from "./protocol.gen";
import { colorsOf } from "./turns";

export const colorName = (color: string) => word("color", color);

/** What to call a player: by name; "you" where only one person here can be meant; else by number. */
export function seatName(seats: readonly SeatView[], mine: readonly number[], player: number): string {
  const seat = seats[player];
  if (!seat || seat.kind === "free") return seat?.account || seat?.name || t("seat.free");
  if (seat.kind === "computer") return t("seat.computer", { level: seat.level ?? "" });
  const own = mine.includes(player);
  if (own && mine.length === 1) return t("seat.you");
  const called = (p: number) => (!mine.includes(p) && seats[p].account) || seats[p].name;
  const nameless = seats.filter(({ kind }, p) => kind === "person" && mine.includes(p) === own && !called(p));
  if (called(player) || nameless.length < 2) return called(player) || t(own ? "seat.you" : "seat.guest");
  return t("seat.player", { n: player + 1 });
}

export const playerName = (game: Game, player: number) => seatName(game.log.seats, game.link.seats, player);

/** A name where no color stands beside it: with its colors, if somebody else is called the same. */
export function tellingName(game: Game, player: number): string {
  const name = playerName(game, player);
  if (game.log.seats.every((_, other) => other === player || playerName(game, other) !== name)) return name;
  const { controllers, colors } = game.variant!;
  const own = colors.filter((_, color) => controllers[color].length === 1 && controllers[color][0] === player);
  return `${name} (${own.map(colorName).join(" + ")})`;
}

/** Who places a color: one name, or all who share it. */
export function ownerName(game: Game, color: number): string {
  const players = game.variant!.controllers[color];
  return players.length > 1 ? t("seat.shared") : playerName(game, players[0]);
}

export interface Verdict {
  /** What matters, then why. */
  head: string;
  tail: string;
  warn?: boolean;
}

/** The line under the board: what may be done now, and why not. */
export function verdict(game: Game): Verdict {
  const { link, hand } = game;
  if (!link.connected && link.joined)
    return { head: t("say.offline"), tail: t(game.hinting ? "say.hint-later" : "say.retrying"), warn: true };
  if (game.log.over) return { head: t("say.over"), tail: "" };
  if (!game.log.started) return { head: t("say.waiting"), tail: t("say.waiting.why") };
  if (!game.myTurn) return otherTurn(game);
  if (hand.piece === undefined) return { head: turnWords(game), tail: t("say.choose") };
  if (!hand.placement) return { head: t("say.holding"), tail: t(hand.fits ? "say.bring" : "say.nowhere") };
  if (hand.refusal)
    return { head: t("say.not-here"), tail: t(`why.${hand.refusal.reason}` as Key), warn: true };
  if (hand.placement === game.offered) return { head: turnWords(game), tail: t("say.first") };
  const begun = hasBegun(game.position, game.color);
  return { head: t("say.allowed"), tail: t(begun ? "say.corner" : "say.start") };
}

/** Why the piece in the hand cannot be turned, or placed; empty where it can. */
export const whyNotHand = ({ hand, myTurn }: Playing, { head, tail }: Verdict) => ({
  turn: hand.piece === undefined ? t("cannot.turn") : "",
  place: myTurn && hand.legal ? "" : `${head} ${tail}`,
});

/** What has happened since the last move: who passes, who gave up. The cards say so ever after. */
export function news(game: Game): { words: string; color: string }[] {
  const { log, variant } = game;
  if (log.over || !variant) return [];
  const fresh = ({ ply }: { ply: number }) => ply === log.plies.length;
  const colors = log.passed.filter(fresh).map(({ color }) => variant.colors[color]);
  const gone = log.resigned.filter(fresh);
  return [
    ...colors.map((color) => ({ words: t("news.passed", { color: colorName(color) }), color })),
    ...gone.map((r) => ({ words: goneWords(game, r), color: "" })),
  ];
}

/** Why somebody plays no more; "you" is spoken to, anybody else spoken of. */
export function goneWords(game: Game, { player, reason }: { player: number; reason: string }): string {
  const name = playerName(game, player);
  return name === t("seat.you") ? t(`news.${reason}.you` as Key) : t(`news.${reason}` as Key, { name });
}

function otherTurn(game: Game): Verdict {
  if (game.player === undefined) return { head: t("say.over"), tail: "" };
  if (game.link.pendingMove) return { head: t("say.sent"), tail: "" };
  const seat = game.log.seats[game.player];
  const name = playerName(game, game.player);
  const there = game.link.present.includes(game.player) || game.log.standIns.some((s) => s.player === game.player);
  const key: Key = seat?.kind === "computer" ? "say.thinks" : there ? "say.plays" : "say.waits";
  return { head: t(key, { name }), tail: t(meanwhile(game)) };
}

/** What somebody can do while another plays. */
function meanwhile({ link, log, variant }: Game): Key {
  if (!link.seats.length) return "say.watching";
  const mine = link.seats.flatMap((player) => colorsOf(variant!.controllers, player));
  return mine.every((color) => log.passed.some((passed) => passed.color === color)) ? "say.out" : "say.plan";
}

/** "Your turn" or, with several people here, "Blue: it is Inès's turn". */
export function turnWords(game: Game): string {
  if (game.player === undefined) return t("say.over");
  const color = colorName(game.variant!.colors[game.toPlay!]);
  const manyColors = game.variant!.colors.length > game.variant!.players || game.link.seats.length > 1;
  const name = playerName(game, game.player);
  if (name === t("seat.you")) return manyColors ? t("say.your-turn-with", { color }) : t("say.your-turn");
  return t("say.turn-of", { name, color });
}

/** A placement for the ear: "L4, a1 a2 a3 b3". */
export function pieceWords({ data }: Board, { orientation, cells }: Placement): string {
  const { name } = data.pieces[data.orientations[orientation].piece];
  return `${name}, ${cells.map((cell) => data.names[cell]).join(" ")}`;
}

/** A move for the ear: "Blue: piece L4 on a1 to c4, 4 cells". */
export function moveWords(game: Playing, ply: number): string {
  const { board, positions } = game;
  const placed = positions[ply]?.placed.at(-1);
  if (!board || !placed) return "";
  const piece = board.data.pieces[board.data.orientations[placed.orientation].piece];
  return t("move.words", {
    color: colorName(board.data.colors[placed.color]),
    piece: piece.name,
    cells: placed.cells.map((cell) => board.data.names[cell]).join(" "),
  });
}

/** A reviewed move in one sentence: who played it, and what it did to their chances. */
export function reviewWords(
  game: Game,
  key: "review.row" | "review.here" | "review.deciding" | "review.worst",
  move: ReviewedMove,
): string {
  const { ply, player, color } = move;
  const name = `${colorName(game.variant!.colors[color])} (${playerName(game, player)})`;
  return t(key, { n: ply, name, ...chances(move) });
}

/** What a reviewed move made of its player's chances, in percent. */
export function chances({ player, lost, values }: ReviewedMove): { before: number; after: number } {
  const percent = (value: number) => Math.round(100 * value);
  return { before: percent(values[player] + lost), after: percent(values[player]) };
}

/** The board for who cannot see it. */
export function boardWords(game: Playing): string {
  const { board, position } = game;
  if (!board || !position) return "";
  const sums = board.data.colors.map((color, c) =>
    tn("board.color", position.placed.filter((p) => p.color === c).length, {
      color: colorName(color),
      cells: tn("cells", cellsPlaced(position, c)),
    }),
  );
  const last = game.ply ? `${t("board.last")} ${moveWords(game, game.ply)}.` : "";
  return `${t("board.cells", { n: board.data.names.length })} ${sums.join(" ")} ${last}`;
}

/** How a color's score came about (R6). */
export function scoreWords(game: Game, color: number): string {
  const { variant, board, positions } = game;
  const stock = positions.at(-1)!.stock[color];
  const sizes = new Map<number, number>();
  stock.forEach((n, piece) => {
    const { size } = board!.data.pieces[piece];
    if (n) sizes.set(size, (sizes.get(size) ?? 0) + n);
  });
  if (!sizes.size) {
    const single = game.log.over?.single_last[color];
    return t(single ? "score.single-last" : "score.all", { n: signed(variant!.bonus[single ? 1 : 0]) });
  }
  const parts = [...sizes].sort(([a], [b]) => a - b).map(([size, n]) => (n > 1 ? `${n} × ${size}` : `${size}`));
  return t("score.left", { sum: parts.join(" + ") });
}

const daysWords = (hours: number): string =>
  hours % 24 ? t("time.days-hours", { days: Math.floor(hours / 24), hours: hours % 24 }) : tn("time.days", hours / 24);

export const timeWords = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 172800) return daysWords(Math.ceil(seconds / 3600));
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
};

/** Shares and broken numbers as the language writes them: 33% and 1.5, 33 % and 1,5. */
export const percent = (share: number): string => t("percent", { n: Math.round(100 * share) });
export const decimal = (n: number, digits = 1): string =>
  n.toLocaleString(language(), { maximumFractionDigits: digits }).replace("-", "−");
