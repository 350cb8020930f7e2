import { expect, test } from "vitest";
import { isMissing, Refused } from "../src/lib/net";
import { enough, mayEnter, mayLeave, present } from "../src/lib/online/tournament";
import type { TournamentLine, TournamentView } from "../src/lib/protocol.gen";

/** Two have entered, and the second has left. */
const view = (me: number | null, line: Partial<TournamentLine> = {}) =>
  ({
    me,
    line: { phase: "open", kind: "swiss", entrants: 1, ...line },
    entrants: [
      { number: 0, name: "Ada", account: "", is_out: false },
      { number: 1, name: "Bo", account: "", is_out: true },
    ],
  }) as unknown as TournamentView;

test("who has left does not take part", () => {
  expect(present(view(null)).map(({ name }) => name)).toEqual(["Ada"]);
  expect([0, 1, null].map((me) => mayLeave(view(me)))).toEqual([true, false, false]);
  expect([0, 1, null].map((me) => mayEnter(view(me)))).toEqual([false, true, true]);
});

test("once it runs nobody new can enter, and when it is over nobody at all", () => {
  expect([0, 1, null].map((me) => mayEnter(view(me, { phase: "running" })))).toEqual([false, true, false]);
  for (const phase of ["over", "canceled"] as const)
    expect([0, 1].map((me) => mayEnter(view(me, { phase })) || mayLeave(view(me, { phase })))).toEqual([false, false]);
});

test("a server that does not answer has not said that there is none", () => {
  const said = (code: "unknown_game" | "busy") => new Refused({ code, message: "" });
  expect([said("unknown_game"), said("busy"), new TypeError("failed to fetch")].map(isMissing)).toEqual([true, false, false]);
});

test("one is enough against computers", () => {
  expect(enough(view(0))).toBe(false);
  expect(enough(view(0, { entrants: 2 }))).toBe(true);
  expect(enough(view(0, { kind: "duplicate" }))).toBe(true);
  expect(enough(view(0, { kind: "duplicate", entrants: 0 }))).toBe(false);
});
