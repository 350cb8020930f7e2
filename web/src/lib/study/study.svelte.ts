/** A study on this device: a position, the moves that were tried from it, and where one is among them. */

import { compileBoard, formatPlacement, parsePlacement, type Board } from "../board/board";
import { legalPlacements } from "../board/legality";
import { cellsLeft, openCorners, play, startPosition, type Placed, type Position } from "../board/position";
import type { Placement } from "../board/types";
import { makeView, type View } from "../board/view";
import { Hand } from "../hand.svelte";
import type { Playing } from "../playing";
import type { AskAnalysis, StudyFile, StudyMove, StudyNode, VariantView } from "../protocol.gen";
import { decider, hasRivals, nextColor, retiredColors } from "../turns";
import { sharesAfter } from "./chances";
import { findStudy, keepStudy, staysKept, type Kept } from "./shelf";
import { Thoughts } from "./thoughts.svelte";
import { endFrom, pathTo, promoted, sameNode, withMove, without, withWords, type Grown, type Tree } from "./tree";

export class Study implements Playing {
  readonly hand: Hand;
  readonly board: Board;
  readonly view: View;
  readonly thoughts: Thoughts;
  readonly hint = undefined;
  readonly replay = undefined;
  tree: Tree = $state.raw([]);
  /** The node whose position is shown. */
  at = $state(0);
  /** Where the line ends that one walks through: the shown node lies on the way. */
  private tip = $state(0);
  /** The tree before something was taken away. */
  removed: Grown | undefined = $state.raw();
  private time: number;
  /** Whether it is still there when the page was closed. */
  staysKept = $state(true);
  /** A move that is looked at before it is played. */
  tried: StudyMove | undefined = $state.raw();

  constructor(
    readonly kept: Kept,
    readonly variant: VariantView,
  ) {
    this.board = compileBoard(variant);
    this.view = makeView(this.board);
    this.tree = kept.nodes;
    this.time = kept.time;
    this.staysKept = staysKept(kept.id);
    this.at = kept.at < kept.nodes.length ? kept.at : 0;
    this.tip = endFrom(this.tree, this.at);
    this.hand = new Hand(this);
    this.thoughts = new Thoughts();
  }

  // The line and its positions

  /** Nodes from the beginning to the end of the line. */
  line: number[] = $derived.by(() => pathTo(this.tree, this.tip));

  get ply(): number {
    return this.line.indexOf(this.at);
  }

  /** The line's moves as text: where it is the same no position is, whatever is said of the moves. */
  private played = $derived(JSON.stringify(this.line.map((node) => [this.tree[node].color, this.tree[node].move])));

  positions: Position[] = $derived.by(() => {
    let position = this.firstPosition;
    return (JSON.parse(this.played) as [number | null, string | null][]).map(([color, move]) => {
      const placement = move && parsePlacement(this.board, move);
      return (position = placement ? play(this.board, position, color ?? 0, placement) : position);
    });
  });

  private get firstPosition(): Position {
    return this.kept.setup.reduce((position, [color, text]) => {
      const placement = parsePlacement(this.board, text);
      return placement ? play(this.board, position, color, placement) : position;
    }, startPosition(this.board));
  }

  position: Position = $derived.by(() => this.positions[this.ply]);

  /** Who has resigned on the way here. */
  private resigned: number[] = $derived.by(() =>
    pathTo(this.tree, this.at).flatMap((node) => this.tree[node].resigned ?? []),
  );

  /** Nobody is left to play against. */
  isGivenUp: boolean = $derived.by(() => !hasRivals(this.variant.sides, this.resigned));

  /** Color to play; nothing at the end of a game. */
  toPlay: number | undefined = $derived.by(() => {
    if (this.isGivenUp) return undefined;
    const last = pathTo(this.tree, this.at).findLast((node) => this.tree[node].move !== null);
    const after = last === undefined ? (this.kept.to_play ?? 0) - 1 : this.tree[last].color!;
    return nextColor(this.board, this.position, after, retiredColors(this.variant.controllers, this.resigned));
  });

  get color(): number {
    return this.toPlay ?? 0;
  }

  /** Who decides. */
  player: number | undefined = $derived.by(() =>
    this.toPlay === undefined
      ? undefined
      : decider(this.variant.controllers, this.position, this.toPlay, this.resigned),
  );

  get myTurn(): boolean {
    return this.toPlay !== undefined;
  }

  get log(): { started: boolean; over?: unknown } {
    return { started: true, over: this.myTurn ? undefined : true };
  }

  legal: Placement[][] = $derived.by(() => legalPlacements(this.board, this.position, this.color));
  dots: number[] = $derived.by(() => openCorners(this.position, this.color));

