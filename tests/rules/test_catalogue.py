"""The catalogue says what the rules say (R2, R5)."""

import pytest

from cornerwise.rules import VARIANTS, OptionError, Variant, variant
from cornerwise.tables.checks import check_variant
from oracle.catalogue import every_variant, label

CLASSIC_STARTS = "a20 t20 t1 a1".split()
TRIGON_STARTS = "r15 z12 z7 r4 j7 j12".split()
SMALL_TRIGON_STARTS = "p14 x11 x6 p3 h6 h11".split()
FOUR = ("blue", "yellow", "red", "green")

#   name              cells  pieces  cells of a color  colors  players  starts
TABLE = [
    ("classic", 400, 21, 89, FOUR, 4, CLASSIC_STARTS),
    ("classic_2", 400, 21, 89, FOUR, 2, CLASSIC_STARTS),
    ("classic_3", 400, 21, 89, FOUR, 3, CLASSIC_STARTS),
    ("classic_teams", 400, 21, 89, FOUR, 4, CLASSIC_STARTS),
    ("duo", 196, 21, 89, ("purple", "orange"), 2, ["e10", "j5"]),
    ("junior", 196, 12, 2 * 44, ("purple", "orange"), 2, ["e10", "j5"]),
    ("trigon", 486, 22, 110, FOUR, 4, TRIGON_STARTS),
    ("trigon_2", 486, 22, 110, FOUR, 2, TRIGON_STARTS),
    ("trigon_3", 384, 22, 110, FOUR[:3], 3, SMALL_TRIGON_STARTS),
    ("trigon_teams", 486, 22, 110, FOUR, 4, TRIGON_STARTS),
]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[0])
def test_the_games_of_r2(
    row: tuple[str, int, int, int, tuple[str, ...], int, list[str]],
) -> None:
    name, cells, pieces, held, colors, players, starts = row
    game = variant(name)
    assert len(game.board.cells) == cells
    assert len(game.pieces) == pieces
    assert sum(piece.size for piece in game.pieces) * game.copies == held
    assert game.colors == colors
    assert game.players == players
    assert list(game.start_rule.cells) == starts


def test_the_table_is_the_whole_catalogue() -> None:
    assert [row[0] for row in TABLE] == list(VARIANTS)


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("classic", ["assigned", "any"]),
        ("classic_2", ["assigned", "any"]),
        ("classic_3", ["assigned", "any"]),
        ("classic_teams", ["assigned", "any"]),
        ("duo", ["any", "assigned"]),
        ("junior", ["assigned", "any"]),
        ("trigon", ["any"]),
        ("trigon_2", ["symmetric", "any"]),
        ("trigon_3", ["spaced", "any"]),
        ("trigon_teams", ["symmetric", "any"]),
    ],
)
def test_starts_of_r5_default_first(name: str, choices: list[str]) -> None:
    assert variant(name).choices["start"] == choices


def test_corners_only_is_an_option_of_every_game_of_triangles_and_of_no_other() -> None:
    triangular = {n for n, v in VARIANTS.items() if v.board.lattice.name == "triangles"}
    assert {n for n, v in VARIANTS.items() if "alternate" in v.contacts} == triangular


def test_colors_of_a_side() -> None:
    for name in ("classic_2", "trigon_2"):
        assert [side.colors for side in variant(name).sides] == [(0, 2), (1, 3)]
        assert [side.players for side in variant(name).sides] == [(0,), (1,)]
    for name in ("classic_teams", "trigon_teams"):
        assert [side.players for side in variant(name).sides] == [(0, 2), (1, 3)]


def test_a_shared_color_counts_for_nobody() -> None:
    shared = variant("classic_3")
    assert shared.controllers[3] == (0, 1, 2)
    assert all(3 not in side.colors for side in shared.sides)


@pytest.mark.parametrize("game", every_variant(), ids=label)
def test_every_variant_holds_together(game: Variant) -> None:
    check_variant(game)
    assert set(game.title) == {"en", "fr"}
    assert variant(game.name, **game.options) == game


def test_words_of_the_rulebooks_are_understood() -> None:
    assert variant("duo", start="free").start == "any"
    assert variant("trigon", contact="corners-only").contact == "alternate"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (dict(start="spaced"), "duo has no start 'spaced'; it has: any, assigned"),
        (dict(contact="alternate"), "duo has no contact 'alternate'; it has: base"),
        (dict(bonus=(1, 2)), r"duo has no bonus \[1, 2\]; it has: \[15, 20\], \[10, 15\]"),
        (dict(bonus=15), r"duo has no bonus 15; it has: \[15, 20\]"),
        (dict(start=1), "duo has no start 1; it has: any, assigned"),
        (dict(starts="any"), "duo has no option 'starts'; it has: start, contact, bonus, colors"),
        (dict(colors=("red",)), "duo needs 2 different colors"),
        (dict(colors=("red", "red")), "duo needs 2 different colors"),
        (dict(colors=("red", "r" * 101)), "a color has at most 100 characters"),
    ],
)
def test_an_option_it_does_not_have(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        variant("duo", **options)


def test_a_variant_there_is_not() -> None:
    with pytest.raises(OptionError, match="there is no variant 'gembloq'; there are: classic,"):
        variant("gembloq")


def test_colors_can_be_chosen() -> None:
    game = variant("trigon_3", colors=("green", "red", "yellow"))
    assert game.colors == ("green", "red", "yellow")
    assert game != variant("trigon_3")
