/** One question about a position, and the days in a row on which it was answered. */

import { parsePlacement } from "./board/board";
import * as net from "./net";
import type { ChallengeView, LyingPiece, VariantView } from "./protocol.gen";
import { load, save } from "./settings.svelte";
import { Solo, type Step } from "./solo.svelte";

const PLACE = "cornerwise.challenges";

interface Kept {
  /** Days whose puzzle was solved, as 2026-11-15. */
  days: string[];
  /** Days whose answer was looked at: solving it afterwards does not count. */
  shown: string[];
  /** By difficulty: the number of the endless one to show. */
  numbers: Record<string, number>;
}

const kept = (): Kept => load<Kept>(PLACE, { days: [], shown: [], numbers: {} });

/** A date as people here write it on their wall, not in Greenwich. */
export function dayName(date: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Days in a row, up to today or, if today is still open, up to yesterday. */
export function streak(days: readonly string[], today: Date): number {
  const day = new Date(today.getFullYear(), today.getMonth(), today.getDate(), 12);
  if (!days.includes(dayName(day))) day.setDate(day.getDate() - 1);
  let count = 0;
  for (; days.includes(dayName(day)); count++) day.setDate(day.getDate() - 1);
  return count;
}

export const myStreak = () => streak(kept().days, new Date());
export const solvedToday = () => kept().days.includes(dayName(new Date()));
export const numberOf = (difficulty: string) => kept().numbers[difficulty] ?? 0;

export function setNumber(difficulty: string, number: number): void {
  const now = kept();
  save(PLACE, { ...now, numbers: { ...now.numbers, [difficulty]: number } });
}

function keepDay(list: "days" | "shown", day: string): void {
  const now = kept();
  if (!now[list].includes(day)) save(PLACE, { ...now, [list]: [...now[list], day] });
}

export class Challenge extends Solo {
  verdict: "open" | "right" | "wrong" | "shown" | "failed" = $state("open");
  /** The answer was looked at before it was found, now or earlier on the same day. */
  revealed = $state(false);

  constructor(
    variant: VariantView,
    readonly question: ChallengeView,
    /** The day it belongs to; undefined for an endless one. */
    readonly day: string | undefined,
  ) {
    super(variant, { packing: false, setup: question.setup, only: question.color });
    this.revealed = !!day && kept().shown.includes(day) && !kept().days.includes(day);
  }

  get done(): boolean {
    return this.lying.length >= this.question.moves || this.verdict === "shown";
  }

  protected change(steps: Step[]): void {
    super.change(steps);
    this.verdict = "open";
    this.shown = [];
    if (steps.length && this.lying.length) void this.judge();
  }

  private async judge(): Promise<void> {
    const moves = this.lying.map(({ move }) => move);
    // Piece by piece only the end is told: one at a time would give the answer away.
    const explain = moves.length === this.question.moves || this.toPlay === undefined;
    const judged = await net.judge(this.question.name, { moves, explain }).catch(() => undefined);
    if (moves.join() !== this.lying.map(({ move }) => move).join() || this.verdict === "shown") return;
    if (!judged) this.verdict = "failed";
    else if (judged.done) this.solve();
    else if (explain) this.refute(judged.refutation);
  }

  /** Show on the board what speaks against it. */
  private refute(pieces: LyingPiece[]): void {
    this.verdict = "wrong";
    this.shown = pieces.flatMap(({ color, move }) => {
      const placement = parsePlacement(this.board, move);
      return placement ? [{ ...placement, color }] : [];
    });
  }

  private solve(): void {
    this.verdict = "right";
    if (this.day && !this.revealed) keepDay("days", this.day);
  }

  /** Give up: the answer is shown, and the day does not count. */
  async reveal(): Promise<void> {
    const judged = await net.judge(this.question.name, { reveal: true }).catch(() => undefined);
    if (!judged) return void (this.verdict = "failed");
    this.hand.putBack();
    this.revealed = !this.day || !kept().days.includes(this.day);
    if (this.day) keepDay("shown", this.day);
    this.verdict = "shown";
    this.shown = [];
    this.steps = judged.answer.map((move) => ({ put: { color: this.question.color, move } }));
  }
}
