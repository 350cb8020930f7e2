/** Outlines as text: rows from the top, `#` a square, `A` and `V` triangles, `.` nothing. */

import type { Polygon } from "./board/types";

export type Lattice = "squares" | "triangles";

const HEIGHT = Math.sqrt(3) / 2;
/** In an address a `#` would begin another part. */
const IN_LINK: Record<string, string> = { "#": "x", ".": "-", "\n": "_" };
const FROM_LINK = Object.fromEntries(Object.entries(IN_LINK).map(([a, b]) => [b, a]));

export type Place = readonly [column: number, row: number];

/** Triangles alternate along rows and columns; the first of the drawing points up. */
export const pointsUp = ([x, y]: Place) => (x + y) % 2 === 0;

export function cellPolygon(lattice: Lattice, place: Place, up = pointsUp(place)): Polygon {
  const [x, y] = place;
  if (lattice === "squares") return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
  const [left, top, base] = [x / 2, y * HEIGHT, (y + 1) * HEIGHT];
  return up ? [[left, base], [left + 0.5, top], [left + 1, base]] : [[left, top], [left + 1, top], [left + 0.5, base]];
}

/** The cells of a drawing as polygons. */
export function outlinePolygons(text: string): Polygon[] {
  const rows = text.split("\n");
  return rows.flatMap((row, y) =>
    [...row].flatMap((mark, x) =>
      mark === "." ? [] : [cellPolygon(mark === "#" ? "squares" : "triangles", [x, y], mark === "A")],
    ),
  );
}

const name = ([x, y]: Place) => `${x},${y}`;

/** The drawing of some cells, without empty rows and columns around them, and its upper left. */
export function drawing(lattice: Lattice, cells: readonly Place[]): { text: string; corner: Place } {
  if (!cells.length) return { text: "", corner: [0, 0] };
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
  const there = new Set(cells.map(name));
  const mark = (place: Place) =>
    !there.has(name(place)) ? "." : lattice === "squares" ? "#" : pointsUp(place) ? "A" : "V";
  const columns = Array.from({ length: Math.max(...xs) - x0 + 1 }, (_, i) => x0 + i);
  const rows = Array.from({ length: Math.max(...ys) - y0 + 1 }, (_, i) => y0 + i);
  return { text: rows.map((y) => columns.map((x) => mark([x, y])).join("")).join("\n"), corner: [x0, y0] };
}

export const toLink = (text: string) => text.replace(/[#.\n]/g, (mark) => IN_LINK[mark]);

/** A drawing from a link, put near the middle of a grid; nothing if the link makes no sense. */
export function fromLink(link: string, size: (lattice: Lattice) => Place): { lattice: Lattice; cells: Place[] } {
  const text = link.replace(/[x_-]/g, (mark) => FROM_LINK[mark]);
  const lattice: Lattice = /[AV]/.test(text) ? "triangles" : "squares";
  const rows = text.split("\n");
  const cells = rows.flatMap((row, y) => [...row].flatMap((mark, x) => (/[#AV]/.test(mark) ? [[x, y] as Place] : [])));
  const [width, height] = size(lattice);
  const columns = Math.max(...rows.map((row) => row.length));
  if (columns > width || rows.length > height) return { lattice, cells: [] };
  let [dx, dy] = [Math.floor((width - columns) / 2), Math.floor((height - rows.length) / 2)];
  const first = cells[0];
  const wanted = first && rows[first[1]][first[0]] === "A";
  if (first && lattice === "triangles" && pointsUp([first[0] + dx, first[1] + dy]) !== wanted) dx += dx + columns < width ? 1 : -1;
  const moved = cells.map(([x, y]) => [x + dx, y + dy] as Place);
  return { lattice, cells: moved.every(([x]) => x >= 0) ? moved : [] };
}
