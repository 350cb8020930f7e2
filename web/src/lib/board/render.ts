/**
 * The renderer: a still picture of the board, marks above it, and the piece in the hand.
 *
 * The three are separate layers. A drag moves only the last, by a transform that the
 * compositor does alone, so the number of pieces on the board does not matter.
 */

import { labels } from "./labels";
import { boardPaths, outlinePath, piecePaths, UNIT } from "./paint";
import type { Placed } from "./position";
import type { Placement, Point } from "./types";
import { middleOf, type View } from "./view";

/** What lies on the board, and what is written on it. */
export interface Scene {
  placed: readonly Placed[];
  coordinates: boolean;
  numbers: boolean;
  /** Colors that may still begin on a start cell, by cell. */
  starts: ReadonlyMap<number, string[]>;
}

/** What is shown above the pieces while somebody decides. */
export interface Marks {
  color: string;
  dots: readonly number[];
  landing?: Placement;
  legal: boolean;
  /** The cell that shows why not. */
  fault?: number;
  hint?: Placement;
  /** Pieces that only explain something. */
  shown?: readonly Placed[];
  /** Moves kept for the next turn, numbered. */
  plans?: readonly Placement[];
}

/** The piece in the hand. */
export interface Ghost {
  orientation: number;
  color: string;
  legal: boolean;
  /** On a place of the board, or under the pointer (middle of the piece, in the window). */
  at: Placement | Point;
}

/** Room around the board, in edges; more where coordinates stand. */
const MARGIN = { plain: 0.3, written: 1.15 };
/** Pixels from a side of the picture where a held piece begins to push it. */
const SIDE = 36;
const SVG = "http://www.w3.org/2000/svg";

function layer(host: HTMLElement, name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", name);
  svg.setAttribute("aria-hidden", "true");
  host.append(svg);
  return svg;
}

function group(parent: SVGElement, name: string): SVGGElement {
  const g = document.createElementNS(SVG, "g");
  g.setAttribute("class", name);
  parent.append(g);
  return g;
}

export class BoardRenderer {
  private view!: View;
  private readonly base: SVGSVGElement;
  private readonly marks: SVGSVGElement;
  private readonly hand: SVGSVGElement;
  private readonly ground: SVGGElement;
  private readonly pieces: SVGGElement;
  private readonly writing: SVGGElement;
  private readonly lastMove: SVGGElement;
  private drawn = new Map<string, SVGGElement>();
  private handShape = "";
  private margin = MARGIN.plain;
  private zoomed = { factor: 1, at: [0, 0] as Point };

  constructor(private readonly host: HTMLElement) {
    this.base = layer(host, "layer base");
    this.ground = group(this.base, "ground");
    this.pieces = group(this.base, "pieces");
    this.lastMove = group(this.base, "last-move");
    this.writing = group(this.base, "writing");
    this.marks = layer(host, "layer marks");
    this.hand = layer(host, "hand");
  }

  /** Draw the empty board as seen in a view; everything on it is drawn anew. */
  setView(view: View): void {
    this.view = view;
    this.ground.innerHTML = boardPaths(view.polygons);
    this.pieces.replaceChildren();
    this.drawn.clear();
    this.handShape = "";
    this.frame();
  }

  /** Zoom on a point of the board; a factor of 1 shows all of it. */
  zoom(factor: number, at: Point): void {
    this.zoomed = { factor, at };
    this.frame();
  }

  private frame(): void {
    const { box } = this.view;
    const { margin } = this;
    const { factor, at } = this.zoomed;
    const [w, h] = [(box.width + 2 * margin) / factor, (box.height + 2 * margin) / factor];
    const within = (n: number, low: number, room: number) => Math.min(Math.max(n, low), low + room);
    const x = within(at[0] - w / 2, box.x - margin, box.width + 2 * margin - w);
    const y = within(at[1] - h / 2, box.y - margin, box.height + 2 * margin - h);
    const viewBox = [x, y, w, h].map((n) => n * UNIT).join(" ");
    for (const svg of [this.base, this.marks]) svg.setAttribute("viewBox", viewBox);
  }

  /** Show a scene; pieces that were there stay, a new one can slide in from where it was taken. */
  draw(scene: Scene, slideFrom?: (piece: Placed) => DOMRect | undefined): void {
    this.margin = scene.coordinates ? MARGIN.written : MARGIN.plain;
    this.frame();
    const kept = new Map<string, SVGGElement>();
    for (const piece of scene.placed) {
      const name = `${piece.color}:${piece.cells.join()}`;
      const known = this.drawn.get(name);
      kept.set(name, known ?? this.addPiece(piece, slideFrom?.(piece)));
    }
    for (const [name, element] of this.drawn) if (!kept.has(name)) element.remove();
    this.drawn = kept;
    const last = scene.placed.at(-1);
    this.lastMove.innerHTML = last ? `<path d="${outlinePath(this.polygonsOf(last))}"/>` : "";
    this.writing.innerHTML = this.startMarks(scene) + labels(this.view, scene);
  }

  private polygonsOf = (placement: Placement) => placement.cells.map((cell) => this.view.polygons[cell]);

