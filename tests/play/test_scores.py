"""Scores, points and places (R6)."""

from collections import Counter
from dataclasses import replace

import pytest

from cornerwise import Game
from cornerwise.play.result import rank
from cornerwise.rules import Bonus, Side, variant


def with_unplaced(name: str, pieces: str, *, last: str | None = None, **options: object) -> Game:
    """A position where the first color still holds exactly these pieces."""
    game = variant(name, **options)
    kept = Counter(pieces.split())
    to_place = [p.name for p in game.pieces if not kept[p.name]]
    if last is not None:
        to_place.remove(last)
        to_place.append(last)
    tables = Game(game).tables
    covered: set[int] = set()
    setup = []
    for piece in to_place:
        number = [p.name for p in game.pieces].index(piece)
        placement = next(
            p for p in range(tables.n_placements)
            if tables.piece[p] == number and covered.isdisjoint(tables.cells_of(p))
        )  # fmt: skip
        covered.update(tables.cells_of(placement))
        setup.append((0, placement))
    return Game(game, setup=setup)


@pytest.mark.parametrize(
    ("name", "unplaced", "score"),
    [
        ("trigon", "A4 C4 C5 I6 O X", -31),  # 2×4 + 1×5 + 3×6
        ("trigon", "A4 C5", -9),
        ("trigon", "A4 C4 I4", -12),
        ("duo", "I3 V3 I4", -10),
        ("classic", "I4 L4", -8),
        ("classic", "I3 I4 L4 O T4 X", -24),
        ("classic", "I3 I4 L4 O X", -20),
    ],
)
def test_examples_of_the_rulebooks(name: str, unplaced: str, score: int) -> None:
    assert with_unplaced(name, unplaced).scores[0] == score


@pytest.mark.parametrize(
    ("options", "last", "score"),
    [
        ({}, "X", 15),
        ({}, "1", 20),
        ({"bonus": (10, 15)}, "X", 10),
        ({"bonus": (10, 15)}, "1", 15),
    ],
)
@pytest.mark.parametrize("name", ["classic", "duo", "trigon"])
def test_everything_placed(name: str, options: dict[str, object], last: str, score: int) -> None:
    assert with_unplaced(name, "", last=last, **options).scores[0] == score


def test_a_game_without_bonus() -> None:
    game = variant("junior")
    assert game.bonus == Bonus(0, 0)
    assert Game(game).scores == (-88, -88)


def test_sides_add_their_colors() -> None:
    game = Game("classic_2", setup=[(0, "a20"), (2, "t1,t2"), (1, "t20")])
    assert game.scores == (-88, -88, -87, -89)
    assert game.result.points == (-175, -177)
    teams = Game("classic_teams", setup=[(0, "a20"), (2, "t1,t2"), (1, "t20")])
    assert teams.result.points == (-175, -177, -175, -177)
    assert teams.result.winners == (0, 2)
    assert teams.result.win_shares == (1, 0, 1, 0)


def test_the_shared_color_counts_for_nobody() -> None:
    game = Game("classic_3", setup=[(3, "a1,a2,a3")])
    assert game.scores == (-89, -89, -89, -86)
    assert game.result.points == (-89, -89, -89)


def test_players_of_a_shared_color_take_turns() -> None:
    game = Game("classic_3")
    players = []
    for _ in range(6):
        for color in range(4):
            assert game.to_play == color
            if color == 3:
                players.append(game.player)
            game.play(game.legal_moves[0])
    assert players == [0, 1, 2, 0, 1, 2]


def test_who_resigned_is_skipped_for_a_shared_color() -> None:
    game = Game("classic_3")
    for _ in range(3):
        game.play(game.legal_moves[0])
    game.resign(0)
    assert (game.color, game.player) == ("green", 1)


@pytest.mark.parametrize("controllers", [((0, 2), (1, 3)), ((0, 0, 2), (1, 3))])
def test_a_partner_goes_on_with_the_color_of_both(controllers: tuple[tuple[int, ...], ...]) -> None:
    sides = (Side((0, 2), (0,)), Side((1, 3), (1,)))
    shared = replace(variant("duo"), name="shared", controllers=controllers, sides=sides)
    game = Game(shared)
    game.resign(0)
    for move in (0, 1):
        assert (game.player, game.position.controller(0)) == (2 if move == 0 else 1, 2)
        game.play(game.legal_moves[0])
    assert game.player == 2
    game.undo()
    game.undo()
    game.undo()
    assert (game.player, game.position.controller(0)) == (0, 0)


@pytest.mark.parametrize(
    ("points", "resigned", "places", "shares"),
    [
        ((-5, -9, -1, -9), (), (2, 3, 1, 3), (0, 0, 1, 0)),
        ((-5, -5, -9, -20), (), (1, 1, 3, 4), (0.5, 0.5, 0, 0)),
        ((0, 0, 0, 0), (), (1, 1, 1, 1), (0.25,) * 4),
        ((-1, -9, -9, -9), (0,), (4, 1, 1, 1), (0, 1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_places(
    points: tuple[int, ...],
    resigned: tuple[int, ...],
    places: tuple[int, ...],
    shares: tuple[float, ...],
) -> None:
    result = rank(points, points, (0, 1, 2, 3), resigned)
    assert result.places == places
    assert result.win_shares == pytest.approx(shares)
