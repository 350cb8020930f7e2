/** One game as this page knows it: the log, the position, whose turn it is, and what is under way. */

import { boardTurns, compileBoard, formatPlacement, parsePlacement, turnToward, type Board } from "./board/board";
import { legalPlacements } from "./board/legality";
import { openCorners, play, startPosition, type Placed, type Position } from "./board/position";
import type { Placement } from "./board/types";
import { makeView, type View } from "./board/view";
import { Hand } from "./hand.svelte";
import { Link } from "./link.svelte";
import * as net from "./net";
import type { Hint, VariantView } from "./protocol.gen";
import { Review } from "./review.svelte";
import { emptyTimeline, type Ply, type Timeline } from "./timeline";
import { colorsOf, decider, nextColor, retiredColors } from "./turns";

/** As many as the server keeps. */
const MOST_PLANS = 10;
/** Milliseconds until tables that did not come are asked for again. */
const TABLES_AGAIN = 2000;

export class Game {
  readonly link: Link;
  readonly hand: Hand;
  readonly review: Review;
  variant: VariantView | undefined = $state.raw();
  /** Turn of the board in degrees; undefined until somebody turns it by hand. */
  private turned: number | undefined = $state();
  private walked: number | undefined = $state();
  /** Whether somebody here wants to look at the moves; undefined until they say so. */
  private wished: boolean | undefined = $state();
  private again = 0;
  hint: Placement | undefined = $state.raw();
  hinting = $state(false);
  /** What was laid in the hand before a color's first move, by nobody's wish. */
  offered: Placement | undefined = $state.raw();
  /** Why the hint is good. */
  advice: Hint | undefined = $state.raw();

  constructor(readonly id: string, key: string) {
    this.link = new Link(id, key, (hint) => this.hinted(hint));
    this.hand = new Hand(this);
    this.review = new Review(this);
  }

  /** The tables come once the log has said which game it is; asked for again until they do. */
  async loadVariant(): Promise<void> {
    const created = this.log.created;
    if (!created || this.variant) return;
    try {
      this.variant = await net.variant(created.variant, created.options);
    } catch {
      clearTimeout(this.again);
      this.again = window.setTimeout(() => void this.loadVariant(), TABLES_AGAIN);
    }
  }

  get log(): Timeline {
    return this.link?.log ?? emptyTimeline;
  }

  /** The address to look on at. To who comes without its key a private game is not there. */
  get watchPath(): string {
    const key = this.link.key || this.link.joinKey;
    return `/g/${this.id}${this.log.created?.private && key ? `#${key}` : ""}`;
  }

  /** The address of the rematch, if there is one; a private one opens by its key. */
  get rematchPath(): string | undefined {
    const { rematchKey } = this.link;
    return this.log.rematch && `/g/${this.log.rematch}${rematchKey && `#${rematchKey}`}`;
  }

  board: Board | undefined = $derived(this.variant && compileBoard(this.variant));

  /** My start nearest to me, when only one of my people sits here and the start is given. */
  private nearest: number = $derived.by(() => {
    const { board, variant } = this;
    if (!board || !variant || this.link.seats.length !== 1) return 0;
    const open = board.data.starts.open[colorsOf(variant.controllers, this.link.seats[0])[0]];
    const cells = board.data.starts.cells.filter((_, s) => (open >> s) & 1);
    return cells.length === 1 ? turnToward(board, cells[0]) : 0;
  });

  view: View = $derived(makeView(this.board!, this.turned ?? this.nearest));

  turnBoard(): void {
    const turns = boardTurns(this.board!);
    this.turned = turns[(turns.indexOf(this.view.degrees) + 1) % turns.length];
  }

  /** Moves of the log and the one on its way to the server. */
  plies: Ply[] = $derived.by(() => {
    const move = this.link.pendingMove;
    return move ? [...this.log.plies, move] : this.log.plies;
  });

  private known: { plies: { color: number; move: string }[]; positions: Position[] } = {
    plies: [],
    positions: [],
  };

  /** After 0, 1, 2 … moves. Positions that were known stay the same objects. */
  positions: Position[] = $derived.by(() => {
    const board = this.board;
    if (!board) return [];
    const { plies, positions } = this.known;
    const next = { plies: [] as typeof plies, positions: [positions[0] ?? this.firstPosition(board)] };
    this.plies.forEach((ply, i) => {
      const before = next.positions[i];
      const color = ply.color ?? nextColor(board, before, this.lastColor(next.plies, i), new Set()) ?? 0;
      const same = next.plies.length === i && plies[i]?.move === ply.move && plies[i].color === color;
      const sameSoFar = same && positions[i] === before && positions[i + 1];
      const placement = sameSoFar ? undefined : parsePlacement(board, ply.move);
      next.plies.push({ color, move: ply.move });
      next.positions.push(sameSoFar || (placement ? play(board, before, color, placement) : before));
    });
    this.known = next;
    return next.positions;
  });

  private firstPosition(board: Board): Position {
    let position = startPosition(board);
    for (const [color, text] of this.log.created?.setup ?? []) {
      const placement = parsePlacement(board, text);
      if (placement) position = play(board, position, color, placement);
    }
    return position;
  }

  private lastColor(plies: { color: number }[], i: number): number {
    return i ? plies[i - 1].color : (this.log.created?.to_play ?? 0) - 1;
  }

