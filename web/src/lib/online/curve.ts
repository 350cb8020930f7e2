/** A rating over time as a picture: pure geometry, drawn by `RatingCurve`. */

import type { CurvePoint } from "../protocol.gen";

export interface CurveShape {
  /** The line, and the band of one deviation around it. */
  line: string;
  band: string;
  /** Heights with a number beside them. */
  ticks: { y: number; rating: number }[];
  dots: { x: number; y: number; point: CurvePoint }[];
}

const STEPS = [25, 50, 100, 200, 400, 1000];

/** By game, not by day: a week without playing is no flat stretch. */
export function curveShape(points: readonly CurvePoint[], width: number, height: number): CurveShape {
  const low = Math.min(...points.map((p) => p.rating - p.deviation));
  const high = Math.max(...points.map((p) => p.rating + p.deviation));
  const span = Math.max(high - low, 50);
  const x = (i: number) => (points.length > 1 ? (i / (points.length - 1)) * width : width / 2);
  const y = (rating: number) => height - ((rating - low) / span) * height;
  const at = (i: number, rating: number) => `${x(i).toFixed(1)},${y(rating).toFixed(1)}`;
  const upper = points.map((p, i) => at(i, p.rating + p.deviation));
  const lower = points.map((p, i) => at(i, p.rating - p.deviation)).reverse();
  return {
    line: `M${points.map((p, i) => at(i, p.rating)).join("L")}`,
    band: `M${[...upper, ...lower].join("L")}Z`,
    ticks: ticks(low, low + span).map((rating) => ({ rating, y: y(rating) })),
    dots: points.map((point, i) => ({ x: x(i), y: y(point.rating), point })),
  };
}

/** Two to five round numbers between two ratings. */
export function ticks(low: number, high: number): number[] {
  const step = STEPS.find((size) => (high - low) / size <= 5) ?? 2000;
  const first = Math.ceil(low / step) * step;
  const count = Math.max(0, Math.floor((high - first) / step) + 1);
  return Array.from({ length: count }, (_, i) => first + i * step);
}
