import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as api from "../src/lib/online/api";
import { Chat } from "../src/lib/online/chat.svelte";
import type { ChatHistory, ChatLine } from "../src/lib/protocol.gen";
import { line } from "./line";

vi.mock("../src/lib/line.svelte", () => import("./line"));
vi.mock("../src/lib/online/api");

const history = (...lines: Partial<ChatLine>[]) => ({ lines, muted: false, silenced_until: null }) as ChatHistory;

let chat: Chat;
let back: string[];
beforeEach(() => {
  vi.mocked(api.chatHistory).mockResolvedValue(history());
  back = [];
  chat = new Chat("g", "its key", (text) => void back.push(text));
});
afterEach(() => {
  chat.close();
  line.open(true);
  line.take();
});

/** The line breaks and comes back; the game is joined again. */
async function reconnect(game = "g"): Promise<void> {
  line.open(false);
  line.open(true);
  line.say({ type: "joined", game });
  await new Promise((done) => setTimeout(done)); // what was said is read first
}

const said = () => line.take().map((message) => message.type === "chat" && (message.text ?? message.phrase));

test("what a dying line swallowed is sent again, in order and with the same ids", async () => {
  chat.say({ text: "hello" });
  chat.say({ phrase: "good_luck" });
  const first = line.take();
  await reconnect();
  expect(line.take()).toEqual(first);
});

test("the key of the link is shown wherever chat is read, muted or reported", async () => {
  expect(api.chatHistory).toHaveBeenLastCalledWith("g", "its key");
  await chat.block("room");
  expect(vi.mocked(api.block).mock.lastCall?.[1]).toBe("its key");
  await chat.report(3, "");
  expect(vi.mocked(api.report).mock.lastCall?.[1]).toBe("its key");
});

test("nothing is sent before this game is joined", async () => {
  chat.say({ text: "hello" });
  line.take();
  await reconnect("another");
  expect(line.take()).toEqual([]);
});

test("what was heard back, or stands in what was said, is not sent again", async () => {
  for (const text of ["one", "two", "three"]) chat.say({ text });
  const [one, two] = line.take() as { id: string }[];
  line.say({ type: "chat_line", game: "g", number: 1, id: one.id, mine: true });
  vi.mocked(api.chatHistory).mockResolvedValue(history({ number: 2, id: two.id, mine: true }));
  await reconnect();
  expect(said()).toEqual(["three"]);
  expect(chat.lines.map(({ number }) => number)).toEqual([1, 2]);
});

test("while the line is down nothing is said, and the page says so; a text comes back to be sent", async () => {
  line.open(false);
  chat.say({ phrase: "hello" });
  expect([chat.unsent, back]).toEqual([true, []]);
  chat.say({ text: "are you there?" });
  expect([chat.unsent, back]).toEqual([true, ["are you there?"]]);
  await reconnect();
  expect([chat.unsent, said()]).toEqual([false, []]);
});

test("what is refused comes back, and is not sent again", async () => {
  chat.say({ text: "hello" });
  const [{ id }] = line.take() as { id: string }[];
  line.say({ type: "error", code: "too_fast", game: "g", id });
  expect(back).toEqual(["hello"]);
  await reconnect();
  expect(line.take()).toEqual([]);
});