  /** What a color has at the end (R6). */
  score(color: number): number {
    const left = cellsLeft(this.board, this.position, color);
    const last = this.position.placed.findLast((piece) => piece.color === color);
    return left ? -left : this.variant.bonus[last?.cells.length === 1 ? 1 : 0];
  }

  // Walking

  /** Show a node. Who goes back along a variation goes forward along the same one. */
  go(at: number): void {
    this.tried = undefined;
    if (at === this.tip || !this.line.includes(at)) this.tip = endFrom(this.tree, at);
    this.at = at;
    this.keep(false);
  }

  /** So many moves on, or back. */
  step(by: number): void {
    const to = Math.min(Math.max(this.ply + by, 0), this.line.length - 1);
    this.hand.putBack();
    this.go(this.line[to]);
  }

  // Changing

  place(): void {
    const { placement, legal } = this.hand;
    if (!placement || !legal || !this.myTurn) return;
    this.play(formatPlacement(this.board, placement));
  }

  /** A move of the color to play, tried before or new. */
  play(move: string): void {
    const grown = withMove(this.tree, this.at, this.color, move);
    this.hand.putBack();
    this.change(grown);
  }

  /** Take away the move shown and all that follows. */
  remove(): void {
    if (!this.at) return;
    const { tree, at } = this;
    this.change(without(tree, at));
    this.removed = { tree, at };
  }

  /** Bring back what was taken away last, until something else is changed. */
  restore(): void {
    if (this.removed) this.change(this.removed);
  }

  promote(): void {
    this.change(promoted(this.tree, this.at));
  }

  say(words: Partial<Pick<StudyNode, "comment" | "mark">>): void {
    this.removed = undefined;
    this.tree = withWords(this.tree, this.at, words);
    this.keep();
  }

  private change({ tree, at }: Grown): void {
    const changed = tree !== this.tree;
    if (changed) {
      this.tip = at; // the numbers of nodes may be others now
      this.removed = undefined;
    }
    this.tree = tree;
    this.go(at);
    this.keep(changed);
  }

  /** Nothing is lost when the page is. */
  private keep(changed = true): void {
    if (changed) this.time = Date.now();
    keepStudy({ ...this.kept, nodes: this.tree, at: this.at, time: this.time });
    this.staysKept = staysKept(this.kept.id);
  }

  /** What was changed in another tab is shown here, too, and not written over. Nothing is written: that tab may
   * be at its next change already. */
  catchUp(): void {
    const kept = findStudy(this.kept.id);
    if (!kept || kept.time <= this.time) return;
    this.hand.putBack();
    this.tried = this.removed = undefined;
    this.at = sameNode(this.tree, this.at, kept.nodes);
    this.tree = kept.nodes;
    this.tip = endFrom(this.tree, this.at);
    this.time = kept.time;
  }

  // As a file, as a link

  get file(): StudyFile {
    const { variant, options, setup, to_play, players, info } = this.kept;
    return { variant, options, setup, to_play, players, info, nodes: [...this.tree] };
  }

  /** The way to the position shown alone. */
  get lineFile(): StudyFile {
    const nodes = pathTo(this.tree, this.at).map((node, i) => ({ ...this.tree[node], parent: i - 1 }));
    return { ...this.file, nodes };
  }

  get lineMoves(): string[] {
    return pathTo(this.tree, this.at).flatMap((node) => this.tree[node].move ?? []);
  }

  /** A link holds moves from the beginning of a game, and nothing else. */
  get canLink(): boolean {
    const { setup, to_play } = this.kept;
    return !setup.length && to_play === null && !this.resigned.length;
  }

  // The computer

  /** The position shown, as the server wants it. */
  get question(): Omit<AskAnalysis, "seconds"> {
    const { variant, options, setup, to_play } = this.kept;
    const history = pathTo(this.tree, this.at).flatMap((node) => this.tree[node].move ?? this.tree[node].resigned ?? []);
    return { variant, options, setup, to_play, history };
  }

  /** Shares of the win after a move, by player. */
  sharesAfter(move: StudyMove): number[] {
    return sharesAfter(move, this.variant.sides);
  }

  /** The best move, laid in the hand. */
  askHint(): void {
    const best = this.thoughts.found?.moves[0];
    const placement = best && parsePlacement(this.board, best.move);
    if (!placement || !this.myTurn) return;
    this.hand.hold(placement);
    this.hand.down = true;
  }

  get shown(): Placed[] {
    const placement = this.tried && parsePlacement(this.board, this.tried.move);
    return placement ? [{ ...placement, color: this.color }] : [];
  }
}
