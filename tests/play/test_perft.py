"""Counts of move sequences: published from the first position, our own count from mid-game.

From the start the colors never meet, so opening counts test little but the starts; the
mid-game counts test everything.
"""

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cornerwise import Game
from cornerwise.play import ReferenceGame
from cornerwise.rules import StartRule, Variant, variant
from oracle.catalogue import every_game, label
from oracle.games import random_game

PUBLISHED = [
    ("classic", {}, [58, 3364, 195112]),
    ("classic_2", {}, [58, 3364, 195112]),
    ("classic_3", {}, [58, 3364, 195112]),
    ("classic", {"start": "any"}, [232, 40368, 4682688]),
    ("duo", {}, [828, 342792, 178409524]),
    ("duo", {"start": "assigned"}, [414, 171396, 89204762]),
    ("junior", {}, [189, 35721, 8665264]),
    ("trigon", {}, [2478, 5117070]),
    ("trigon_2", {}, [2478, 4093656]),
    ("trigon_teams", {}, [2478, 4093656]),
    ("trigon_3", {}, [2478, 2046828]),
]


@pytest.mark.parametrize(("name", "options", "counts"), PUBLISHED)
def test_published_counts(name: str, options: dict[str, Any], counts: list[int]) -> None:
    position = Game(name, **options).position
    assert [position.perft(depth + 1) for depth in range(len(counts))] == counts


DEEP = [
    ("classic", {}, 5, 1_898_244_648),
    ("trigon", {}, 3, 8_453_399_640),
    ("trigon", {}, 5, 11_783_740_361_849_064),
    ("trigon", {"contact": "alternate"}, 5, 9_884_670_197_918_040),
    ("trigon_2", {}, 3, 1_690_679_928),
    ("trigon_2", {}, 5, 787_991_941_189_656),
    ("trigon_2", {"contact": "alternate"}, 5, 661_205_200_699_848),
    ("trigon_teams", {}, 5, 787_991_941_189_656),
    ("trigon_3", {}, 3, 845_339_964),
    ("trigon_3", {}, 4, 824_099_871_252),
    ("trigon_3", {"contact": "alternate"}, 4, 689_944_623_648),
]


@pytest.mark.parametrize(("name", "options", "depth", "count"), DEEP)
def test_deep_counts_by_independent_parts(
    name: str, options: dict[str, str], depth: int, count: int
) -> None:
    """Until every color has begun, first placements do not meet; the first color's second one
    meets only the others' first ones. So a deep count is a sum of products.
    """
    game = variant(name, **options)
    if depth <= len(game.colors):
        assert count_first_rounds(game, depth) == count
    else:
        assert depth == len(game.colors) + 1
        assert count_second_placement(game) == count


def first_placements(game: Game, start: int) -> list[int]:
    """What covers a start cell on the empty board."""
    cells = game.tables.cells
    return np.flatnonzero((cells == game.tables.start_cells[start]).any(axis=1)).tolist()


def start_sequences(rule: StartRule, depth: int) -> list[tuple[int, ...]]:
    """The start cells that the colors may take one after the other."""
    found = []
    for cells in product(rule.cells, repeat=depth):
        free = all(cell in rule.open[color] for color, cell in enumerate(cells))
        agreed = all(
            cells[later] in rule.leaves.get((color, cells[color]), {}).get(later, rule.cells)
            for later in range(depth)
            for color in range(later)
        )
        if free and agreed and len(set(cells)) == depth:
            found.append(tuple(rule.cells.index(cell) for cell in cells))
    return found


def count_first_rounds(game: Variant, depth: int) -> int:
    played = Game(game)
    ways = [len(first_placements(played, s)) for s in range(len(game.start_rule.cells))]
    sequences = start_sequences(game.start_rule, depth)
    return sum(int(np.prod([ways[s] for s in starts])) for starts in sequences)


def count_second_placement(game: Variant) -> int:
    """Sum over start cells and the first color's second placement of: the ways to come there,
    times the ways for each other color to begin without covering it.
    """
    played = Game(game)
    starts = range(len(game.start_rule.cells))
    room = np.array([_room_beside(played, start) for start in starts])
    ways = np.array([_ways_to_come(played, start) for start in starts])
    total = 0
    for first, *others in start_sequences(game.start_rule, len(game.colors)):
        total += int((ways[first] * room[others].prod(axis=0)).sum())
    return total


def _ways_to_come(game: Game, start: int) -> NDArray[np.int64]:
    """For each placement, after how many first placements over a start it is legal."""
    ways = np.zeros(game.tables.n_placements, np.int64)
    if not int(game.tables.start_open[0]) >> start & 1:
        return ways
    for first in first_placements(game, start):
        game.play(first)
        ways[game.legal_moves_of(0).ids] += 1
        game.undo()
    return ways


def _room_beside(game: Game, start: int) -> NDArray[np.int64]:
    """For each placement, how many first placements over a start do not overlap it."""
    tables = game.tables
    covered = np.zeros((tables.n_placements, tables.n_cells + 1), np.float32)
    np.put_along_axis(covered, tables.cells, 1, axis=1)
    covered[:, -1] = 0
    firsts = covered[first_placements(game, start)]
    room: NDArray[np.int64] = (covered @ firsts.T == 0).sum(axis=1)
    return room


# From mid-game, where colors meet


def count_by_reference(moves: list[int], game: Variant, depth: int) -> int:
    """Sequences of moves, walked with the reference."""
    reference = ReferenceGame(game)
    for move in moves:
        reference.play(move)
    if reference.to_play is None:
        return 0
    legal = reference.legal_placements(reference.to_play)
    if depth == 1:
        return len(legal)
    return sum(count_by_reference([*moves, move], game, depth - 1) for move in legal)


@pytest.mark.parametrize("game", every_game(), ids=label)
def test_late_counts_against_the_reference(game: Variant) -> None:
    """Near the end few moves are left and colors pass: walk them all, two plies deep."""
    played = random_game(game, 31)
    while played.position.perft(1) < 4:
        played.undo()
    moves = [move.placement for move in played.moves]
    assert played.position.perft(2) == count_by_reference(moves, game, 2)


def count_by_play(game: Game, depth: int) -> int:
    """Sequences of moves, walked with the library's own play and undo."""
    if depth == 1 or game.is_over:
        return len(game.legal_moves)
    total = 0
    for move in game.legal_moves:
        game.play(move)
        total += count_by_play(game, depth - 1)
        game.undo()
    return total


@pytest.mark.parametrize("seed", [41, 42])
@pytest.mark.parametrize("game", every_game(), ids=label)
def test_mid_game_counts_against_play_and_undo(game: Variant, seed: int) -> None:
    played = random_game(game, seed)
    while played.position.perft(3) < 20_000:
        played.undo()
    assert played.position.perft(2) == count_by_play(played, 2)
    assert played.position.perft(3) == sum(
        _after(played, move.placement) for move in list(played.legal_moves)
    )


def _after(game: Game, placement: int) -> int:
    game.play(placement)
    count = game.position.perft(2)
    game.undo()
    return count


def test_no_depth_and_no_move() -> None:
    over = random_game(variant("duo"), 5)
    assert over.position.perft(0) == 1
    assert over.position.perft(1) == 0
