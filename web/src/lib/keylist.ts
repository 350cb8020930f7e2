/** Every key that does something, in words: what `KeysHelp` shows. A test compares it with `keys.ts`. */

import type { Key } from "./i18n/index.svelte";

export interface Shortcut {
  /** As the browser calls them. */
  readonly pressed: readonly string[];
  /** As they stand on the keyboard; a key of the words, or the sign itself. */
  readonly shown: readonly (Key | "P" | "N" | "R" | "F" | "H" | "?" | "↵" | "← ↑ → ↓" | "← →" | "Ctrl Z" | "⌘ Z")[];
  readonly words: Key;
  /** A single sign, which the settings can turn off. */
  readonly letter?: boolean;
}

export interface Shortcuts {
  readonly title: Key;
  readonly keys: readonly Shortcut[];
}

const ARROWS = ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"];

export const SHORTCUTS: readonly Shortcuts[] = [
  {
    title: "keys.playing",
    keys: [
      { pressed: ["p"], shown: ["P"], words: "keys.piece", letter: true },
      { pressed: ["PageDown", "PageUp"], shown: ["keys.page-down", "keys.page-up"], words: "keys.pieces" },
      { pressed: ARROWS, shown: ["← ↑ → ↓"], words: "keys.move" },
      { pressed: ["n"], shown: ["N"], words: "keys.next", letter: true },
      { pressed: ["r"], shown: ["R"], words: "keys.rotate", letter: true },
      { pressed: ["f"], shown: ["F"], words: "keys.flip", letter: true },
      { pressed: ["Enter"], shown: ["↵"], words: "keys.place" },
      { pressed: ["Escape"], shown: ["keys.escape"], words: "keys.back" },
      { pressed: ["h"], shown: ["H"], words: "keys.hint", letter: true },
      { pressed: ["z"], shown: ["Ctrl Z", "⌘ Z"], words: "keys.undo" },
    ],
  },
  { title: "keys.looking", keys: [{ pressed: ["ArrowLeft", "ArrowRight"], shown: ["← →"], words: "keys.walk" }] },
  {
    title: "keys.drawing",
    keys: [
      { pressed: ARROWS, shown: ["← ↑ → ↓"], words: "keys.cell" },
      { pressed: [" ", "Enter"], shown: ["keys.space", "↵"], words: "keys.fill" },
      { pressed: ["z"], shown: ["Ctrl Z", "⌘ Z"], words: "keys.stroke" },
    ],
  },
  {
    title: "keys.everywhere",
    keys: [
      { pressed: ["?"], shown: ["?"], words: "keys.help", letter: true },
      { pressed: ["Escape"], shown: ["keys.escape"], words: "keys.shut" },
    ],
  },
];
