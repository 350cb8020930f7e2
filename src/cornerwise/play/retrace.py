"""Going through a game that was played, from its beginning."""

from collections.abc import Iterator

from cornerwise.play.game import Game
from cornerwise.play.moves import Move


def retrace(game: Game) -> Iterator[tuple[Game, Move]]:
    """Each move with the position before it.

    It is one game that goes on between two steps: copy it to keep it.
    """
    setup = [(move.color, move.placement) for move in game.setup]
    past = Game(game.variant, setup=setup, to_play=game.first_to_play)
    for event in game.history:
        if isinstance(event, Move):
            yield past, event
            past.play(event)
        else:
            past.resign(event.player)
