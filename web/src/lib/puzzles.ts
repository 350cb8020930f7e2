/** The puzzles of the list: their order, and which one is next. */

import type { PuzzleSummary } from "./protocol.gen";

type Listed = Pick<PuzzleSummary, "name" | "figure" | "difficulty" | "cells">;

const HARDER = ["easy", "medium", "hard"];

/** Whole boards first, then figures, the easy ones before the others. */
export function inOrder<P extends Listed>(all: readonly P[]): { boards: P[]; figures: P[] } {
  const hard = (puzzle: P) => HARDER.indexOf(puzzle.difficulty);
  return {
    boards: all.filter(({ figure }) => !figure),
    figures: all.filter(({ figure }) => figure).sort((a, b) => hard(a) - hard(b) || a.cells - b.cells),
  };
}

/** The first after this one that is not solved yet; from the beginning again after the last. */
export function nextPuzzle<P extends Listed>(
  all: readonly P[],
  name: string,
  solved: (name: string) => boolean,
): P | undefined {
  const { boards, figures } = inOrder(all);
  const list = [...boards, ...figures];
  const at = list.findIndex((puzzle) => puzzle.name === name) + 1;
  return [...list.slice(at), ...list.slice(0, at)].find((puzzle) => puzzle.name !== name && !solved(puzzle.name));
}
