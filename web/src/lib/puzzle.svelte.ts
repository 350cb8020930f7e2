/** A puzzle of the list on this device: its steps are kept here, the solver is asked when wanted. */

import { parsePlacement } from "./board/board";
import * as net from "./net";
import type { AskSolver, LyingPiece, PuzzleSummary, PuzzleView, SolverAnswer } from "./protocol.gen";
import { load, save } from "./settings.svelte";
import { Solo, type Step } from "./solo.svelte";

const GROW_PAUSE = 110;
const place = (name: string) => `cornerwise.puzzle.${name}`;

/** How far a puzzle has come on this device. */
export interface Progress {
  steps: Step[];
  /** Cells covered without the solver. */
  covered: number;
  /** Solved once; stays when the puzzle is begun again. */
  solved: boolean;
}

export const progressOf = (name: string): Progress =>
  load<Progress>(place(name), { steps: [], covered: 0, solved: false });

export type Form = PuzzleSummary["form"];

export const formName = (name: string, form: Form) => (form === "plain" ? name : `${name}+${form}`);
export const isDrawn = (name: string) => name.startsWith("~");

export type Help = AskSolver["want"];

export class Puzzle extends Solo {
  readonly puzzle: PuzzleSummary;
  /** What the solver was asked and has not answered yet. */
  asking: Help | undefined = $state();
  answer: { want: Help; answer: SolverAnswer["answer"] | "failed" } | undefined = $state.raw();
  private solved: boolean;
  private asked?: AbortController;
  private timer = 0;

  constructor({ puzzle, variant }: PuzzleView) {
    super(variant, {
      packing: puzzle.kind === "packing",
      apart: puzzle.form !== "plain",
      touch: puzzle.form === "touching",
      descending: puzzle.descending,
    });
    this.puzzle = puzzle;
    const kept = progressOf(this.name);
    this.solved = kept.solved;
    // A step that this board does not know would be lost in silence, and undo with it.
    const known = (step: Step) => "clear" in step || !!parsePlacement(this.board, ("put" in step ? step.put : step.up).move);
    this.steps = kept.steps.every(known) ? kept.steps : [];
  }

  /** By which the server knows it, and this device keeps it. */
  get name(): string {
    return formName(this.puzzle.name, this.puzzle.form);
  }

  protected change(steps: Step[]): void {
    super.change(steps);
    this.answer = undefined;
    this.asked?.abort();
    this.solved ||= this.done && this.own;
    save(place(this.name), { steps, covered: this.ownCells, solved: this.solved } satisfies Progress);
  }

  /** Nothing lies here that the solver's solution has put there. */
  get own(): boolean {
    return this.ownCells === this.covered;
  }

  async ask(want: Help): Promise<void> {
    this.asked?.abort();
    const asked = (this.asked = new AbortController());
    this.asking = want;
    this.answer = undefined;
    try {
      const found = await net.askSolver(this.name, { want, pieces: this.lying }, asked.signal);
      if (asked.signal.aborted) return;
      this.hand.putBack();
      if (found.moves.length) want === "hint" ? this.advise(found.moves[0]) : this.grow(found.moves);
      this.answer = { want, answer: found.answer };
    } catch {
      if (!asked.signal.aborted) this.answer = { want, answer: "failed" };
    } finally {
      if (this.asked === asked) this.asking = undefined;
    }
  }

  askHint(): void {
    void this.ask("hint");
  }

  /** As in a game: the piece lies where it belongs, for a person to place. */
  private advise({ color, move }: LyingPiece): void {
    this.hint = parsePlacement(this.board, move);
    if (!this.hint) return;
    this.chosen = color;
    this.hand.hold(this.hint);
    this.hand.down = true;
  }

  /** A solution, piece by piece. */
  private grow([next, ...rest]: LyingPiece[]): void {
    this.chosen = next.color;
    this.change([...this.steps, { put: next, shown: true }]);
    this.held = rest.length > 0;
    if (rest.length) this.timer = window.setTimeout(() => this.grow(rest), GROW_PAUSE);
  }

  /** No more of the solution, no more waiting. */
  stop(): void {
    clearTimeout(this.timer);
    this.asked?.abort();
    this.asking = undefined;
    this.held = false;
  }
}
