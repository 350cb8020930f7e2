import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PAUSE, Pacing } from "../src/lib/pacing";
import type { GameEvent } from "../src/lib/protocol.gen";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = (kind: string, seq: number) => ({ kind, seq }) as GameEvent;
const moves = (first: number, count: number) => Array.from({ length: count }, (_, i) => event("played", first + i));

function table(pause: (event: GameEvent) => number = () => PAUSE) {
  const shown: number[] = [];
  const pacing = new Pacing(({ seq }) => void shown.push(seq), pause, () => Date.now());
  return { shown, pacing };
}

test("a move that comes alone is shown at once", () => {
  const { shown, pacing } = table();
  pacing.hear(moves(1, 1));
  vi.advanceTimersByTime(PAUSE);
  pacing.hear(moves(2, 1));
  expect(shown).toEqual([1, 2]);
});

test("moves that come together are shown one after the other, and then the result", () => {
  const { shown, pacing } = table();
  pacing.saw();
  pacing.hear([...moves(1, 2), event("over", 3)]);
  expect(shown).toEqual([]);
  for (const seq of [1, 2, 3]) {
    vi.advanceTimersByTime(PAUSE - 1);
    expect(shown).toHaveLength(seq - 1);
    vi.advanceTimersByTime(1);
    expect(shown).toHaveLength(seq);
  }
  expect(shown).toEqual([1, 2, 3]);
});

test("a move of one's own is shown as soon as it is heard", () => {
  const { shown, pacing } = table(({ seq }) => (seq === 1 ? 0 : PAUSE));
  pacing.saw();
  pacing.hear(moves(1, 2));
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(PAUSE);
  expect(shown).toEqual([1, 2]);
});

test("what is no move does not wait, but keeps its place", () => {
  const { shown, pacing } = table();
  pacing.hear([...moves(1, 1), event("passed", 2), ...moves(3, 1), event("sat", 4)]);
  expect(shown).toEqual([1, 2]);
  expect(pacing.last?.seq).toBe(4);
  vi.advanceTimersByTime(PAUSE);
  expect(shown).toEqual([1, 2, 3, 4]);
  expect(pacing.last).toBeUndefined();
});

test("nobody waits when there is no pause, or when somebody acts", () => {
  const quick = table(() => 0);
  quick.pacing.hear(moves(1, 9));
  expect(quick.shown).toHaveLength(9);
  const { shown, pacing } = table();
  pacing.hear(moves(1, 5));
  pacing.flush();
  expect(shown).toEqual([1, 2, 3, 4, 5]);
  vi.advanceTimersByTime(10 * PAUSE);
  expect(shown).toHaveLength(5);
});

test("a page keeps up with a game that is quicker than its pauses", () => {
  const { shown, pacing } = table();
  for (let i = 0; i < 300; i++) {
    pacing.hear(moves(i, 1));
    vi.advanceTimersByTime(50);
  }
  expect(300 - shown.length).toBeLessThan(60);
  vi.advanceTimersByTime(10_000);
  expect(shown).toHaveLength(300);
});

test("nothing is shown after the end", () => {
  const { shown, pacing } = table();
  pacing.hear(moves(1, 3));
  pacing.close();
  vi.advanceTimersByTime(10 * PAUSE);
  expect(shown).toEqual([1]);
});
