/** The piece somebody holds: which, how turned, and where it would land. */

import { whyNot, type Refusal } from "./board/legality";
import type { Position } from "./board/position";
import type { Placement, Point } from "./board/types";
import { covering, middleOf, nearest, snap, type View } from "./board/view";

/** What a hand must know of the game. */
export interface Table {
  readonly view: View;
  readonly position: Position;
  /** Color that the hand plays. */
  readonly color: number;
  /** Its legal placements, by orientation. */
  readonly legal: readonly Placement[][];
}

/** What a hand held at a moment. */
export interface Held {
  piece: number | undefined;
  orientation: number;
  placement: Placement | undefined;
  down: boolean;
}

export class Hand {
  piece: number | undefined = $state();
  orientation = $state(0);
  /** Where the piece would land. */
  placement: Placement | undefined = $state.raw();
  /** The middle of the piece in the window while the pointer carries it. */
  carried: Point | undefined = $state.raw();
  /** Put down, to be confirmed. */
  down = $state(false);
  /** How each piece was turned when last held. */
  private turns = new Map<number, number>();
  /** Where arrow keys point to; keeps a column over several steps. */
  private aimed: Point | undefined;

  constructor(private readonly table: Table) {}

  refusal: Refusal | undefined = $derived.by(() => {
    const { view, position, color } = this.table;
    return this.placement && whyNot(view.board, position, color, this.placement);
  });

  get legal(): boolean {
    return !!this.placement && !this.refusal;
  }

  /** Distinct orientations of the piece, the one that is held included. */
  orientations: number[] = $derived.by(() =>
    this.piece === undefined ? [] : this.table.view.board.data.pieces[this.piece].orientations,
  );

  /** Whether the piece has a legal place, turned as need be. */
  get fits(): boolean {
    return this.orientations.some((o) => this.table.legal[o]?.length);
  }

  take(piece: number): void {
    if (piece === this.piece) return;
    this.piece = piece;
    this.orientation = this.turns.get(piece) ?? this.table.view.first[piece];
    this.placement = undefined;
    this.down = false;
    this.aimed = undefined;
  }

  putBack(): void {
    this.piece = this.placement = this.carried = this.aimed = undefined;
    this.down = false;
  }

  /** To be given back to `restore`, when what follows turns out to be no choice of a piece. */
  held(): Held {
    const { piece, orientation, placement, down } = this;
    return { piece, orientation, placement, down };
  }

  restore(held: Held): void {
    Object.assign(this, held);
    this.carried = this.aimed = undefined;
  }

  rotate(clockwise = true): void {
    const { clockwise: after } = this.table.view;
    this.orient(clockwise ? after[this.orientation] : after.indexOf(this.orientation));
  }

  flip(): void {
    this.orient(this.table.view.flipped[this.orientation]);
  }

  /** Hold the piece another way; it stays where it is, as near as it can. */
  orient(orientation: number): void {
    if (this.piece === undefined) return;
    const { view } = this.table;
    const at = this.placement && middleOf(view, this.placement);
    this.orientation = orientation;
    this.turns.set(this.piece, orientation);
    if (at) this.aim(at, 0.6);
  }

  /** Point at a place of the board. A legal place within reach (in edges) attracts the piece. */
  aim(at: Point, reach: number): void {
    const { view, legal } = this.table;
    this.placement = snap(view, this.orientation, legal[this.orientation], at, reach);
    this.aimed = undefined;
  }

  /** Cover a cell with the piece. If that is legal only when turned, it is turned. */
  cover(cell: number): void {
    const { view, legal } = this.table;
    const fits = (o: number) => legal[o].some((p) => p.cells.includes(cell));
    const turned = fits(this.orientation) ? undefined : this.orientations.find(fits);
    if (turned !== undefined) this.orient(turned);
    this.placement = covering(view, this.orientation, legal[this.orientation], cell) ?? this.placement;
    this.aimed = undefined;
  }

  /** One step with an arrow key. */
  step(dx: number, dy: number): void {
    const { view } = this.table;
    const all = view.board.placements[this.orientation];
    if (!all.length) return;
    const from = this.placement ? middleOf(view, this.placement) : this.middle();
    let [x, y] = this.aimed ?? from;
    for (let i = 0; i < 3; i++) {
      [x, y] = [x + dx, y + dy * (view.board.step === 90 ? 1 : Math.sin(Math.PI / 3))];
      const found = nearest(view, all, [x, y]).placement!;
      const [fx, fy] = middleOf(view, found);
      if ((fx - from[0]) * dx + (fy - from[1]) * dy > 0.1) {
        this.placement = found;
        this.aimed = dx ? undefined : [x, y];
        return;
      }
    }
  }

  /** The next legal place of the piece, turned another way if need be. */
  nextPlace(by: 1 | -1 = 1): void {
    const { legal } = this.table;
    const at = this.orientations.indexOf(this.orientation);
    const order = [...this.orientations.slice(at), ...this.orientations.slice(0, at)];
    const all = order.flatMap((o) => legal[o]);
    if (!all.length) return;
    const now = all.findIndex((p) => p === this.placement);
    this.hold(all[now < 0 ? 0 : (now + by + all.length) % all.length]);
  }

  /** Hold exactly this placement. */
  hold(placement: Placement): void {
    this.take(this.table.view.board.data.orientations[placement.orientation].piece);
    this.orientation = placement.orientation;
    this.placement = placement;
    this.carried = this.aimed = undefined;
  }

  private middle(): Point {
    const { x, y, width, height } = this.table.view.box;
    return [x + width / 2, y + height / 2];
  }
}
