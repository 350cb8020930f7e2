/** What the server would say, from files that `tools/web_fixtures.py` writes. */

import { readFileSync } from "node:fs";
import { compileBoard } from "../src/lib/board/board";
import type { VariantView } from "../src/lib/protocol.gen";

const read = (name: string) => JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), "utf8"));

export interface GameFixture {
  variant: string;
  options: Record<string, unknown>;
  plies: { color: number; player: number; move: string; legal: number; refused: [string, string][] }[];
  scores: number[];
}

export const variantOf = (name: string) => read(name) as VariantView;
export const boardOf = (name: string) => compileBoard(variantOf(name));
export const games = read("games") as GameFixture[];
