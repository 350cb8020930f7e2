"""Endings small enough to look at everything, and their best play by looking at everything."""

from cornerwise import Game
from cornerwise.play import Move
from cornerwise.rules import Variant
from oracle.games import random_game

Scores = tuple[int, ...]


class TooLarge(Exception):
    """There is more to look at than was allowed."""


def endings(variant: Variant, count: int, *, size: int) -> list[Game]:
    """Positions near the end of random games, each the earliest with at most `size` nodes."""
    found: list[Game] = []
    seed = 0
    while len(found) < count:
        seed += 1
        game = random_game(variant, seed, large=0.7)
        ending: Game | None = None
        while game.history:
            game.undo()
            try:
                count_nodes(game, size)
            except TooLarge:
                break
            if len(game.legal_moves) > 1:
                ending = game.copy()
        if ending is not None:
            found.append(ending)
    return found


def count_nodes(game: Game, most: int) -> int:
    """Positions of the whole tree below; `TooLarge` if there are more than `most`."""
    nodes = 1
    for move in game.legal_moves:
        game.play(move)
        try:
            if nodes >= most:
                raise TooLarge
            nodes += count_nodes(game, most - nodes)
        finally:
            game.undo()
    return nodes


def difference(game: Game) -> int:
    """Two sides: points of the first less those of the second, with best play."""
    points = [game.result.points[side.players[0]] for side in game.variant.sides]
    if game.is_over:
        return points[0] - points[1]
    rising = game.player in game.variant.sides[0].players
    values = [_after(game, move) for move in game.legal_moves]
    return max(values) if rising else min(values)


def _after(game: Game, move: Move) -> int:
    game.play(move)
    value = difference(game)
    game.undo()
    return value


def outcomes(game: Game) -> set[Scores]:
    """Any number of players: all final scores that best play of everyone can lead to.

    A player wants a better place, then a larger lead over the best of the others. Where two
    moves are equally good for the mover, either may be played, so there can be several.
    """
    if game.is_over:
        return {game.scores}
    player = game.player
    assert player is not None
    children = []
    for move in game.legal_moves:
        game.play(move)
        children.append(outcomes(game))
        game.undo()
    floor = max(min(want(game, o, player) for o in child) for child in children)
    return {o for child in children for o in child if want(game, o, player) >= floor}


def want(game: Game, scores: Scores, player: int) -> tuple[int, int]:
    """How much a player likes final scores."""
    points = {side: sum(scores[c] for c in side.colors) for side in game.variant.sides}
    own = next(points[side] for side in game.variant.sides if player in side.players)
    others = [p for side, p in points.items() if player not in side.players]
    return -sum(p > own for p in others), own - max(others)
