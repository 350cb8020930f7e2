import { expect, test } from "vitest";
import { isLegal, whyNot } from "../src/lib/board/legality";
import { piecesOf } from "../src/lib/groups";
import { contactLesson, scoreExamples, sideLesson } from "../src/lib/lessons";
import { samplePosition } from "../src/lib/sample";
import { boardOf, variantOf } from "./fixtures";

test.each(["duo", "classic_2", "trigon_3"])("the lesson of %s begins with an allowed move", (name) => {
  const { view, position, first } = contactLesson(variantOf(name));
  expect(isLegal(view.board, position, 0, first)).toBe(true);
});

test("one move tells the two contact rules apart", () => {
  const lessons = sideLesson(variantOf("trigon_2_base"), variantOf("trigon_2"))!;
  const [usual, strict] = lessons.map(({ view, position, first }) => whyNot(view.board, position, 0, first)?.reason);
  expect([usual, strict]).toEqual([undefined, "side"]);
});

test("examples of scores are those of the rules that the pieces allow", () => {
  expect(scoreExamples(variantOf("classic_2")).map(({ sum }) => sum)).toEqual([8, 24, 10]);
  expect(scoreExamples(variantOf("trigon_3")).map(({ sum }) => sum)).toEqual([8, 31, 9]);
});

test("sample positions repeat, and their pieces are found again in the owners", () => {
  const board = boardOf("duo");
  const [one, two] = [samplePosition(board, 10), samplePosition(board, 10)];
  expect(one.placed).toEqual(two.placed);
  const owners = Array.from(one.owner, (owner) => (owner < 0 ? "." : String(owner))).join("");
  const pieces = piecesOf(owners, board.data.edges).map(({ cells }) => cells.sort((a, b) => a - b).join());
  expect(pieces.sort()).toEqual(one.placed.map((p) => p.cells.join()).sort());
});
