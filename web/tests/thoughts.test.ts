/** What a study board asks the computer, and when. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as net from "../src/lib/net";
import type { AnalysisView } from "../src/lib/protocol.gen";
import { Thoughts } from "../src/lib/study/thoughts.svelte";

vi.mock("../src/lib/net", () => ({ analyse: vi.fn() }));
const analyse = vi.mocked(net.analyse);

const position = (...history: string[]) => ({ variant: "duo", options: {}, setup: [], to_play: null, history });
const found = (simulations: number, hurried = false) => ({ moves: [], simulations, hurried }) as unknown as AnalysisView;
const asked = () => analyse.mock.calls.map(([{ history, seconds }]) => [...history!, seconds].join(" "));

/** So long, with all that comes of it. */
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  analyse.mockReset();
});
afterEach(() => vi.useRealTimers());

test("who has come to rest is answered more and more deeply, and not asked for again", async () => {
  const thoughts = new Thoughts();
  let n = 0;
  analyse.mockImplementation(async () => found(++n));
  thoughts.follow(position("a"));
  expect(asked()).toEqual([]);
  await pass(1000);
  expect(asked()).toEqual(["a 0.3", "a 1", "a 3", "a 8"]);
  expect([thoughts.state, thoughts.found?.simulations]).toEqual(["done", 4]);
  thoughts.follow(position("b"));
  await pass(1000);
  thoughts.follow(position("a"));
  expect([thoughts.state, thoughts.found?.simulations]).toEqual(["done", 4]);
  await pass(1000);
  expect(asked()).toHaveLength(8);
});

test("what was looked through to the end is not asked for again", async () => {
  const thoughts = new Thoughts();
  analyse.mockImplementation(async () => ({ ...found(1), moves: [{ proven: true }] }) as AnalysisView);
  for (const move of ["a", "b", "a"]) {
    thoughts.follow(position(move));
    await pass(1000);
  }
  expect(asked()).toEqual(["a 0.3", "b 0.3"]);
  expect([thoughts.state, thoughts.found?.simulations]).toEqual(["done", 1]);
});

test("who walks on is asked for nothing, also where something is known", async () => {
  const thoughts = new Thoughts();
  analyse.mockResolvedValueOnce(found(1)).mockReturnValue(new Promise(() => {}));
  thoughts.follow(position("a"));
  await pass(1000);
  expect(asked()).toEqual(["a 0.3", "a 1"]);
  for (const move of ["b", "a", "b", "a"]) {
    thoughts.follow(position(move));
    await pass(50);
  }
  expect(thoughts.found?.simulations).toBe(1);
  expect(asked()).toHaveLength(2);
  await pass(1000);
  expect(asked()).toEqual(["a 0.3", "a 1", "a 1"]);
});

test("a position that is followed already is not asked for anew", async () => {
  const thoughts = new Thoughts();
  analyse.mockReturnValue(new Promise(() => {}));
  for (let i = 0; i < 5; i++) {
    thoughts.follow(position("a"));
    await pass(1000);
  }
  expect(asked()).toEqual(["a 0.3"]);
  expect(analyse.mock.calls[0][1].aborted).toBe(false);
});

test("one that got no answer is, when somebody asks for it", async () => {
  const thoughts = new Thoughts();
  analyse.mockRejectedValueOnce(new Error("busy")).mockReturnValue(new Promise(() => {}));
  thoughts.follow(position("a"));
  await pass(1000);
  expect(thoughts.state).toBe("failed");
  thoughts.follow(position("a"));
  await pass(1000);
  expect(asked()).toEqual(["a 0.3", "a 0.3"]);
});

test("a hurried answer is asked for again, and kept for its own position", async () => {
  const thoughts = new Thoughts();
  analyse.mockImplementation(async ({ history }) => found(history![0] === "a" ? 1 : 2, history![0] === "a"));
  thoughts.follow(position("a"));
  await pass(500);
  expect(asked()).toEqual(["a 0.3"]);
  thoughts.follow(position("b"));
  await pass(2000);
  expect(thoughts.found?.simulations).toBe(2);
  thoughts.follow(position("a"));
  expect(thoughts.found?.simulations).toBe(1);
  await pass(1500);
  expect(asked().slice(5)).toEqual(["a 0.3", "a 0.3"]);
});
