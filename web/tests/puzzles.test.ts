import { expect, test } from "vitest";
import { inOrder, nextPuzzle } from "../src/lib/puzzles";

const all = [
  { name: "cat", figure: true, difficulty: "hard", cells: 40 },
  { name: "tetra", figure: false, difficulty: "easy", cells: 80 },
  { name: "ship", figure: true, difficulty: "easy", cells: 50 },
  { name: "dog", figure: true, difficulty: "easy", cells: 30 },
];

test("boards come before figures, and the easy figures before the hard ones", () => {
  const { boards, figures } = inOrder(all);
  expect([...boards, ...figures].map(({ name }) => name)).toEqual(["tetra", "dog", "ship", "cat"]);
});

test("the next puzzle is the next that is not solved, round and round", () => {
  const next = (name: string, ...solved: string[]) => nextPuzzle(all, name, (n) => solved.includes(n))?.name;
  expect(next("tetra")).toBe("dog");
  expect(next("tetra", "dog")).toBe("ship");
  expect(next("cat", "tetra")).toBe("dog");
  expect(next("~a drawing of one's own")).toBe("tetra");
  expect(next("cat", "tetra", "dog", "ship")).toBeUndefined();
});
