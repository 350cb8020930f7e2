"""Compiling: quick, small, shared, and clear about what is wrong with a variant."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import product
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from cornerwise.play import native_tables
from cornerwise.rules import (
    SQUARES,
    VARIANTS,
    Board,
    Bonus,
    Side,
    Variant,
    hexagon,
    rectangle,
    variant,
)
from cornerwise.rules.pieces import POLYIAMONDS, draw
from cornerwise.rules.starts import StartRule, any_of, assigned
from cornerwise.tables import Tables, compile_tables
from cornerwise.tables.checks import VariantError


def array_bytes(thing: object) -> int:
    """All numpy memory below a dataclass."""
    if isinstance(thing, np.ndarray):
        return thing.nbytes
    if is_dataclass(thing) and not isinstance(thing, Variant):
        return sum(array_bytes(getattr(thing, field.name)) for field in fields(thing))
    return 0


@pytest.mark.parametrize("name", VARIANTS)
def test_memory(name: str) -> None:
    assert array_bytes(compile_tables(variant(name))) < 10_000_000


def arrays_below(thing: object) -> Iterator[np.ndarray[Any, Any]]:
    """All arrays of a dataclass, and what it worked out from them."""
    for value in vars(thing).values():
        if isinstance(value, np.ndarray):
            yield value
        elif is_dataclass(value) and not isinstance(value, Variant):
            yield from arrays_below(value)


def test_what_all_games_share_cannot_be_written() -> None:
    """One line in a notebook, and the next game of the variant would have pieces of no cells."""
    tables = compile_tables(variant("trigon_3", contact="alternate"))
    assert tables.size.max() == 6
    assert tables.halo_of(0)
    arrays = list(arrays_below(tables))
    assert len(arrays) > 25
    assert not any(array.flags.writeable for array in arrays)
    with pytest.raises(ValueError, match="read-only"):
        tables.size[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        tables.edges[0][:] = 0


def test_what_is_large_is_shown_in_a_line() -> None:
    """In a notebook or a traceback, where its numbers would be pages."""
    tables = compile_tables(variant("duo", start="assigned"))
    assert repr(tables) == (
        "<Tables of variant('duo', start='assigned'): 196 cells, 13,729 placements>"
    )
    assert repr(tables.edges) == "<196 lists of 728 numbers>"
    assert repr(tables.walk) == f"<Walk of {len(tables.walk.skip):,} nodes>"
    assert repr(Board(SQUARES, ())) == "<Board of 0 squares, 0×0>"
    assert len(repr(tables.variant.pieces[0])) < 100


def test_tables_are_told_apart_without_their_numbers() -> None:
    """Two compiled apart cannot be held against each other number by number, and need not be."""
    tables = compile_tables(variant("duo"))
    again = compile_tables.__wrapped__(variant("duo"))
    assert tables != again
    assert tables.walk != again.walk
    assert len({tables, again, compile_tables(variant("duo"))}) == 2


def test_memory_of_one_variant_in_all() -> None:
    """A process that plays the largest game grows by less than 40 MB: arrays, dictionary, core."""
    script = (
        "import resource, cornerwise as cw\n"
        "def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "before = peak()\n"
        "game = cw.Game('trigon', contact='alternate')\n"
        "game.play(game.legal_moves[-1])\n"
        "game.play(str(game.legal_moves[0]))\n"
        "print(peak() - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) * 1024 < 40_000_000


@pytest.mark.parametrize("name", ["classic", "trigon"])
def test_compiling_takes_under_a_second(name: str) -> None:
    """Best of three, with the processor's time: the bound is generous, but quadratic it is not."""
    assert min(_seconds(name) for _ in range(3)) < 1.0


def _seconds(name: str) -> float:
    begin = perf_counter()
    compile_tables.__wrapped__(variant(name))
    return perf_counter() - begin


def test_tables_are_compiled_once() -> None:
    assert compile_tables(variant("duo")) is compile_tables(variant("duo", start="any"))
    assert compile_tables(variant("duo")) is not compile_tables(variant("duo", start="assigned"))
    assert native_tables(variant("duo")) is native_tables(variant("duo"))


