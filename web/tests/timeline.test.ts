import { expect, test } from "vitest";
import type { GameEvent } from "../src/lib/protocol.gen";
import { emptyTimeline, readEvents } from "../src/lib/timeline";

const created: GameEvent = {
  kind: "created",
  seq: 1,
  time: 10,
  variant: "any",
  options: {},
  seats: [
    { kind: "person", name: "Ada", level: null, account: "", open: false },
    { kind: "free", name: "", level: null, account: "", open: false },
  ],
  clock: null,
  setup: [],
  to_play: null,
  opening: ["a1"],
  origin: null,
  public: false,
  rated: false,
  paired: false,
  pair: null,
  tournament: null,
  seed: null,
  private: false,
  fill_after: 0,
};
const played = (seq: number, color: number, move: string, clocks: number[] | null = null): GameEvent => ({
  kind: "played",
  seq,
  time: seq * 10,
  color,
  player: color,
  move,
  ply: 0,
  id: "",
  by: "person",
  premove: false,
  lag: 0,
  clocks,
});

test("a log becomes seats, moves and clocks", () => {
  const log = readEvents(emptyTimeline, [
    created,
    { kind: "sat", seq: 2, time: 20, player: 1, seat: { kind: "computer", name: "", level: 4, account: "", open: false } },
    { kind: "started", seq: 3, time: 30, clocks: [900, 900] },
    played(4, 1, "b2", [900, 800]),
  ]);
  expect(log.seats[1]).toMatchObject({ kind: "computer", name: "", level: 4 });
  expect(log.started).toBe(true);
  expect(log.plies).toEqual([{ move: "a1" }, { move: "b2", color: 1, player: 1 }]);
  expect([log.clocks, log.clockTime, log.seq]).toEqual([[900, 800], 40, 4]);
});

test("events that were read before change nothing", () => {
  const once = readEvents(emptyTimeline, [created, played(2, 1, "b2")]);
  expect(readEvents(once, [created, played(2, 1, "b2")])).toEqual(once);
});

test("a takeback undoes moves, passes, resignations and the end", () => {
  const log = readEvents(emptyTimeline, [
    created,
    played(2, 1, "b2"),
    { kind: "passed", seq: 3, time: 30, color: 0 },
    { kind: "resigned", seq: 4, time: 40, player: 1, reason: "resigned", clocks: null },
    { kind: "over", seq: 5, time: 50, scores: [0, 0], points: [0, 0], places: [1, 1], single_last: [false, false] },
    { kind: "takeback_asked", seq: 6, time: 60, player: 1, ply: 1, waiting: [0] },
    { kind: "takeback_answered", seq: 7, time: 70, player: 0, accept: true },
    { kind: "undone", seq: 8, time: 80, ply: 1, clocks: null },
  ]);
  expect(log.plies).toHaveLength(1);
  expect([log.passed, log.resigned, log.over, log.takeback]).toEqual([[], [], undefined, undefined]);
});

test("a no ends the question", () => {
  const asked = readEvents(emptyTimeline, [
    created,
    played(2, 1, "b2"),
    { kind: "takeback_asked", seq: 3, time: 30, player: 1, ply: 1, waiting: [0] },
  ]);
  expect(asked.takeback?.waiting).toEqual([0]);
  const answered = readEvents(asked, [{ kind: "takeback_answered", seq: 4, time: 40, player: 0, accept: false }]);
  expect(answered.takeback).toBeUndefined();
  expect(answered.declined).toEqual({ player: 0, asker: 1 });
  expect(answered.plies).toHaveLength(2);
  const over = readEvents(answered, [
    { kind: "over", seq: 5, time: 50, scores: [0, 0], points: [0, 0], places: [1, 1], single_last: [false, false] },
  ]);
  expect(over.declined).toBeUndefined();
});

test("a question lapses with a resignation, as on the server", () => {
  const asked = readEvents(emptyTimeline, [
    created,
    played(2, 0, "b2"),
    { kind: "takeback_asked", seq: 3, time: 30, player: 0, ply: 1, waiting: [1] },
  ]);
  const resigned = readEvents(asked, [
    { kind: "resigned", seq: 4, time: 40, player: 1, reason: "resigned", clocks: null },
  ]);
  expect(resigned.takeback).toBeUndefined();
  const declined = readEvents(asked, [{ kind: "takeback_answered", seq: 4, time: 40, player: 1, accept: false }]);
  const after = readEvents(declined, [
    { kind: "resigned", seq: 5, time: 50, player: 1, reason: "resigned", clocks: null },
  ]);
  expect(after.declined).toBeUndefined();
});

test("a question lapses with the end", () => {
  const log = readEvents(emptyTimeline, [
    created,
    { kind: "takeback_asked", seq: 2, time: 20, player: 0, ply: 1, waiting: [1] },
    { kind: "over", seq: 3, time: 30, scores: [0, 0], points: [0, 0], places: [1, 1], single_last: [false, false] },
  ]);
  expect(log.takeback).toBeUndefined();
});

test("a question lapses with the rematch", () => {
  const log = readEvents(emptyTimeline, [
    created,
    { kind: "takeback_asked", seq: 2, time: 20, player: 0, ply: 1, waiting: [1] },
    { kind: "rematch", seq: 3, time: 30, game: "next" },
  ]);
  expect(log.takeback).toBeUndefined();
});

test("nobody plays for who has resigned; the other stand-ins stay", () => {
  const away = (seq: number, player: number): GameEvent => ({
    kind: "stand_in",
    seq,
    time: seq * 10,
    player,
    level: 4,
    reason: "handed",
    clocks: null,
  });
  const log = readEvents(emptyTimeline, [
    created,
    away(2, 0),
    away(3, 1),
    { kind: "resigned", seq: 4, time: 40, player: 1, reason: "resigned", clocks: null },
  ]);
  expect(log.standIns.map(({ player }) => player)).toEqual([0]);
});
