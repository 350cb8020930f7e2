/** Mouse, pen and finger over the table, turned into what the hand does. */

import type { BoardRenderer } from "./board/render";
import type { Point } from "./board/types";
import { cellUnder } from "./board/view";
import type { Held } from "./hand.svelte";
import type { Playing } from "./playing";

/** Pixels before a press becomes a drag. */
const SLOP = 6;
/** Pixels between a finger and the piece above it. */
const LIFT = 44;
/** How far a legal place attracts the piece, in edges of a cell. */
const REACH = { mouse: 0.75, pen: 0.75, touch: 1.3 } as Record<string, number>;
const WHEEL_PAUSE = 110;
/** Milliseconds within which a second tap on a place belongs to the first: many tap twice by habit. */
const TWICE = 400;

interface Press {
  id: number;
  touch: boolean;
  at: Point;
  /** Piece of the tray that was pressed; undefined for the board. */
  piece?: number;
  dragging: boolean;
  /** What the hand held before. */
  before: Held;
}

export class PointerInput {
  private press?: Press;
  private lastWheel = 0;
  /** When a tap brought the piece to where it lies. */
  private brought = -Infinity;
  private panFrom?: Point;

  constructor(
    private readonly game: Playing,
    private readonly renderer: () => BoardRenderer | undefined,
    private readonly confirm: () => boolean,
    private readonly pan: (by: Point) => void,
  ) {
    addEventListener("pointermove", this.move);
    addEventListener("pointerup", this.up);
    addEventListener("pointercancel", this.cancel);
  }

  destroy(): void {
    removeEventListener("pointermove", this.move);
    removeEventListener("pointerup", this.up);
    removeEventListener("pointercancel", this.cancel);
  }

  pressPiece(event: PointerEvent, piece: number): void {
    if (event.button === 0) this.press = this.begin(event, piece);
  }

  pressBoard(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.press = this.begin(event);
    if (this.game.hand.piece === undefined) this.panFrom = [event.clientX, event.clientY];
  }

  private begin(event: PointerEvent, piece?: number): Press {
    const touch = event.pointerType === "touch";
    return { id: event.pointerId, touch, at: [event.clientX, event.clientY], piece, dragging: false, before: this.game.hand.held() };
  }

  private move = (event: PointerEvent): void => {
    const { press, game } = this;
    if (!press) return this.hover(event);
    if (event.pointerId !== press.id) return;
    const far = Math.hypot(event.clientX - press.at[0], event.clientY - press.at[1]);
    if (!press.dragging) {
      if (far < SLOP) return;
      press.dragging = true;
      if (press.piece !== undefined) game.hand.take(press.piece);
      game.hand.down = false;
    }
    if (game.hand.piece !== undefined) this.carry(event, press.touch);
    else if (this.panFrom) {
      this.pan([event.clientX - this.panFrom[0], event.clientY - this.panFrom[1]]);
      this.panFrom = [event.clientX, event.clientY];
    }
  };

  /** A mouse without a button shows where the piece would go. */
  private hover(event: PointerEvent): void {
    const { hand } = this.game;
    if (hand.piece === undefined || hand.down || event.pointerType === "touch") return;
    if ((event.target as Element).closest?.(".board")) this.carry(event, false);
    else hand.carried = hand.placement = undefined;
  }

  /** Bring the middle of the piece to the pointer (above a finger), and aim at the board below. */
  private carry(event: PointerEvent, touch: boolean): void {
    const { hand, view } = this.game;
    const renderer = this.renderer();
    if (!renderer) return;
    const { height } = view.shapes[hand.orientation];
    const lift = touch ? (height / 2) * renderer.unit() + LIFT : 0;
    const at: Point = [event.clientX, event.clientY - lift];
    this.pan(renderer.push(at));
    const place = renderer.toBoard(...at);
    hand.carried = at;
    if (this.over(place)) hand.aim(place, REACH[event.pointerType] ?? REACH.mouse);
    else hand.placement = undefined;
  }

  private over([x, y]: Point): boolean {
    const { box } = this.game.view;
    return x > box.x - 1.5 && y > box.y - 1.5 && x < box.x + box.width + 1.5 && y < box.y + box.height + 1.5;
  }

  private up = (event: PointerEvent): void => {
    const { press } = this;
    if (!press || event.pointerId !== press.id) return;
    this.press = this.panFrom = undefined;
    const { hand } = this.game;
    if (press.dragging && hand.piece !== undefined) {
      if (hand.placement) this.putDown();
      else if (press.piece !== undefined) hand.putBack();
    } else if (press.piece === undefined && hand.piece !== undefined) this.tap(event, press.touch);
    else if (press.piece === undefined && !press.dragging) this.lift(event);
  };

  /** The browser scrolls instead: the finger chose no piece. */
  private cancel = (event: PointerEvent): void => {
    const { press } = this;
    if (press?.id !== event.pointerId) return;
    this.press = this.panFrom = undefined;
    const { hand } = this.game;
    const { before, piece = before.piece } = press;
    if (press.dragging && hand.piece === piece) hand.restore(before); // else the game has gone on
    else hand.carried = undefined;
  };

  /** A tap on the board: on the piece it confirms, elsewhere it brings the piece there. */
  private tap(event: PointerEvent, touch: boolean): void {
    const { hand, view } = this.game;
    const renderer = this.renderer();
    if (!renderer) return;
    const place = renderer.toBoard(event.clientX, event.clientY);
    const cell = cellUnder(view, place);
    const twice = touch && event.timeStamp - this.brought < TWICE;
    if (hand.down && cell >= 0 && hand.placement?.cells.includes(cell)) {
      if (!twice) this.game.place();
      return;
    }
    if (cell < 0) return;
    this.brought = event.timeStamp;
    if (touch) hand.cover(cell);
    else if (hand.down) hand.aim(place, REACH.mouse);
    this.putDown();
  }

  /** A tap with an empty hand may take a piece up again. */
  private lift(event: PointerEvent): void {
    const renderer = this.renderer();
    const cell = renderer ? cellUnder(this.game.view, renderer.toBoard(event.clientX, event.clientY)) : -1;
    if (cell >= 0) this.game.lift?.(cell);
  }

  private putDown(): void {
    const { hand } = this.game;
    hand.carried = undefined;
    hand.down = true;
    if (hand.legal && !this.confirm()) this.game.place();
  }

  wheel = (event: WheelEvent): void => {
    const { hand } = this.game;
    if (hand.piece === undefined || event.ctrlKey) return;
    event.preventDefault();
    if (event.timeStamp - this.lastWheel < WHEEL_PAUSE) return;
    this.lastWheel = event.timeStamp;
    if (event.shiftKey) hand.flip();
    else hand.rotate(event.deltaY > 0);
  };

  flip = (event: MouseEvent): void => {
    if (this.game.hand.piece === undefined) return;
    event.preventDefault();
    this.game.hand.flip();
  };
}
