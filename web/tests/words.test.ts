/** Both catalogues whole, and French set as French is set. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { en as first } from "../src/lib/i18n/en";
import { catalogues, t, tn, type Key } from "../src/lib/i18n/index.svelte";
import "../src/lib/i18n/later";
import { importWords } from "../src/lib/importing";
import type { Game } from "../src/lib/game.svelte";
import type { SeatView } from "../src/lib/protocol.gen";
import { settings } from "../src/lib/settings.svelte";
import { decimal, goneWords, percent, seatName, tellingName, timeWords, turnWords, verdict } from "../src/lib/words";
import { variantOf } from "./fixtures";

const { en, fr } = catalogues as Record<"en" | "fr", Record<Key, string>>;
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("every text exists in both languages, with the same values in it", () => {
  expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en))
    expect([key, holes(fr[key as keyof typeof en])]).toEqual([key, holes(text)]);
});

test("no text is empty or left in the other language", () => {
  const same = Object.entries(en).filter(([key, text]) => fr[key as keyof typeof en] === text && text.length > 12);
  expect(same).toEqual([]);
  for (const text of [...Object.values(en), ...Object.values(fr)]) expect(text.trim()).not.toBe("");
});

test("French has its narrow spaces and its apostrophes", () => {
  for (const text of Object.values(fr)) {
    expect(text).not.toMatch(/[^\u202f\u00a0][;!?»]/);
    expect(text).not.toMatch(/[^\u00a0\d]:/);
    expect(text).not.toMatch(/«[^\u00a0]/);
    expect(text).not.toMatch(/'/);
  }
});

test("an option is called the same in a game and in the settings, a move undone is not a game resumed", () => {
  for (const words of [en, fr]) expect(words["settings.dots"]).toBe(words["menu.dots.on"]);
  for (const key of ["menu.takeback", "takeback.asked", "takeback.waiting", "news.undone"] as const)
    expect(fr[key]).toMatch(/annul/i);
});

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return name === "i18n" ? [] : sources(path);
    return /\.(svelte|ts)$/.test(name) ? [readFileSync(path, "utf8")] : [];
  });
}

/** What is seen first: all that is imported on the way from `main.ts`, but for what comes when it is asked for. */
function firstSeen(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, "utf8").matchAll(/^\s*import (?!type)(?:[^"';]*? from )?"(\.[^"]+)"/gm)) {
    const found = ["", ".ts", ".svelte.ts"].map((end) => join(dirname(file), path) + end).find(existsSync);
    if (found) firstSeen(found, seen);
  }
  return seen;
}

/** Beginnings of keys that are put together. */
function prefixesIn(code: string): string[] {
  const built = [...code.matchAll(/(?:`|")([a-z-]+(?:\.[a-z-]+)*)\.\$\{/g)].map(([, prefix]) => prefix);
  const byWord = [...code.matchAll(/(?:word|tn)\(\s*"([\w.-]+)"/g)].map(([, prefix]) => prefix);
  return [...built, ...byWord].map((prefix) => `${prefix}.`);
}

test("what is seen first says nothing for which the words come later", () => {
  const files = firstSeen(new URL("../src/main.ts", import.meta.url).pathname);
  const code = [...files].filter((file) => !file.includes("i18n")).map((file) => readFileSync(file, "utf8")).join("\n");
  const prefixes = prefixesIn(code);
  const used = (key: string) => code.includes(`"${key}"`) || prefixes.some((prefix) => key.startsWith(prefix));
  expect(files.size).toBeGreaterThan(80);
  expect(Object.keys(en).filter((key) => used(key) && !(key in first))).toEqual([]);
});

test("every text is used, and every use has a text", () => {
  const code = sources(new URL("../src", import.meta.url).pathname).join("\n");
  const prefixes = [...prefixesIn(code), "option.start.", "option.contact."];
  const used = (key: string) => code.includes(`"${key}"`) || code.includes(`'${key}'`);
  const unused = Object.keys(en).filter((key) => !used(key) && !prefixes.some((prefix) => key.startsWith(prefix)));
  expect(unused).toEqual([]);
});

test("colors and options of the server's games have words", () => {
  for (const name of ["duo", "classic_2", "trigon_2", "trigon_3"]) {
    const { colors, choices } = variantOf(name);
    for (const color of colors) expect(en).toHaveProperty([`color.${color}`]);
    for (const option of ["start", "contact"])
      for (const value of choices[option]) expect(en).toHaveProperty([`option.${option}.${String(value)}`]);
  }
});

afterEach(() => void (settings.language = "auto"));

test("numbers are written as each language writes them", () => {
  for (const text of Object.values(en)) expect(text).not.toMatch(/\s%/);
  for (const text of Object.values(fr)) expect(text).not.toMatch(/[^\u00a0]%/);
  settings.language = "en";
  expect([percent(0.333), decimal(1.5), decimal(-12.25), decimal(3)]).toEqual(["33%", "1.5", "−12.3", "3"]);
  expect(decimal(2 / 3, 2)).toBe("0.67");
  settings.language = "fr";
  expect([percent(0.333), decimal(1.5), decimal(-0.5), decimal(3)]).toEqual(["33\u00a0%", "1,5", "−0,5", "3"]);
});

test("three days are three days a second later, too", () => {
  const hour = 3_600_000;
  expect([72 * hour, 72 * hour - 1000, 71 * hour, 49 * hour - 1000].map(timeWords)).toEqual([
    "3 days",
    "3 days",
    "2 d 23 h",
    "2 d 1 h",
  ]);
  expect([48 * hour, 48 * hour - 1000, 65_000].map(timeWords)).toEqual(["2 days", "47:59:59", "1:05"]);
  settings.language = "fr";
  expect(timeWords(71 * hour)).toBe("2\u00a0j 23\u00a0h");
});

test("nothing is singular in French", () => {
  settings.language = "fr";
  expect(tn("cells", 0)).toBe("0 case");
  expect(tn("puzzle.covered", 0, { all: 80 })).toBe("0 case sur 80");
  expect(tn("chat.watchers", 1)).toBe("1 spectateur");
});

test("a file that cannot be opened is told of in one language", () => {
  const move = { code: "unreadable", message: "cannot read the file: line 3, column 26: move 1: purple 'j3': not there" };
  expect(importWords(move)).toMatch(/^Move 1 .* line 3, column 26.*\(purple 'j3': not there\)$/);
  settings.language = "fr";
  expect(importWords(move)).toMatch(/^Le coup 1 .* ligne 3, colonne 26\. Corrigez-le, ou choisissez un autre fichier\.$/);
  const other = { code: "unreadable", message: "cannot read the file: line 1, column 1: the record is empty" };
  expect(importWords(other)).toMatch(/^Ligne 1, colonne 1.*\.blksgf\.$/);
  expect(importWords({ code: "too_large", message: "a body has at most 1100000 bytes here" })).toMatch(/trop grand/);
});

test("people without a name are told apart, whoever looks", () => {
  const person: SeatView = { kind: "person", name: "", account: "", level: null, open: false };
  const computer: SeatView = { ...person, kind: "computer", level: 3 };
  const names = (seats: SeatView[], mine: number[]) => seats.map((_, player) => seatName(seats, mine, player));
  expect(names([person, person, computer], [])).toEqual(["Player 1", "Player 2", "Computer 3"]);
  expect(names([person, person, { ...person, name: "Ada" }], [0])).toEqual(["You", "Guest", "Ada"]);
  expect(names([person, person], [0, 1])).toEqual(["Player 1", "Player 2"]);
});

test("two computers of one level are told apart by their colors", () => {
  const seat = (kind: SeatView["kind"]): SeatView => ({ kind, name: "", account: "", level: 3, open: false });
  const seats = [seat("person"), seat("computer"), seat("computer")];
  const game = { log: { seats }, link: { seats: [0] }, variant: variantOf("trigon_3") } as unknown as Game;
  expect(seats.map((_, player) => tellingName(game, player))).toEqual(["You", "Computer 3 (Yellow)", "Computer 3 (Red)"]);
});

test("you are spoken to, others are spoken of", () => {
  const seat = (name: string): SeatView => ({ kind: "person", name, account: "", level: null, open: false });
  const at = (mine: number[], player: number) =>
    ({ log: { seats: [seat(""), seat("Bo")] }, link: { seats: mine }, player, toPlay: player, variant: variantOf("duo") }) as unknown as Game;
  const gone = (player: number, reason: string) => goneWords(at([0], player), { player, reason });
  expect([gone(0, "resigned"), gone(1, "resigned")]).toEqual(["You have resigned.", "Bo has resigned."]);
  expect([gone(0, "time"), gone(0, "left")]).toEqual(["You have no time left.", "You have left."]);
  expect([turnWords(at([0], 0)), turnWords(at([0, 1], 0))]).toEqual(["Your turn.", "Your turn with Purple."]);
  settings.language = "fr";
  expect([gone(0, "resigned"), turnWords(at([0, 1], 1))]).toEqual(["Vous avez abandonné.", "Bo joue Orange."]);
});

test("who has no move left is not asked for the next one", () => {
  const seat = (kind: SeatView["kind"]): SeatView => ({ kind, name: "", account: "", level: 3, open: false });
  const tail = (passed: number[]) => {
    const log = { seats: [seat("person"), seat("computer")], started: true, standIns: [], passed: passed.map((color) => ({ color, ply: 9 })) };
    const link = { seats: [0], connected: true, joined: true, present: [0] };
    return verdict({ log, link, player: 1, myTurn: false, variant: variantOf("classic_2") } as unknown as Game).tail;
  };
  expect([[], [0], [0, 2]].map(tail)).toEqual([t("say.plan"), t("say.plan"), t("say.out")]);
});

test("one free seat, one line not read are singular in French", () => {
  settings.language = "fr";
  expect([1, 2].map((n) => tn("chat.unread", n))).toEqual([" non lu", " non lus"]);
  expect([1, 2].map((n) => tn("lobby.seats", n, { all: 4 }))).toEqual(["1 libre sur 4", "2 libres sur 4"]);
  expect([1, 2].map((n) => tn("seek.people", n, { all: 4 }))).toEqual(["1 sur 4 est là", "2 sur 4 sont là"]);
});