  private addPiece(piece: Placed, from?: DOMRect): SVGGElement {
    const g = group(this.pieces, `piece c-${this.view.board.data.colors[piece.color]}`);
    g.innerHTML = piecePaths(this.polygonsOf(piece));
    if (from && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.slide(g, piece, from);
    return g;
  }

  private slide(g: SVGGElement, piece: Placed, from: DOMRect): void {
    const [x, y] = middleOf(this.view, piece);
    const start = this.toBoard(from.x + from.width / 2, from.y + from.height / 2);
    const by = [(start[0] - x) * UNIT, (start[1] - y) * UNIT];
    g.animate([{ transform: `translate(${by[0]}px, ${by[1]}px)` }, { transform: "none" }], {
      duration: 180,
      easing: "ease-out",
    });
  }

  private startMarks(scene: Scene): string {
    const marks: string[] = [];
    for (const [cell, colors] of scene.starts) {
      const [x, y] = this.view.centers[cell];
      const one = colors.length === 1 ? ` c-${colors[0]}` : "";
      marks.push(`<circle class="start${one}" cx="${x * UNIT}" cy="${y * UNIT}" r="${UNIT * 0.13}"/>`);
    }
    return marks.join("");
  }

  /** Show what is being decided: where the piece would land, free corners, a hint. */
  mark(marks: Marks | undefined): void {
    if (!marks) return void this.marks.replaceChildren();
    const path = (name: string, p?: Placement) =>
      p ? `<path class="${name}" d="${outlinePath(this.polygonsOf(p))}"/>` : "";
    const dots = marks.dots.map((cell) => {
      const [x, y] = this.view.centers[cell];
      return `<circle class="dot" cx="${x * UNIT}" cy="${y * UNIT}" r="${UNIT * 0.11}"/>`;
    });
    const fault = marks.fault === undefined ? "" : outlinePath([this.view.polygons[marks.fault]]);
    const shown = (marks.shown ?? []).map(
      (p) => `<g class="shown c-${this.view.board.data.colors[p.color]}">${piecePaths(this.polygonsOf(p))}</g>`,
    );
    const plans = (marks.plans ?? []).map((p, i) => {
      const [x, y] = middleOf(this.view, p);
      return `${path("plan", p)}<text class="plan-number" x="${x * UNIT}" y="${y * UNIT}">${i + 1}</text>`;
    });
    this.marks.innerHTML =
      shown.join("") +
      `<g class="c-${marks.color}">${plans.join("")}${dots.join("")}${path("hint", marks.hint)}` +
      `${path(`landing ${marks.legal ? "legal" : "illegal"}`, marks.landing)}` +
      `${fault && `<path class="fault" d="${fault}"/>`}</g>`;
  }

  /** Show, move or hide the piece in the hand. */
  hold(ghost: Ghost | undefined): void {
    this.hand.classList.toggle("held", !!ghost);
    if (!ghost) return;
    const { width, height, polygons } = this.view.shapes[ghost.orientation];
    const unit = this.unit();
    const look = `${ghost.orientation} ${ghost.color} ${ghost.legal} ${unit}`;
    if (look !== this.handShape) {
      const before = this.handShape ? parseInt(this.handShape) : -1;
      this.handShape = look;
      this.hand.setAttribute("viewBox", `${-UNIT} ${-UNIT} ${(width + 2) * UNIT} ${(height + 2) * UNIT}`);
      this.hand.setAttribute("width", `${(width + 2) * unit}`);
      this.hand.setAttribute("height", `${(height + 2) * unit}`);
      this.hand.innerHTML =
        `<g class="piece c-${ghost.color} ${ghost.legal ? "legal" : "illegal"}">${piecePaths(polygons)}` +
        `<path class="veil" d="${outlinePath(polygons)}"/></g>`;
      this.showTurn(before, ghost.orientation);
    }
    const onBoard = !Array.isArray(ghost.at);
    const [x, y] = onBoard ? this.toWindow(middleOf(this.view, ghost.at as Placement)) : (ghost.at as Point);
    const [left, top] = [x - (width / 2 + 1) * unit, y - (height / 2 + 1) * unit];
    this.hand.style.transform = `translate3d(${left}px, ${top}px, 0)`;
  }

  /** A piece turns by turning: from how it was held to how it is held now. */
  private showTurn(before: number, now: number): void {
    const { clockwise, flipped, board } = this.view;
    if (before < 0 || before === now || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const from =
      clockwise[before] === now
        ? `rotate(${-board.step}deg)`
        : clockwise[now] === before
          ? `rotate(${board.step}deg)`
          : flipped[before] === now
            ? "scaleX(-1)"
            : undefined;
    if (!from) return;
    const motion = { duration: 140, easing: "ease-out" };
    this.hand.firstElementChild!.animate([{ transform: from }, { transform: "none" }], motion);
  }

  /** Size of a cell's edge in the window, in pixels. */
  unit(): number {
    return (this.base.getScreenCTM()?.a ?? 1) * UNIT;
  }

  /** How a piece held near a side of the picture moves what is seen, in pixels. */
  push([x, y]: Point): Point {
    const { left, right, top, bottom } = this.base.getBoundingClientRect();
    const toward = (n: number, low: number, high: number) =>
      n < low + SIDE ? SIDE / 4 : n > high - SIDE ? -SIDE / 4 : 0;
    return [toward(x, left, right), toward(y, top, bottom)];
  }

  toBoard(x: number, y: number): Point {
    const at = new DOMPoint(x, y).matrixTransform(this.base.getScreenCTM()!.inverse());
    return [at.x / UNIT, at.y / UNIT];
  }

  toWindow([x, y]: Point): Point {
    const at = new DOMPoint(x * UNIT, y * UNIT).matrixTransform(this.base.getScreenCTM()!);
    return [at.x, at.y];
  }

  /** Where the piece in the hand is just now. */
  handRect = () => this.hand.getBoundingClientRect();

  destroy(): void {
    this.host.replaceChildren();
  }
}
