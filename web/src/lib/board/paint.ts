/** The one recipe for pieces: a face, a lighter facet on each cell, a deep line around the piece. */

import { inset, outline, pathOf } from "./polygons";
import type { Shape } from "./view";
import type { Polygon } from "./types";

/** Drawing units for the edge of a cell: keeps SVG numbers short. */
export const UNIT = 40;

/** Facets and wells are insets; sharper corners need more room. */
const facet = (polygon: Polygon) => inset(polygon, polygon.length > 3 ? 0.74 : 0.6);
const well = (polygon: Polygon) => inset(polygon, polygon.length > 3 ? 0.91 : 0.85);

/** The paths of a piece. Colors come from the class of the group it is put in. */
export function piecePaths(polygons: readonly Polygon[]): string {
  const loops = pathOf(outline(polygons), UNIT);
  const facets = pathOf(polygons.map(facet), UNIT);
  return (
    `<path class="face" d="${loops}"/><path class="facet" d="${facets}"/>` +
    `<path class="pattern" d="${facets}"/><path class="edge" d="${loops}"/>`
  );
}

/** The empty board: a plate with a well for each cell. */
export function boardPaths(polygons: readonly Polygon[]): string {
  const rim = pathOf(outline(polygons), UNIT);
  return `<path class="plate" d="${rim}"/><path class="well" d="${pathOf(polygons.map(well), UNIT)}"/>`;
}

export const outlinePath = (polygons: readonly Polygon[]) => pathOf(outline(polygons), UNIT);

/** A piece by itself, as a whole picture. `room` is the margin around it, in edges. */
export function shapePicture(shape: Shape, room = 0.08): { viewBox: string; inside: string } {
  const [w, h] = [shape.width + 2 * room, shape.height + 2 * room].map((n) => n * UNIT);
  const corner = -room * UNIT;
  return { viewBox: `${corner} ${corner} ${w} ${h}`, inside: piecePaths(shape.polygons) };
}
