/** A study's tree, and lines of moves as addresses. */

import { expect, test } from "vitest";
import "../src/lib/i18n/later";
import { Refused } from "../src/lib/net";
import { sharesAfter } from "../src/lib/study/chances";
import { formatLine, parseLine, playLine } from "../src/lib/study/link";
import type { StudyNode } from "../src/lib/protocol.gen";
import { Study } from "../src/lib/study/study.svelte";
import { childrenOf, emptyTree, endFrom, isVariation, pathTo, promoted, sameNode, without, withMove, withWords } from "../src/lib/study/tree";
import { keepWords, openWords } from "../src/lib/study/words";
import { variantOf } from "./fixtures";

/** A main line of three moves; after the first a variation of two. */
function branched() {
  let { tree, at } = withMove(emptyTree, 0, 0, "a");
  ({ tree, at } = withMove(tree, at, 1, "b"));
  ({ tree } = withMove(tree, at, 0, "c"));
  ({ tree, at } = withMove(tree, 1, 1, "x"));
  return withMove(tree, at, 0, "y");
}
const moves = (tree: readonly { move: string | null }[], path: number[]) => path.map((node) => tree[node].move ?? "").join("");

test("a move that was tried before is gone to, not added again", () => {
  const { tree } = branched();
  expect(withMove(tree, 1, 1, "x")).toEqual({ tree, at: childrenOf(tree, 1)[1] });
  expect(withMove(tree, 1, 1, "z").tree).toHaveLength(tree.length + 1);
});

test("the first of several moves is the main line, until another line is made it", () => {
  const { tree, at } = branched();
  expect(moves(tree, pathTo(tree, endFrom(tree, 0)))).toBe("abc");
  expect([isVariation(tree, at), isVariation(tree, 2)]).toEqual([true, false]);
  const changed = promoted(tree, at);
  expect(moves(changed.tree, pathTo(changed.tree, endFrom(changed.tree, 0)))).toBe("axy");
  expect(changed.tree[changed.at].move).toBe("y");
  expect(changed.tree.every(({ parent }, node) => parent < node)).toBe(true);
});

test("a move goes with all that follows it, and nothing else", () => {
  const { tree } = branched();
  const said = withWords(tree, 3, { comment: "here", mark: "good" });
  const changed = without(said, childrenOf(said, 1)[1]);
  expect(changed.at).toBe(1);
  expect(changed.tree.map(({ move }) => move)).toEqual([null, "a", "b", "c"]);
  expect(changed.tree[3]).toMatchObject({ comment: "here", mark: "good" });
  expect(without(said, 1).tree).toHaveLength(1);
});

test("a place is found again in a tree that was changed elsewhere", () => {
  const { tree, at } = branched();
  const changed = promoted(tree, at).tree;
  expect(moves(changed, pathTo(changed, sameNode(tree, at, changed)))).toBe("axy");
  expect(moves(tree, pathTo(tree, sameNode(tree, at, without(tree, at).tree)))).toBe("ax");
});

test("a line is the same after it was an address", () => {
  const line = { variant: "duo", options: { start: "any", bonus: "15,20" }, moves: ["e10", "j5,k5"] };
  expect(parseLine(formatLine(line.variant, line.options, line.moves))).toEqual(line);
  expect(parseLine("duo%3Fstart%3Dany%26bonus=15%2C20/e10/j5%2Ck5")).toEqual(line);
  expect(parseLine("duo/e10/j5%2").moves).toEqual(["e10", "j5%2"]);
  expect(parseLine("duo")).toEqual({ variant: "duo", options: {}, moves: [] });
});

test("of a line that was cut, or made up, what can be played is played", () => {
  const duo = variantOf("duo");
  const played = (moves: string[]) => playLine(duo, moves).map(({ color, move }) => move && `${color} ${move}`);
  expect(played(["e10", "j5,k5", "f11,f12", "nonsense", "a1"])).toEqual([null, "0 e10", "1 j5,k5", "0 f11,f12"]);
  expect(played(["a1"])).toEqual([null]);
});

test("what is certain is a result, not a chance, whatever was tried before", () => {
  const { sides } = variantOf("classic_2");
  const move = { values: [0.95, 0.05], scores: [-20, -21, -20, -20], proven: false };
  expect(sharesAfter(move, sides)).toEqual([0.95, 0.05]);
  expect(sharesAfter({ ...move, proven: true }, sides)).toEqual([1, 0]);
  expect(sharesAfter({ ...move, proven: true, values: [0.5, 0.5] }, sides)).toEqual([0.5, 0.5]);
  const three = variantOf("trigon_3").sides;
  expect(sharesAfter({ ...move, proven: true, values: [0.489215, 0.02157, 0.489215] }, three)).toEqual([0.5, 0, 0.5]);
  const teams = [{ players: [0, 2], colors: [0, 2] }, { players: [1, 3], colors: [1, 3] }];
  expect(sharesAfter({ ...move, proven: true, values: [0.1, 0.9, 0.1, 0.9] }, teams)).toEqual([0, 1, 0, 1]);
});

/** Whose turn it is in a study, after some moves and resignations. */
function turnAfter(variant: string, ...happened: (string | number)[]): number | undefined {
  const data = variantOf(variant);
  const nodes: StudyNode[] = happened.map((event, i) => ({
    parent: i,
    color: typeof event === "string" ? i : null,
    move: typeof event === "string" ? event : null,
    resigned: typeof event === "string" ? null : event,
    comment: "",
    mark: "",
  }));
  const file = { variant, options: {}, setup: [], to_play: null, players: [], info: {} };
  return new Study({ ...file, nodes: [...emptyTree, ...nodes], id: "", at: happened.length, time: 0 }, data).toPlay;
}

test("when all others have resigned nobody is to play", () => {
  expect(turnAfter("duo", "e10")).toBe(1);
  expect(turnAfter("duo", "e10", 1)).toBe(undefined);
  expect(turnAfter("duo", 0)).toBe(undefined);
  expect(turnAfter("trigon_3", 0)).toBe(1);
  expect(turnAfter("trigon_3", 0, 2)).toBe(undefined);
  expect(turnAfter("classic_2", "a20", 1)).toBe(undefined);
});

test("what is refused is said of a study, not of a game", () => {
  const refused = (code: "too_large" | "too_fast" | "unreadable", message = "") => new Refused({ code, message });
  expect(openWords(refused("too_large"))).toContain("600 kB");
  expect(openWords(refused("unreadable", "cannot read the file: line 2, column 3: nonsense"))).toContain("Line 2");
  expect(openWords(new TypeError())).toBe(keepWords(new TypeError()));
  expect(keepWords(refused("too_fast"))).toMatch(/minute.*5,000/);
});
