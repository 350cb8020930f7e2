import { describe, expect, test } from "vitest";
import { boardTurns, parsePlacement, turnToward } from "../src/lib/board/board";
import { bounds, center, contains, outline, pathOf, turn } from "../src/lib/board/polygons";
import type { Polygon } from "../src/lib/board/types";
import { legalPlacements } from "../src/lib/board/legality";
import { startPosition } from "../src/lib/board/position";
import { cellUnder, covering, makeView, middleOf, snap } from "../src/lib/board/view";
import { boardOf } from "./fixtures";

const names = ["duo", "trigon_3"];

describe.each(names)("the view of %s", (name) => {
  const board = boardOf(name);
  const view = makeView(board);
  const turns = 360 / board.step;

  test("turning a piece all the way round brings it back", () => {
    board.data.orientations.forEach((_, o) => {
      let turned = o;
      for (let i = 0; i < turns; i++) turned = view.clockwise[turned];
      expect(turned).toBe(o);
      expect(view.flipped[view.flipped[o]]).toBe(o);
    });
  });

  /** Where the cells of a shape lie, seen from its middle, in a fixed order. */
  const spots = (polygons: Polygon[]) => {
    const centers = polygons.map(center);
    const [mx, my] = center(centers);
    return centers.map(([x, y]) => [x - mx, y - my]).sort(([a, b], [c, d]) => (Math.abs(a - c) > 0.01 ? a - c : b - d));
  };
  const expectSame = (one: Polygon[], two: Polygon[]) =>
    spots(one).forEach(([x, y], i) => {
      expect(x).toBeCloseTo(spots(two)[i][0], 1);
      expect(y).toBeCloseTo(spots(two)[i][1], 1);
    });

  test("a turn or a flip on the screen looks like one, however the board is turned", () => {
    for (const degrees of boardTurns(board)) {
      const turned = makeView(board, degrees);
      turned.shapes.forEach(({ polygons }, o) => {
        expectSame(turned.shapes[turned.clockwise[o]].polygons, polygons.map((p) => turn(p, board.step)));
        const mirrored = polygons.map((p) => p.map(([x, y]) => [-x, y] as const));
        expectSame(turned.shapes[turned.flipped[o]].polygons, mirrored);
      });
    }
  });

  test("a piece is first shown the same way, however the board is turned", () => {
    for (const degrees of boardTurns(board)) {
      const turned = makeView(board, degrees);
      board.data.pieces.forEach(({ orientations }, p) => {
        expect(orientations).toContain(turned.first[p]);
        expectSame(turned.shapes[turned.first[p]].polygons, view.shapes[orientations[0]].polygons);
      });
    }
  });

  test("turning and flipping reach every orientation of a piece, and no other", () => {
    board.data.pieces.forEach(({ orientations }) => {
      const reached = new Set([orientations[0]]);
      for (const o of reached) reached.add(view.clockwise[o]).add(view.flipped[o]);
      expect([...reached].sort()).toEqual([...orientations].sort());
    });
  });

  test("every cell is found under its center, also when the board is turned", () => {
    for (const degrees of boardTurns(board)) {
      const turned = makeView(board, degrees);
      turned.centers.forEach((center, cell) => expect(cellUnder(turned, center)).toBe(cell));
      const { width, height } = turned.box;
      expect(width).toBeCloseTo(board.step === 90 || degrees % 180 === 0 ? view.box.width : width, 5);
      expect(height).toBeGreaterThan(0);
    }
  });

  test("a start can be brought near to who plays it", () => {
    const cell = board.data.starts.cells[0];
    const turned = makeView(board, turnToward(board, cell));
    const lowest = Math.max(...boardTurns(board).map((d) => makeView(board, d).centers[cell][1]));
    expect(turned.centers[cell][1]).toBeCloseTo(lowest, 5);
  });

  test("a piece held near a legal place snaps to it, elsewhere to the nearest place", () => {
    const legal = legalPlacements(board, startPosition(board), 0);
    const orientation = legal.findIndex((list) => list.length > 0);
    const [target] = legal[orientation];
    const [x, y] = middleOf(view, target);
    expect(snap(view, orientation, legal[orientation], [x + 0.3, y - 0.2], 0.75)).toBe(target);
    const all = board.placements[orientation];
    const far = all[all.length - 1];
    expect(snap(view, orientation, [], middleOf(view, far), 0.75)).toBe(far);
  });

  test("a tapped cell is covered, legally where that is possible", () => {
    const legal = legalPlacements(board, startPosition(board), 0);
    const cell = board.data.starts.cells[0];
    const orientation = legal.findIndex((list) => list.some((p) => p.cells.includes(cell)));
    const found = covering(view, orientation, legal[orientation], cell)!;
    expect(found.cells).toContain(cell);
    expect(legal[orientation]).toContain(found);
  });
});

describe("polygons", () => {
  const square = (x: number, y: number) => [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]] as const;

  test("the outline of two cells is one loop without the edge between them", () => {
    const loops = outline([square(0, 0), square(1, 0)]);
    expect(loops).toHaveLength(1);
    expect(loops[0]).toHaveLength(6);
  });

  test("a ring of cells has an outline outside and one inside", () => {
    const ring = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => [x, y])).filter(([x, y]) => x !== 1 || y !== 1);
    const loops = outline(ring.map(([x, y]) => square(x, y)));
    expect(loops.map((loop) => loop.length).sort((a, b) => a - b)).toEqual([4, 12]);
  });

  test("paths, boxes and points", () => {
    expect(pathOf([square(0, 0)], 2)).toBe("M0 0L2 0L2 2L0 2Z");
    expect(bounds([square(1, 2), square(3, 2)])).toEqual({ x: 1, y: 2, width: 3, height: 1 });
    expect(contains(square(0, 0), [0.5, 0.5])).toBe(true);
    expect(contains(square(0, 0), [1.5, 0.5])).toBe(false);
  });
});

test("parsing gives the same placement objects as the board holds", () => {
  const board = boardOf("duo");
  const placement = parsePlacement(board, "e10")!;
  expect(board.placements[placement.orientation]).toContain(placement);
});