@pytest.mark.parametrize(
    "change",
    [
        dict(board=rectangle(15, 14)),
        dict(pieces=variant("junior").pieces),
        dict(copies=2),
        dict(controllers=((1,), (0,))),
        dict(sides=(Side((0, 1), (0, 1)),)),
        dict(start_rules=(any_of("a1", "n14", colors=2),)),
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_changed_variant_of_the_same_name_is_another(change: dict[str, Any]) -> None:
    before, after = variant("duo"), replace(variant("duo"), **change)
    assert before != after
    assert compile_tables(after).variant is after
    assert compile_tables(before).variant == before


def test_variants_can_be_pickled() -> None:
    for game in VARIANTS.values():
        assert pickle.loads(pickle.dumps(game)) == game


BROKEN = [
    (dict(colors=("a", "b", "c", "d", "e")), "has 5 colors; the core holds 4"),
    (dict(controllers=((0,),)), "needs one tuple of controllers for each color"),
    (dict(board=rectangle(40, 40)), "has over 1000 cells"),
    (dict(start_rules=(assigned("e10"),)), "'assigned' needs open cells for each color"),
    (dict(start_rules=(assigned("e10", "z9"),)), "'assigned' names a cell that is not on"),
    (dict(start="anywhere"), "has no start rule 'anywhere'"),
    (
        dict(start_rules=(StartRule("odd", ("e10",), (("e10",), ("j5",))),)),
        "'odd' opens a cell that is none of its cells",
    ),
    (dict(start_rules=(any_of("e10", "j5", "e10", colors=2),)), "'any' names a cell twice"),
    (
        dict(
            start_rules=(
                StartRule("odd", ("e10",), (("e10",),) * 2, {(0, "e10"): {1: ("e10", "e10")}}),
            )
        ),
        "'odd' names a cell twice",
    ),
    (
        dict(start_rules=(any_of("e10", "j5", colors=2), any_of("a1", "n14", colors=2))),
        "has two start rules of one name",
    ),
    (dict(contact="loose"), "has no contact rule 'loose'"),
    (
        dict(contact="loose", contacts=("base", "loose")),
        "has the contact rule 'loose'; there are: base, alternate",
    ),
    (dict(copies=1.5), "needs a whole number of copies, not 1.5"),
    (dict(copies="2"), "needs a whole number of copies, not '2'"),
    (dict(bonus=(15, 20)), r"has the bonus \(15, 20\): it needs a Bonus of two whole numbers"),
    (dict(bonus=Bonus(1.5, 2)), "two whole numbers, -1,000 to 1,000"),  # type: ignore[arg-type]
    (dict(bonus=Bonus(2**40, 2)), "two whole numbers, -1,000 to 1,000"),
    (dict(copies=0), "needs at least one copy of each piece"),
    (dict(pieces=variant("duo").pieces * 2), "has over 32 pieces"),
    (dict(pieces=(draw(SQUARES, "I9", "#" * 9),)), "has a piece of over 8 cells"),
    (dict(sides=(Side((0,), (0,)),)), "sides and controllers name different players"),
    (dict(controllers=((0, 4), (1,))), "names a player beyond 0 to 3"),
    (
        dict(sides=(Side((0,), (0,)), Side((1,), (2,)))),
        "has a side with a color beyond 0 to 1",
    ),
    (dict(pieces=()), "needs at least one piece"),
    (dict(pieces=POLYIAMONDS), "has pieces that do not fit a board of squares"),
    (dict(board=hexagon(5)), "has pieces that do not fit a board of triangles"),
    (dict(bonus=Bonus(5, 5)), "that is not in its bonuses"),
    (dict(start_rules=()), "needs at least one start rule"),
    (dict(board=rectangle(0, 0)), "has a board without cells"),
    (
        dict(board=Board(SQUARES, rectangle(14, 14).cells[::-1])),
        "has a board whose cells are not in the order of names",
    ),
    (dict(copies=256), "has over 127 copies of each piece"),
    (
        dict(pieces=(*variant("junior").pieces, draw(SQUARES, "J3", "# / # / #"))),
        "has the shape of I3 again in J3: for more of each there is copies",
    ),
    (
        dict(pieces=(draw(SQUARES, "1", "#"), draw(SQUARES, "1", "##"))),
        "has two pieces of one name",
    ),
    (dict(pieces=(draw(SQUARES, "far", "#.......#"),)), "has in far a piece of far parts"),
    (dict(title={"fr": "Duo"}), "needs a title in English"),
    (dict(colors=("red", "red")), "has two colors of one name"),
    (dict(controllers=((0, 1), ())), "has a color that nobody plays"),
    (dict(sides=(Side((0, 1), (0,)), Side((1,), (1,)))), "has a player on two sides"),
    (dict(sides=(Side((0,), (0, 0)), Side((1,), (1,)))), "has a color that counts twice"),
    (dict(sides=(Side((0,), (0, 1)), Side((1,), (1,)))), "has a color that counts twice"),
    (dict(sides=(Side((0,), (0, 1)), Side((1,), ()))), "has a side without players or without"),
    (
        dict(sides=(Side((0,), (0,)), Side((1,), ()), Side((), (1,)))),
        "has a side without players or without colors",
    ),
    (
        dict(controllers=((0,), (2,)), sides=(Side((0,), (0,)), Side((2,), (1,)))),
        "leaves out a player: they are numbered from 0, without a gap",
    ),
    *(
        (
            dict(start_rules=(StartRule("odd", ("e10", "j5"), (("e10",), ("j5",)), leaves),)),
            "'odd' leaves cells or names colors that it does not have",
        )
        for leaves in (
            {(0, "a1"): {1: ("j5",)}},
            {(0, "e10"): {1: ("a1",)}},
            {(2, "e10"): {1: ("j5",)}},
            {(0, "e10"): {-1: ("j5",)}},
        )
    ),
    (dict(board=rectangle(30, 30)), "has 72,833 placements; the core holds 65,535"),
    (dict(board=rectangle(99, 10)), "needs 2,085 places with its margins; the core holds 2,048"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN, ids=[message for _, message in BROKEN])
def test_a_broken_variant_gets_a_sentence(change: dict[str, Any], message: str) -> None:
    changes: dict[str, Any] = {"name": "broken", "start": "", **change}
    broken = replace(variant("duo"), **changes)
    with pytest.raises(VariantError, match=f"variant 'broken' .*{message}"):
        compile_tables(broken)


def test_a_variant_may_be_made_of_lists() -> None:
    duo = variant("duo")
    names = ("pieces", "colors", "controllers", "sides", "start_rules")
    lists = replace(duo, **{name: list(getattr(duo, name)) for name in names})
    assert lists == duo
    assert compile_tables(lists) is compile_tables(duo)


@pytest.mark.parametrize(
    ("board", "pictures"),
    [
        (rectangle(9, 8), ["#......#", "#.#.#", "#. / .#"]),
        (hexagon(3), ["A..V", "A.A", "..A / V.."]),
    ],
    ids=["squares", "triangles"],
)
def test_pieces_in_several_parts_are_found_everywhere(board: Board, pictures: list[str]) -> None:
    """Turned every way and moved to everywhere, as the oracle of shapes would."""
    lattice = board.lattice
    pieces = tuple(draw(lattice, picture, picture) for picture in pictures)
    parted = replace(
        variant("duo"),
        name="parted",
        board=board,
        pieces=pieces,
        start_rules=(any_of("f3", colors=2),),
        start="",
        sgf_start="",
    )
    on_board, found = set(board.cells), set()
    for shape in (turned for piece in pieces for turned in lattice.orientations(piece.cells)):
        for dx, dy in product(range(-20, 20), repeat=2):
            cells = {(x + dx, y + dy) for x, y in shape}
            if lattice.kind((dx, dy)) == 0 and cells <= on_board:
                found.add(frozenset(board.number[cell] for cell in cells))
    tables = compile_tables(parted)
    assert {frozenset(tables.cells_of(p)) for p in range(tables.n_placements)} == found
    assert tables.n_placements == len(found)


def test_the_only_cell_of_a_board_is_its_middle() -> None:
    dot = replace(
        variant("duo"), name="dot", board=rectangle(1, 1), start_rules=(any_of("a1", colors=2),)
    )
    assert compile_tables(dot).central.tolist() == [1.0]


def test_grid_and_cells_are_inverse() -> None:
    tables: Tables = compile_tables(variant("trigon"))
    assert (tables.cell_at[tables.grid] == np.arange(tables.n_cells)).all()
    assert (tables.cell_at >= 0).sum() == tables.n_cells


@pytest.mark.parametrize("name", VARIANTS)
def test_offsets_never_leave_the_grid(name: str) -> None:
    """Whatever is read around a piece on the board lies in the array."""
    tables = compile_tables(variant(name))
    for offsets in (tables.orientation_halo, tables.orientation_attach, tables.orientation_cells):
        reach = tables.grid[:, None] + offsets.values[None, :]
        assert reach.min() >= 0
        assert reach.max() < tables.grid_size
    walk = tables.grid[:, None] + tables.walk.offset[None, :]
    assert walk.min() >= 0
    assert walk.max() < tables.grid_size
