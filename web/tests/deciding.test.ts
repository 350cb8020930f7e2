/** The move that decided a game, from the numbers of its review. */

import { expect, test } from "vitest";
import { decidingMove, losers, worstMove } from "../src/lib/deciding";
import type { ReviewedMove } from "../src/lib/protocol.gen";

/** Moves in order of play: who, what it cost them, everybody's chances after it (none: it was forced). */
function reviewed(...rows: [player: number, lost: number, values: number[]][]): ReviewedMove[] {
  return rows.map(([player, lost, values], i) => ({
    ply: i + 1,
    player,
    color: player,
    forced: !values.length,
    values,
    lost,
    points_lost: 0,
    best: "",
    proven: false,
    reasons: null,
    played: null,
  }));
}
const sides = (...players: number[][]) => players.map((each) => ({ players: each, colors: each }));

test("the dearest mistake of the loser, not of the winner", () => {
  const moves = reviewed([0, 0.1, [0.5, 0.5]], [1, 0.4, [0.6, 0.4]], [0, 0.2, [0.4, 0.6]], [1, 0, [0.4, 0.6]]);
  expect(decidingMove(moves, [0])?.ply).toBe(3);
  expect(decidingMove(moves, [1])?.ply).toBe(2);
});

test("a dearer mistake that was made good did not decide", () => {
  const moves = reviewed([0, 0.4, [0.2, 0.8]], [1, 0.5, [0.7, 0.3]], [0, 0.3, [0.4, 0.6]], [1, 0, []]);
  expect(decidingMove(moves, [0])?.ply).toBe(3);
});

test("to stand as well as before makes a mistake good", () => {
  const moves = reviewed([0, 0.5, [0.25, 0.75]], [1, 0.5, [0.75, 0.25]], [0, 0.25, [0.5, 0.5]]);
  expect(decidingMove(moves, [0])?.ply).toBe(3);
});

test("to stand all but as well as before makes a mistake good, too", () => {
  const moves = reviewed([0, 0.91, [0.05, 0.95]], [1, 0.91, [0.955, 0.045]], [0, 0.9, [0.05, 0.95]]);
  expect(decidingMove(moves, [0])?.ply).toBe(3);
});

test("of equals the first", () => {
  const moves = reviewed([0, 0.25, [0.5, 0.5]], [0, 0.25, [0.25, 0.75]]);
  expect(decidingMove(moves, [0])?.ply).toBe(1);
});

test("where all were made good none decided: who gives up a game that stands well has not lost it by a move", () => {
  const moves = reviewed([0, 0.2, [0.3, 0.7]], [0, 0.3, [0.4, 0.6]], [1, 0.5, [0.9, 0.1]]);
  expect(decidingMove(moves, [0])).toBeUndefined();
});

test("of several losers the one who lost most by a move", () => {
  const rest = [0.2, 0.2, 0.3, 0.3];
  const moves = reviewed([0, 0.15, rest], [1, 0.2, rest], [2, 0.25, rest], [3, 0.5, rest]);
  const blamed = losers(sides([0], [1], [2], [3]), [3, 4, 2, 1]);
  expect(blamed).toEqual([0, 1, 2]);
  expect(decidingMove(moves, blamed)?.ply).toBe(3);
});

test("partners lose together", () => {
  expect(losers(sides([0, 2], [1, 3]), [2, 1, 2, 1])).toEqual([0, 2]);
});

test("nobody loses a drawn game, and no move decides it", () => {
  expect(losers(sides([0], [1]), [1, 1])).toEqual([]);
  expect(losers(sides([0], [1], [2]), [1, 1, 3])).toEqual([]);
  expect(decidingMove(reviewed([0, 0.4, [0.2, 0.8]], [1, 0.4, [0.6, 0.4]]), [])).toBeUndefined();
});

test("without a mistake no move decides", () => {
  expect(decidingMove(reviewed([0, 0.09, [0.4, 0.6]], [1, 0.4, [0.8, 0.2]]), [0])).toBeUndefined();
  expect(decidingMove([], [0])).toBeUndefined();
});

test("who slid down in small steps learns the dearest of them; who won hears of mistakes only", () => {
  const moves = reviewed([0, 0.04, [0.3, 0.7]], [1, 0.3, [0.6, 0.4]], [0, 0.06, [0.2, 0.8]], [0, 0.02, [0.1, 0.9]]);
  expect(worstMove(moves, 0, true)?.ply).toBe(3);
  expect(worstMove(moves, 0, false)).toBeUndefined();
  expect(worstMove(moves, 1, false)?.ply).toBe(2);
});

test("what is not worth a word is no lesson, even to who has lost", () => {
  expect(worstMove(reviewed([0, 0.02, [0.3, 0.7]]), 0, true)).toBeUndefined();
});
