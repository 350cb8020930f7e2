/** Plane geometry of cells: outlines, insets, turns. Everything drawn comes from these few functions. */

import type { Point, Polygon } from "./types";

const round = (n: number) => Math.round(n * 1000) / 1000;
/** A thousandth; moved off the halves, where the last bit of a sum would decide. */
const thousandths = (n: number) => Math.round(n * 1000 + 1e-4);
/** Two points of different cells are the same vertex when their keys agree. */
export const key = ([x, y]: Point) => `${thousandths(x)},${thousandths(y)}`;

export function center(polygon: Polygon): Point {
  let x = 0;
  let y = 0;
  for (const [px, py] of polygon) {
    x += px;
    y += py;
  }
  return [x / polygon.length, y / polygon.length];
}

/** The polygon shrunk toward its center, by a factor. */
export function inset(polygon: Polygon, factor: number): Polygon {
  const [cx, cy] = center(polygon);
  return polygon.map(([x, y]) => [cx + (x - cx) * factor, cy + (y - cy) * factor] as const);
}

export function turn(polygon: Polygon, degrees: number, [cx, cy]: Point = [0, 0]): Polygon {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return polygon.map(([x, y]) => {
    const [dx, dy] = [x - cx, y - cy];
    return [cx + dx * cos - dy * sin, cy + dx * sin + dy * cos] as const;
  });
}

export const move = (polygon: Polygon, dx: number, dy: number): Polygon =>
  polygon.map(([x, y]) => [x + dx, y + dy] as const);

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function bounds(polygons: readonly Polygon[]): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const polygon of polygons)
    for (const [x, y] of polygon) {
      x0 = Math.min(x0, x);
      y0 = Math.min(y0, y);
      x1 = Math.max(x1, x);
      y1 = Math.max(y1, y);
    }
  return { x: x0, y: y0, width: x1 - x0, height: y1 - y0 };
}

/** The angle of a cell's corner: the smallest turn that carries the lattice onto itself. */
export function cornerAngle(polygon: Polygon): number {
  return 180 - 360 / polygon.length;
}

/** Closed loops around a set of cells: the edges that belong to one cell only, chained. */
export function outline(polygons: readonly Polygon[]): Polygon[] {
  const edges = new Map<string, [Point, Point]>();
  for (const polygon of polygons)
    polygon.forEach((a, i) => {
      const b = polygon[(i + 1) % polygon.length];
      if (!edges.delete(`${key(b)}|${key(a)}`)) edges.set(`${key(a)}|${key(b)}`, [a, b]);
    });
  return chain([...edges.values()]);
}

function chain(edges: [Point, Point][]): Polygon[] {
  const from = new Map<string, [Point, Point][]>();
  for (const edge of edges) {
    const at = key(edge[0]);
    from.set(at, [...(from.get(at) ?? []), edge]);
  }
  const loops: Polygon[] = [];
  for (const first of edges) {
    const loop: Point[] = [];
    let edge: [Point, Point] | undefined = from.get(key(first[0]))?.pop();
    while (edge) {
      loop.push(edge[0]);
      edge = from.get(key(edge[1]))?.pop();
    }
    if (loop.length) loops.push(loop);
  }
  return loops;
}

/** SVG path data of polygons, in drawing units. */
export function pathOf(polygons: readonly Polygon[], scale = 1): string {
  return polygons
    .map((p) => `M${p.map(([x, y]) => `${round(x * scale)} ${round(y * scale)}`).join("L")}Z`)
    .join("");
}

export function contains(polygon: Polygon, [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [xi, yi] = polygon[i];
    const [xj, yj] = polygon[j];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}
