/** How much of a small board is shown, and which part. */

import { hasBegun } from "./board/position";
import type { Point } from "./board/types";
import type { Playing } from "./playing";

const CLOSER = 1.9;

export class Zoom {
  factor = $state(1);
  /** The place in the middle, on the board. */
  at: Point = $state.raw([0, 0]);

  constructor(private readonly game: Playing) {}

  /** Closer to where something is to be done, or to the middle; or all of the board again. */
  toggle(): void {
    const { view } = this.game;
    const { x, y, width, height } = view.box;
    this.factor = this.factor > 1 ? 1 : CLOSER;
    const cell = this.game.hand.placement?.home ?? this.start();
    this.at = cell === undefined ? [x + width / 2, y + height / 2] : view.centers[cell];
  }

  /** Before a color's first move: a start cell open to it. */
  private start(): number | undefined {
    const { board, position, color } = this.game;
    if (hasBegun(position, color)) return undefined;
    return board?.data.starts.cells.find((cell) => position.owner[cell] < 0 && position.attach[color][cell]);
  }

  /** Bring a place into sight, where it is not. */
  show([x, y]: Point): void {
    if (this.factor === 1) return;
    const { width, height } = this.game.view.box;
    const near = (d: number, side: number) => Math.abs(d) < (0.4 * side) / this.factor;
    if (!near(x - this.at[0], width) || !near(y - this.at[1], height)) this.at = [x, y];
  }

  /** Move the picture by pixels; `unit` is the size of an edge in pixels. */
  pan([dx, dy]: Point, unit: number): void {
    if (this.factor > 1) this.at = [this.at[0] - dx / unit, this.at[1] - dy / unit];
  }
}

/** The zoom of the board in sight, if its cells are small: its button is in the header, where it covers none. */
class Lens {
  zoom: Zoom | undefined = $state.raw();
}
export const lens = new Lens();