  /** A file that was opened here, and nothing played since: there to be looked at first. */
  get isRecord(): boolean {
    const { created, plies, seats } = this.log;
    const untouched = !!created?.opening.length && !created.origin && plies.length === created.opening.length;
    return untouched && this.link.seats.length === seats.length;
  }

  /** Whether the moves of a game that runs are looked at, instead of playing. */
  get looking(): boolean {
    return this.log.started && !this.log.over && (this.wished ?? this.isRecord);
  }

  /** Begin at the last move, or leave the past and play. */
  look(wish: boolean): void {
    this.wished = wish;
    this.walked = undefined;
  }

  /** Moves shown; undefined for all of them, with the piece in the hand. */
  get replay(): number | undefined {
    if (this.looking) return this.walked ?? Infinity;
    return this.log.over ? this.walked : undefined;
  }

  /** Go to a move; the last one stays the last when others play. */
  walk(ply: number): void {
    this.walked = ply < this.log.plies.length ? Math.max(0, ply) : undefined;
  }

  get ply(): number {
    return Math.min(this.replay ?? Infinity, this.plies.length);
  }

  /** Whether moves follow the position shown. */
  get past(): boolean {
    return this.ply < this.log.plies.length;
  }

  get position(): Position {
    return this.positions[this.ply];
  }

  resigned: number[] = $derived.by(() => this.log.resigned.map((r) => r.player));

  /** Color to play, after the last move. */
  toPlay: number | undefined = $derived.by(() => {
    if (!this.board || !this.variant || this.log.over) return undefined;
    const retired = retiredColors(this.variant.controllers, this.resigned);
    const position = this.positions.at(-1)!;
    return nextColor(this.board, position, this.lastColor(this.known.plies, this.plies.length), retired);
  });

  /** Color that plays next in what is shown: in a record that is walked through, that of its next move. */
  get turn(): number | undefined {
    const next = this.isRecord ? this.positions[this.ply + 1]?.placed.at(-1) : undefined;
    return next?.color ?? this.toPlay;
  }

  /** Who decides. */
  player: number | undefined = $derived.by(() =>
    this.toPlay === undefined
      ? undefined
      : decider(this.variant!.controllers, this.positions.at(-1)!, this.toPlay, this.resigned),
  );

  myTurn: boolean = $derived.by(
    () =>
      this.player !== undefined &&
      this.log.started &&
      this.replay === undefined &&
      !this.link.pendingMove &&
      this.link.seats.includes(this.player),
  );

  /** The color whose pieces lie before me: the one to play, or mine that comes next. */
  color: number = $derived.by(() => {
    const { variant, toPlay } = this;
    if (!variant) return 0;
    if (this.player !== undefined && this.link.seats.includes(this.player)) return toPlay!;
    const mine = this.link.seats.flatMap((seat) => colorsOf(variant.controllers, seat));
    if (!mine.length) return toPlay ?? 0;
    const n = variant.colors.length;
    const wait = (color: number) => (color - (toPlay ?? 0) + n) % n;
    return mine.reduce((best, color) => (wait(color) < wait(best) ? color : best));
  });

  legal: Placement[][] = $derived.by(() =>
    this.board && this.positions.length ? legalPlacements(this.board, this.position, this.color) : [],
  );

  dots: number[] = $derived.by(() => (this.board ? openCorners(this.position, this.color) : []));

  /** Who of the people here places the color before me. */
  private get planner(): number | undefined {
    return this.variant?.controllers[this.color].find((player) => this.link.seats.includes(player));
  }

  /** Whether a move can be sent early: the game runs, and another is to play. */
  get canPlan(): boolean {
    const running = this.log.started && !this.log.over && this.replay === undefined && !this.link.pendingMove;
    return running && !this.myTurn && this.planner !== undefined && this.plans.length < MOST_PLANS;
  }

  /** Moves that the server keeps for the next turn of the color before me, the best first. */
  plans: Placement[] = $derived.by(() => {
    const list = this.link.premoves.find(({ color }) => color === this.color)?.moves ?? [];
    return list.flatMap((move) => parsePlacement(this.board!, move) ?? []);
  });

  private keepPlans(plans: Placement[]): void {
    const moves = plans.map((placement) => formatPlacement(this.board!, placement));
    if (this.planner !== undefined) this.link.premove(this.planner, this.color, moves);
  }

  unplan(index: number): void {
    this.keepPlans(this.plans.filter((_, i) => i !== index));
  }

  /** Play what the hand holds; when another is to play, keep it for my turn. */
  place(): void {
    const { placement, legal } = this.hand;
    if (placement && legal && this.canPlan) {
      this.keepPlans([...this.plans, placement]);
      this.hand.putBack();
    }
    if (!placement || !legal || !this.myTurn) return;
    this.link.endHint();
    this.link.play(formatPlacement(this.board!, placement), this.color);
    this.hint = undefined;
  }

  /** The better move, beside one that the review of a finished game has looked at. */
  get shown(): Placed[] {
    return this.review.better;
  }

  askHint(): void {
    this.hinting = true;
    this.link.askHint();
  }

  private hinted(hint: Hint | undefined): void {
    this.hinting = false;
    const placement = hint && this.board ? parsePlacement(this.board, hint.move) : undefined;
    if (!placement || !this.myTurn) return;
    this.advice = hint;
    this.hint = placement;
    this.hand.hold(placement);
    this.hand.down = true;
  }

  close(): void {
    clearTimeout(this.again);
    this.link.close();
  }
}
