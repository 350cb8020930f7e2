/** An outline under the pencil: its cells, and what the solver says about it. */

import { contains } from "./board/polygons";
import type { Point } from "./board/types";
import * as net from "./net";
import { cellPolygon, drawing, fromLink, toLink, type Lattice, type Place } from "./outline";
import type { OutlineVerdict } from "./protocol.gen";
import { load, save } from "./settings.svelte";

/** Wait for the pencil to rest before the solver is asked. */
const REST = 600;
const SIZES: Record<Lattice, Place> = { squares: [24, 18], triangles: [40, 14] };

export const sizeOf = (lattice: Lattice): Place => SIZES[lattice];
/** The last outline that was drawn on this device. */
const OWN = "cornerwise.drawing";
/** Strokes that can be taken back. */
const KEPT = 100;
interface Drawn {
  lattice: Lattice;
  names: ReadonlySet<string>;
}
const name = ([x, y]: Place) => `${x},${y}`;
const place = (name: string): Place => name.split(",").map(Number) as unknown as Place;

export class Drawing {
  lattice: Lattice = $state("squares");
  private names: ReadonlySet<string> = $state.raw(new Set());
  verdict: OutlineVerdict | "asking" | "failed" | undefined = $state.raw();
  /** Where the keys are. */
  cursor: Place = $state.raw([12, 9]);
  /** What was drawn before, stroke by stroke: a press too many loses nothing. */
  private before: readonly Drawn[] = $state.raw([]);
  /** It came by a link from somebody else; stays so, whatever is changed in it. */
  readonly received: boolean;
  private fresh = true;
  private asked?: AbortController;
  private timer = 0;

  constructor(link: string) {
    const { lattice, cells } = fromLink(link, sizeOf);
    if (cells.length) [this.lattice, this.names] = [lattice, new Set(cells.map(name))];
    if (cells.length) this.judge();
    this.received = cells.length > 0 && load(OWN, { link: "" }).link !== this.link;
  }

  cells: Place[] = $derived.by(() => [...this.names].map(place));
  drawn = $derived.by(() => drawing(this.lattice, this.cells));
  link: string = $derived.by(() => toLink(this.drawn.text));

  has(place: Place): boolean {
    return this.names.has(name(place));
  }

  set(place: Place, there: boolean): void {
    if (this.has(place) === there) return;
    this.keep();
    const names = new Set(this.names);
    if (there) names.add(name(place));
    else names.delete(name(place));
    this.changed(names);
  }

  /** The pencil comes down: what it does till it comes down again is one stroke. */
  begin(): void {
    this.fresh = true;
  }

  /** Before the first change of a stroke; one that changes nothing is none. */
  private keep(): void {
    if (this.fresh) this.before = [...this.before, { lattice: this.lattice, names: this.names }].slice(-KEPT);
    this.fresh = false;
  }

  canUndo: boolean = $derived(this.before.length > 0);

  undo(): void {
    const last = this.before.at(-1);
    if (!last) return;
    this.before = this.before.slice(0, -1);
    this.lattice = last.lattice;
    this.step(0, 0); // the keys stay on the paper
    this.changed(last.names);
  }

  choose(lattice: Lattice): void {
    if (lattice === this.lattice) return;
    this.begin();
    this.keep();
    this.lattice = lattice;
    this.cursor = [SIZES[lattice][0] / 2, Math.floor(SIZES[lattice][1] / 2)];
    this.changed(new Set());
  }

  clear(): void {
    this.begin();
    this.keep();
    this.changed(new Set());
  }

  step(dx: number, dy: number): void {
    const [width, height] = sizeOf(this.lattice);
    const within = (n: number, size: number) => Math.min(Math.max(n, 0), size - 1);
    this.cursor = [within(this.cursor[0] + dx, width), within(this.cursor[1] + dy, height)];
  }

  /** The cell at a point of the grid. */
  at([x, y]: Point): Place | undefined {
    const [width, height] = sizeOf(this.lattice);
    const row = Math.floor(this.lattice === "squares" ? y : y / Math.sin(Math.PI / 3));
    const columns = this.lattice === "squares" ? [Math.floor(x)] : [Math.floor(2 * x), Math.floor(2 * x) - 1];
    const inside = (column: number) => contains(cellPolygon(this.lattice, [column, row]), [x, y]);
    const column = columns.find(inside);
    if (column === undefined || column < 0 || column >= width || row < 0 || row >= height) return undefined;
    return [column, row];
  }

  private changed(names: ReadonlySet<string>): void {
    this.names = names;
    save(OWN, { link: this.link });
    this.judge();
  }

  /** Ask the solver, once the pencil rests. */
  private judge(): void {
    clearTimeout(this.timer);
    this.asked?.abort();
    this.verdict = this.names.size ? "asking" : undefined;
    if (this.names.size) this.timer = window.setTimeout(() => void this.ask(), REST);
  }

  private async ask(): Promise<void> {
    const asked = (this.asked = new AbortController());
    try {
      const verdict = await net.checkOutline(this.drawn.text, asked.signal);
      if (!asked.signal.aborted) this.verdict = verdict;
    } catch (error) {
      // More cells than any set has is refused before the solver is asked.
      const large = error instanceof net.Refused && error.problem.code === "unreadable";
      if (!asked.signal.aborted) this.verdict = large ? { answer: "no", reason: "area", message: "", colors: 4, left_over: 0, pieces: [] } : "failed";
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.asked?.abort();
  }
}
