import { expect, test } from "vitest";
import { dayName, streak } from "../src/lib/challenge.svelte";
import { drawing, fromLink, outlinePolygons, toLink, type Lattice, type Place } from "../src/lib/outline";
import { lyingAfter, ownAfter } from "../src/lib/solo.svelte";

const size = (): Place => [24, 18];

test.each([
  ["squares", "###\n#.#\n###"],
  ["triangles", "AVA\n..V"],
  ["triangles", "VAVA\n.V.."],
] as [Lattice, string][])("a drawing of %s survives its link", (lattice, text) => {
  const found = fromLink(toLink(text), size);
  expect(found.lattice).toBe(lattice);
  expect(drawing(lattice, found.cells).text).toBe(text);
  expect(toLink(text)).toMatch(/^[A-Za-z_-]+$/);
});

test("a link that does not fit the paper is no drawing", () => {
  expect(fromLink("x".repeat(30), size).cells).toEqual([]);
  expect(fromLink("", size).cells).toEqual([]);
  expect(fromLink("%%%", size).cells).toEqual([]);
});

test("a drawing has a polygon for each cell", () => {
  expect(outlinePolygons("#.\n##").map((p) => p.length)).toEqual([4, 4, 4]);
  expect(outlinePolygons(".AV").map((p) => p.length)).toEqual([3, 3]);
});

test("days in a row end where one is missing; today may still be open", () => {
  const today = new Date(2026, 2, 2);
  expect(dayName(today)).toBe("2026-03-02");
  expect(streak(["2026-03-01", "2026-02-28", "2026-02-26"], today)).toBe(2);
  expect(streak(["2026-03-02", "2026-03-01"], today)).toBe(2);
  expect(streak(["2026-02-28"], today)).toBe(0);
});

test("what lies there follows from the steps", () => {
  const [a, b] = [{ color: 0, move: "a1" }, { color: 1, move: "b1" }];
  expect(lyingAfter([{ put: a }, { put: b }, { up: a }])).toEqual([b]);
  expect(lyingAfter([{ put: a }, { clear: true }, { put: b }])).toEqual([b]);
  expect(ownAfter([{ put: a }, { put: b, shown: true }])).toEqual([a]);
  expect(ownAfter([{ put: a, shown: true }, { up: a }, { put: a }])).toEqual([a]);
});
