/** The page's legality against the library's, position by position, in whole games. */

import { describe, expect, test } from "vitest";
import { formatPlacement, parsePlacement } from "../src/lib/board/board";
import { isLegal, legalPlacements, whyNot } from "../src/lib/board/legality";
import { cellsLeft, openCorners, play, startPosition } from "../src/lib/board/position";
import { decider, nextColor } from "../src/lib/turns";
import { boardOf, games, variantOf } from "./fixtures";

describe.each(games)("$variant $options", ({ variant, plies, scores }) => {
  const board = boardOf(variant);
  const { controllers, bonus } = variantOf(variant);

  test("agrees with the library at every move", () => {
    let position = startPosition(board);
    let last = -1;
    for (const { color, player, move, legal, refused } of plies) {
      expect(nextColor(board, position, last, new Set())).toBe(color);
      expect(decider(controllers, position, color, [])).toBe(player);
      expect(legalPlacements(board, position, color).flat()).toHaveLength(legal);
      for (const [text, reason] of refused)
        expect([text, whyNot(board, position, color, parsePlacement(board, text)!)?.reason]).toEqual([text, reason]);
      const placement = parsePlacement(board, move)!;
      expect(isLegal(board, position, color, placement)).toBe(true);
      position = play(board, position, color, placement);
      last = color;
    }
    expect(nextColor(board, position, last, new Set())).toBeUndefined();
    scores.forEach((score, color) => {
      const left = cellsLeft(board, position, color);
      expect(left ? -left : bonus[0] <= score && score <= bonus[1]).toBe(left ? score : true);
    });
  });

  test("playing leaves the position before as it was", () => {
    const before = startPosition(board);
    const after = play(board, before, plies[0].color, parsePlacement(board, plies[0].move)!);
    expect(before.placed).toHaveLength(0);
    expect(before.owner.every((owner) => owner === -1)).toBe(true);
    expect(after.placed).toHaveLength(1);
    expect(after.stock[0].reduce((a, b) => a + b)).toBe(before.stock[0].reduce((a, b) => a + b) - 1);
  });
});

test("names of cells make a placement, in any order", () => {
  const board = boardOf("duo");
  const placement = parsePlacement(board, "f10,e10")!;
  expect(formatPlacement(board, placement)).toBe("e10,f10");
  expect(parsePlacement(board, "e10,g10")).toBeUndefined();
  expect(parsePlacement(board, "e10,z99")).toBeUndefined();
});

test("open corners are free cells where the color may go on", () => {
  const board = boardOf("duo");
  const position = play(board, startPosition(board), 0, parsePlacement(board, "e10")!);
  const names = openCorners(position, 0).map((cell) => board.data.names[cell]);
  expect(names.sort()).toEqual(["d11", "d9", "f11", "f9"]);
});
