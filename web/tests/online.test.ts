import { afterEach, expect, test } from "vitest";
import { adviceWords, comparedWords, rivals } from "../src/lib/advice";
import type { Placed, Position } from "../src/lib/board/position";
import { curveShape, ticks } from "../src/lib/online/curve";
import { keyBytes } from "../src/lib/online/push-key";
import { changeWords, clockWords, ratingWords } from "../src/lib/online/words.svelte";
import type { Hint } from "../src/lib/protocol.gen";
import { parseRoute } from "../src/lib/routes";
import { settings } from "../src/lib/settings.svelte";

afterEach(() => void (settings.language = "auto"));

test("a rating's picture stays within its frame", () => {
  const points = [1500, 1540, 1490].map((rating, i) => ({ time: i, game: `g${i}`, rating, deviation: 60 }));
  const { dots, ticks: marks } = curveShape(points, 600, 180);
  expect(dots.map(({ x }) => x)).toEqual([0, 300, 600]);
  for (const { y } of [...dots, ...marks]) {
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(180);
  }
  expect(dots[1].y).toBeLessThan(dots[0].y);
});

test("one game is a point in the middle", () => {
  const [dot] = curveShape([{ time: 0, game: "g", rating: 1500, deviation: 0 }], 600, 180).dots;
  expect(dot.x).toBe(300);
  expect(Number.isFinite(dot.y)).toBe(true);
});

test.each([
  [1480, 1620, [1500, 1550, 1600]],
  [0, 3000, [0, 1000, 2000, 3000]],
])("round numbers between %i and %i", (low, high, expected) => {
  expect(ticks(low, high)).toEqual(expected);
});

test("numbers in words", () => {
  expect(ratingWords(1499.6, true)).toBe("1500?");
  expect(changeWords(-3.4)).toBe("−3");
  expect(changeWords(0.2)).toBe("+0");
  expect(clockWords({ initial: 300, increment: 5 })).toBe("5 min + 5 s");
  expect(clockWords({ days: 1 })).toBe("1 day a move");
  expect(clockWords(null)).toBe("no clock");
});

const hint = (reasons: Partial<Hint["reasons"]>): Hint => ({
  type: "hint",
  game: "",
  id: "",
  seq: 1,
  move: "a1",
  value: 0.61,
  scores: [],
  line: [],
  proven: false,
  reasons: {
    cells: 5,
    largest: false,
    gains: [],
    blocks: {},
    moves_before: {},
    moves_after: {},
    toward_middle: false,
    ways_out: 0,
    last_piece: false,
    ...reasons,
  },
});

test("the reasons of a hint, the strongest first, never more than five lines", () => {
  const words = adviceWords(
    hint({
      largest: true,
      gains: ["a1", "b2"],
      blocks: { "1": ["c3"], "2": ["d4", "d5"] },
      moves_before: { "0": 100, "1": 80, "2": 50 },
      moves_after: { "0": 90, "1": 79, "2": 20 },
      toward_middle: true,
      ways_out: 7,
    }),
    ["blue", "yellow", "red"],
    [1, 2],
  );
  expect(words).toEqual([
    "One of the largest pieces that fit: 5\u00a0cells.",
    "Red has 20 moves left instead of 50.",
    "It takes a way out from Yellow.",
    "It heads for the middle.",
    "Your chances of winning after it, says the computer: 61%.",
  ]);
});

test("to take moves from a color of one's own is no reason", () => {
  const moves = { moves_before: { "0": 90, "1": 80, "2": 50 }, moves_after: { "0": 90, "1": 80, "2": 20 } };
  const words = adviceWords(hint({ ...moves, blocks: { "2": ["d4"] } }), ["blue", "yellow", "red", "green"], [1, 3]);
  expect(words).toHaveLength(1);
});

test("rivals are the colors of other sides that have begun", () => {
  const sides = [{ players: [0], colors: [0, 2] }, { players: [1], colors: [1, 3] }];
  const placed = [0, 1, 2].map((color) => ({ color }) as Placed);
  expect(rivals(sides, { placed } as Position, 0)).toEqual([1]);
  expect(rivals(sides, { placed } as Position, 1)).toEqual([0, 2]);
  expect(rivals(sides, { placed: [] as Placed[] } as Position, 0)).toEqual([]);
});

test("a better move is told by what the one played did not do", () => {
  const { reasons: better } = hint({
    cells: 5,
    largest: true,
    gains: ["a1", "b2", "c3"],
    blocks: { "1": ["d4", "d5"], "2": ["e5"] },
    moves_after: { "0": 90, "1": 40, "2": 51 },
    toward_middle: true,
  });
  const { reasons: played } = hint({ ...better, gains: ["a1"], blocks: {}, moves_after: { "0": 60, "1": 80, "2": 50 } });
  const words = (one: typeof better, other: typeof better) => comparedWords(one, other, ["blue", "yellow", "red"], 0, [1, 2]);
  expect(words(better, played)).toEqual([
    "Yellow has 40 moves left after it instead of 80.",
    "Blue keeps 90 moves instead of 60.",
    "It takes a way out from Red.",
    "It opens 3 corners for Blue instead of 1.",
  ]);
  expect(words(better, { ...better, cells: 3, toward_middle: false })).toEqual([
    "It places 5 cells instead of 3.",
    "It heads for the middle.",
  ]);
  expect(words(played, better)).toEqual(["What it is worth shows only some moves later."]);
  expect(words(better, better)).toEqual(words(played, better));
});

test("one move left is singular", () => {
  const reasons = { moves_before: { "1": 9 }, moves_after: { "1": 1 } };
  const said = () => adviceWords(hint(reasons), ["blue", "yellow"], [1])[0];
  expect(said()).toBe("Yellow has one move left instead of 9.");
  settings.language = "fr";
  expect(said()).toBe("Jaune n’a plus qu’un coup au lieu de 9.");
});

test("who is shut out is said", () => {
  const words = adviceWords(hint({ moves_before: { "1": 3 }, moves_after: {} }), ["blue", "yellow"], [1]);
  expect(words[0]).toBe("Yellow has no move left after it.");
});

test.each([
  [0.93, "Looked through to the end: it wins, for certain."],
  [0.5, "Looked through to the end: 50% of the win, for certain."],
  [0.04, "Looked through to the end: it does not win, but nothing does better."],
])("what is proven is a result: %s", (value, said) => {
  const words = adviceWords({ ...hint({}), value, proven: true }, ["blue", "yellow"], [1]);
  expect(words.at(-1)).toBe(said);
});

test("a key of the server, as the browser wants it", () => {
  expect([...keyBytes("_-8A")]).toEqual([255, 239, 0]);
});

test.each([
  ["/players/J.%20R.", "", { page: "player", name: "J. R." }],
  ["/ranking/duo/blitz", "", { page: "ranking", variant: "duo", speed: "blitz" }],
  ["/sign-in", "#abc", { page: "ticket", kind: "sign-in", token: "abc" }],
  ["/account/mail", "#abc", { page: "ticket", kind: "mail", token: "abc" }],
  ["/tournaments/x", "", { page: "tournament", id: "x" }],
  ["/players", "", { page: "lost" }],
  ["/puzzles/%", "", { page: "lost" }],
  ["/%E0%A4%A", "", { page: "lost" }],
])("%s is a page", (path, hash, route) => {
  expect(parseRoute(path, hash)).toEqual(route);
});
