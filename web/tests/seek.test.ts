import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { wish } from "../src/lib/online/seek.svelte";
import type { Seeking } from "../src/lib/protocol.gen";
import { line } from "./line";

const went: string[] = vi.hoisted(() => []);
vi.mock("../src/lib/line.svelte", () => import("./line"));
vi.mock("../src/lib/router.svelte", () => ({ router: { go: (path: string) => void went.push(path) } }));

/** Look for players; the id of the wish, if it went out. */
function seek(): string {
  wish.seek({ variant: "any", clock: null, rated: false, paired: false, name: "" });
  return (line.sent.at(-1) as { id: string } | undefined)?.id ?? "";
}

const tell = (id: string, state: Seeking["state"], game = "") => line.say({ type: "seeking", id, state, game });
const types = () => line.take().map(({ type }) => type);

let id: string;
beforeEach(() => {
  id = seek();
  tell(id, "waiting");
  line.take();
});
afterEach(() => {
  line.open(true);
  wish.cancel();
  tell("another", "waiting"); // one wish a person: all of ours are gone
  expect(line.listeners).toBe(0);
  line.take();
  went.length = 0;
});

test("a wish is followed to its game", () => {
  expect(wish.waiting).toBe(true);
  tell(id, "found", "g");
  expect([wish.waiting, went, line.listeners]).toEqual([false, ["/g/g"], 0]);
});

test("the search is over as soon as it is cancelled", () => {
  wish.cancel();
  expect([wish.waiting, types()]).toEqual([false, ["cancel_seek"]]);
  tell(id, "waiting"); // was on its way
  expect([wish.waiting, line.listeners]).toEqual([false, 1]);
  tell(id, "ended");
  expect([wish.waiting, went, line.listeners]).toEqual([false, [], 0]);
});

test("a game that was found before the cancel came is not missed", () => {
  wish.cancel();
  tell(id, "found", "g");
  expect([wish.waiting, went, line.listeners]).toEqual([false, ["/g/g"], 0]);
});

test("what is cancelled while the line is down ends when it is back", () => {
  line.open(false);
  wish.cancel();
  expect([wish.waiting, types()]).toEqual([false, []]);
  line.open(true);
  expect(types()).toEqual(["cancel_seek"]);
  tell(id, "found", "g");
  expect(went).toEqual(["/g/g"]);
});

test("a wish that is not cancelled is sent again, with its id", () => {
  line.open(false);
  line.open(true);
  expect(line.take()).toMatchObject([{ type: "seek", id }]);
});

test("a new wish takes the place of a cancelled one", () => {
  wish.cancel();
  const next = seek();
  tell(id, "ended");
  expect([wish.waiting, line.listeners]).toEqual([true, 1]);
  tell(next, "waiting");
  expect(wish.state?.id).toBe(next);
});

test("after a lost line the old wish is cancelled before the new one is made", () => {
  line.open(false);
  wish.cancel();
  seek();
  line.open(true);
  expect(types()).toEqual(["cancel_seek", "seek"]);
});

test("who is at a game does not look for another", () => {
  wish.cancel();
  const next = seek();
  line.take();
  tell(id, "found", "g");
  expect([wish.waiting, went, types()]).toEqual([false, ["/g/g"], ["cancel_seek"]]);
  tell(next, "ended");
});

test("a wish of another page's that waits means that the cancelled one is gone", () => {
  wish.cancel();
  tell("another", "waiting");
  expect([wish.waiting, line.listeners]).toEqual([false, 0]);
});

test("a wish that is refused says why", () => {
  line.say({ type: "error", code: "banned", id });
  expect([wish.waiting, wish.refusal?.code, line.listeners]).toEqual([false, "banned", 0]);
});
