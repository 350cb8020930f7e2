import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Link } from "../src/lib/link.svelte";
import type { GameEvent } from "../src/lib/protocol.gen";
import { line } from "./line";

vi.mock("../src/lib/line.svelte", () => import("./line"));

let link: Link;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("document", { hidden: false });
  link = new Link("g", "", () => undefined);
});
afterEach(() => {
  link.close();
  line.open(true);
  line.take();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const created = { kind: "created", seq: 1, time: 1, seats: [], opening: [] };
const played = (seq: number, move: string) => ({ kind: "played", seq, time: seq, color: 0, player: 0, move, id: "" });
const log = (...moves: string[]) => [created, ...moves.map((move, i) => played(i + 2, move))] as unknown as GameEvent[];

function joined(events: GameEvent[], seq: number): void {
  line.say({ type: "joined", game: "g", events, seq, seats: [0], kept: [], key: "", time: 0, clock_since: null });
}

const moves = () => link.log.plies.map(({ move }) => move);
const joins = () => line.take().flatMap((message) => (message.type === "join" ? [message.seq] : []));

test("after a lost line the log goes on, and what waits is sent again", () => {
  joined(log("a1"), 2);
  line.open(false);
  link.play("b2", 0);
  line.take();
  line.open(true);
  expect(joins()).toEqual([2]);
  joined([], 2);
  expect(line.take()).toMatchObject([{ type: "play", move: "b2", seq: 2 }]);
  expect(link.pendingMove).toBeDefined();
});

test("a server that has lost events is believed: all is read anew from the first", () => {
  joined(log("a1", "b2"), 3);
  line.say({ type: "events", game: "g", events: [played(4, "c3"), played(5, "d4")] });
  line.open(false);
  link.play("e5", 0);
  line.take();
  line.open(true);
  expect(joins()).toEqual([5]);
  joined([], 2);
  expect(line.take()).toEqual([{ type: "join", game: "g", seq: 0, key: "" }]);
  expect(link.pendingMove).toBeUndefined();
  joined(log("a1"), 2);
  expect([moves(), link.log.seq]).toEqual([["a1"], 2]);
  expect(line.take()).toEqual([]);
  vi.advanceTimersByTime(5000);
  line.say({ type: "events", game: "g", events: [played(3, "z9")] });
  expect(moves()).toEqual(["a1", "z9"]);
});

test("moves that wait to be shown are forgotten with the rest", () => {
  joined(log("a1", "b2"), 3);
  line.take();
  line.say({ type: "events", game: "g", events: [played(4, "c3"), played(5, "d4")] });
  expect(moves()).toEqual(["a1", "b2", "c3"]);
  joined([], 2);
  expect(joins()).toEqual([0]);
  joined(log("y8"), 2);
  vi.advanceTimersByTime(5000);
  expect([moves(), link.log.seq]).toEqual([["y8"], 2]);
});

test("a move that the server calls stale brings the page to the server's log", () => {
  joined(log("a1", "b2"), 3);
  link.play("c3", 0);
  const [play] = line.take().slice(-1) as { id: string }[];
  line.say({ type: "error", code: "stale", game: "g", id: play.id, message: "", seq: 2 });
  expect(joins()).toEqual([3]);
  joined([], 2);
  expect(joins()).toEqual([0]);
  joined(log("a1"), 2);
  expect([moves(), link.pendingMove]).toEqual([["a1"], undefined]);
});
