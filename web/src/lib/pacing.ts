/**
 * Moves that come in the same moment are shown one after the other, so that each can be seen:
 * computers answer within milliseconds, and often the last moves of a game are all theirs.
 */

import type { GameEvent } from "./protocol.gen";

/** Milliseconds for a move to be looked at, before the next one or the result covers it. */
export const PAUSE = 450;
/** When more wait than this, the pauses become shorter: a page keeps up with any game. */
const FEW = 4;
const WAITS: ReadonlySet<GameEvent["kind"]> = new Set(["played", "over"]);
const IS_SEEN: ReadonlySet<GameEvent["kind"]> = new Set(["played", "passed"]);

export class Pacing {
  private queue: GameEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private seenAt = -Infinity;

  constructor(
    private readonly show: (event: GameEvent) => void,
    /** The pause that is right before this; 0 shows it at once. */
    private readonly pause: (event: GameEvent) => number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The last event that came, shown or not. */
  get last(): GameEvent | undefined {
    return this.queue.at(-1);
  }

  hear(events: readonly GameEvent[]): void {
    this.queue.push(...events);
    this.go();
  }

  /** A move of one's own is seen before it is heard. */
  saw(): void {
    this.seenAt = this.now();
  }

  /** All that waits, at once. */
  flush(): void {
    clearTimeout(this.timer);
    for (const event of this.queue.splice(0)) this.show(event);
  }

  private go(): void {
    clearTimeout(this.timer);
    while (this.queue.length) {
      const wait = this.waitFor(this.queue[0]);
      if (wait > 0) {
        this.timer = setTimeout(() => this.go(), wait);
        return;
      }
      const event = this.queue.shift()!;
      if (IS_SEEN.has(event.kind)) this.saw();
      this.show(event);
    }
  }

  private waitFor(event: GameEvent): number {
    if (!WAITS.has(event.kind)) return 0;
    return this.seenAt + this.pause(event) * Math.min(1, FEW / this.queue.length) - this.now();
  }

  close(): void {
    clearTimeout(this.timer);
    this.queue = [];
  }
}
