/** The review of a finished game: the computer looks at one move after the other. */

import { parsePlacement } from "./board/board";
import type { Placed } from "./board/position";
import { decidingMove, losers, MISTAKE, WORTH_TELLING, worstMove } from "./deciding";
import type { Game } from "./game.svelte";
import * as net from "./net";
import type { ReviewedMove } from "./protocol.gen";

/** What is worth two marks, of the expected result. */
export const BLUNDER = 0.25;

export class Review {
  /** Moves looked at so far, in order of play. */
  moves: ReviewedMove[] = $state.raw([]);
  state: "idle" | "running" | "failed" | "done" = $state("idle");
  /** Whether a move was asked for: till then the end of the game is its result, and no lesson. */
  asked = $state(false);
  private stopper: AbortController | undefined;

  constructor(private readonly game: Game) {}

  /** Look at what has not been looked at yet. */
  async run(): Promise<void> {
    const { signal } = (this.stopper = new AbortController());
    this.state = "running";
    try {
      while (this.moves.length < this.game.log.plies.length) {
        const move = await net.reviewMove(this.game.id, this.moves.length + 1, this.game.link.joinKey, signal);
        if (signal.aborted) return;
        this.moves = [...this.moves, move];
      }
      this.state = "done";
    } catch {
      if (!signal.aborted) this.state = "failed";
    }
  }

  /** The page is left, or a move was taken back: what was found is of moves that are no more. */
  forget(): void {
    this.stopper?.abort();
    this.moves = [];
    this.asked = false;
    this.state = "idle";
  }

  mistakes: ReviewedMove[] = $derived(this.moves.filter(({ lost }) => lost >= MISTAKE));

  /** Who can have lost the game by a move. */
  get losers(): number[] {
    const { variant, log } = this.game;
    return variant && log.over ? losers(variant.sides, log.over.places) : [];
  }

  /** The move that lost the game, once all were looked at. */
  deciding: ReviewedMove | undefined = $derived(
    this.state === "done" ? decidingMove(this.moves, this.losers) : undefined,
  );

  /** What cost the one person here most. */
  worst: ReviewedMove | undefined = $derived.by(() => {
    const { seats } = this.game.link;
    if (this.state !== "done" || seats.length !== 1) return undefined;
    return worstMove(this.moves, seats[0], this.losers.includes(seats[0]));
  });

  /** The last move of the position shown, if it was looked at and could have been better. */
  here: ReviewedMove | undefined = $derived.by(() => {
    const move = this.moves[this.game.ply - 1];
    const looked = this.asked || this.game.past;
    return looked && move?.lost >= WORTH_TELLING ? move : undefined;
  });

  /** The better move, as a piece to show on the board beside the one that was played. */
  better: Placed[] = $derived.by(() => {
    const placement = this.here && parsePlacement(this.game.board!, this.here.best);
    return placement ? [{ ...placement, color: this.here!.color }] : [];
  });
}
