"""Variants as a page sees them: polygons, pieces, offsets, starts, whatever the game."""

from math import atan2, degrees

from cornerwise.rules import VARIANTS, Coord, Lattice, Variant
from cornerwise.rules.lattice import Matrix
from cornerwise.server.bodies import (
    OrientationView,
    PieceView,
    SideView,
    StartView,
    VariantSummary,
    VariantView,
)
from cornerwise.tables import Tables, compile_tables
from cornerwise.tables.layout import Ragged

Point = tuple[float, float]


def summaries() -> list[VariantSummary]:
    """The catalogue, in its own order."""
    return [_summary(variant) for variant in VARIANTS.values()]


def _summary(variant: Variant) -> VariantSummary:
    return VariantSummary(
        name=variant.name,
        title=dict(variant.title),
        players=variant.players,
        colors=list(variant.colors),
        controllers=[list(players) for players in variant.controllers],
        sides=_sides(variant),
        options=variant.options,
        choices=variant.choices,
        layout=f"{variant.board.lattice.name}-{len(variant.board.cells)}",
    )


def _sides(variant: Variant) -> list[SideView]:
    return [SideView(players=list(s.players), colors=list(s.colors)) for s in variant.sides]


def variant_view(variant: Variant) -> VariantView:
    """All that a page needs of one variant."""
    tables = compile_tables(variant)
    board, lattice = variant.board, variant.board.lattice
    polygons, width, height = _drawn(lattice, list(board.cells))
    turned = _turned(variant)
    return VariantView(
        name=variant.name,
        title=dict(variant.title),
        players=variant.players,
        colors=list(variant.colors),
        controllers=[list(players) for players in variant.controllers],
        sides=_sides(variant),
        options=variant.options,
        choices=variant.choices,
        copies=variant.copies,
        bonus=tables.bonus,
        single=tables.single,
        width=width,
        height=height,
        turn=round(_turn_angle(lattice, _rotation(lattice))),
        names=list(board.names),
        polygons=polygons,
        places=tables.grid.tolist(),
        kinds=tables.kind.tolist(),
        edges=_lists(tables.edges),
        grid_size=tables.grid_size,
        pieces=_pieces(variant, turned),
        orientations=_orientations(tables, turned),
        starts=StartView(
            cells=tables.start_cells.tolist(),
            open=tables.start_open.tolist(),
            leaves=tables.start_leaves.tolist(),
        ),
    )


def _lists(ragged: Ragged) -> list[list[int]]:
    return [ragged[i].tolist() for i in range(len(ragged))]


def _turned(variant: Variant) -> list[list[Coord]]:
    """Cells of every orientation, in the order of the tables, the first cell near the origin.

    From the shapes, not from placements: on a small outline a piece may fit nowhere.
    """
    lattice = variant.board.lattice
    found = []
    for shape in variant.pieces:
        for cells in lattice.orientations(shape.cells):
            ordered = sorted(cells, key=lambda cell: (cell[1], cell[0]))
            x, y = ordered[0]
            kind = lattice.kind((x, y))
            found.append([(kind + a - x, b - y) for a, b in ordered])
    return found


# Drawing


def _drawn(lattice: Lattice, cells: list[Coord]) -> tuple[list[list[float]], float, float]:
    """Polygons in drawing units from the upper left, y down; width and height of them all."""
    ux, uy = lattice.unit
    shapes = [lattice.polygon(cell) for cell in cells]
    xs = [x for shape in shapes for x, _ in shape]
    ys = [y for shape in shapes for _, y in shape]
    left, top = min(xs), max(ys)
    polygons = [
        [round(value, 4) for x, y in shape for value in ((x - left) * ux, (top - y) * uy)]
        for shape in shapes
    ]
    return polygons, round((max(xs) - left) * ux, 4), round((top - min(ys)) * uy, 4)


# Turning


def _turn_angle(lattice: Lattice, matrix: Matrix) -> float:
    """Degrees, counterclockwise, by which a symmetry turns the drawn x axis."""
    ux, uy = lattice.unit
    return degrees(atan2(matrix[1][0] * uy, matrix[0][0] * ux))


def _rotation(lattice: Lattice) -> Matrix:
    """The smallest turn, counterclockwise."""
    turns = [m for m in lattice.turns if _turn_angle(lattice, m) > 1]
    return min(turns, key=lambda m: _turn_angle(lattice, m))


def _mirror(lattice: Lattice) -> Matrix:
    """Left becomes right, up stays up."""
    d = lattice.divisor
    return next(m for m in lattice.symmetries if m == ((-d, 0), (0, d)))


def _image(lattice: Lattice, cells: list[Coord], matrix: Matrix) -> frozenset[Coord]:
    return lattice.normal(lattice.turn(cell, matrix) for cell in cells)


def _orientations(tables: Tables, turned: list[list[Coord]]) -> list[OrientationView]:
    lattice = tables.variant.board.lattice
    number = {lattice.normal(cells): o for o, cells in enumerate(turned)}
    rotation, mirror = _rotation(lattice), _mirror(lattice)
    left = [number[_image(lattice, cells, rotation)] for cells in turned]
    right = {after: before for before, after in enumerate(left)}
    views = []
    for o, cells in enumerate(turned):
        polygons, width, height = _drawn(lattice, cells)
        views.append(
            OrientationView(
                piece=int(tables.orientation_piece[o]),
                cells=tables.orientation_cells[o].tolist(),
                kind=lattice.kind(cells[0]),
                halo=tables.orientation_halo[o].tolist(),
                attach=tables.orientation_attach[o].tolist(),
                shun=tables.orientation_shun[o].tolist(),
                polygons=polygons,
                width=width,
                height=height,
                clockwise=right[o],
                counterclockwise=left[o],
                flip=number[_image(lattice, cells, mirror)],
            )
        )
    return views


def _pieces(variant: Variant, turned: list[list[Coord]]) -> list[PieceView]:
    """Orientations in the order of turning, the drawn one first, then those of the other face."""
    lattice = variant.board.lattice
    number = {lattice.normal(cells): o for o, cells in enumerate(turned)}
    rotation, mirror = _rotation(lattice), _mirror(lattice)
    views = []
    for piece in variant.pieces:
        faces = [lattice.normal(piece.cells)]
        faces.append(_image(lattice, list(faces[0]), mirror))
        found: list[int] = []
        for face in faces:
            while number[face] not in found:
                found.append(number[face])
                face = _image(lattice, list(face), rotation)
        views.append(PieceView(name=piece.name, size=piece.size, orientations=found))
    return views
