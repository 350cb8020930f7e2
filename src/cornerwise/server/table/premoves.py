"""Moves sent early: a ranked list for a color's next turn, of which the first legal is played.

A list is its sender's secret, so it is no event; the store keeps it beside the log. It is used
up by the turn it was made for, whether or not a move of it was legal.
"""

from collections.abc import Mapping, Sequence

from cornerwise.play import MoveError
from cornerwise.server import events as ev
from cornerwise.server.refusal import Refusal, illegal
from cornerwise.server.state import GameState
from cornerwise.server.table.messages import Premove, PremoveList

Key = tuple[int, int]
"""Player and color: a player of two colors can plan for both."""
Lists = Mapping[Key, tuple[str, ...]]


def checked(state: GameState, wish: Premove, seats: frozenset[int]) -> tuple[str, ...]:
    """The list as it will be kept, or a refusal."""
    if not state.is_running:
        raise Refusal("not_now", "the game is not being played")
    if wish.player not in seats:
        raise Refusal("not_yours", "that seat is not yours")
    if wish.player in state.stand_ins or wish.player in state.game.resigned:
        raise Refusal("not_now", "you do not play there now; take your seat again first")
    controllers = state.game.variant.controllers
    if wish.color >= len(controllers) or wish.player not in controllers[wish.color]:
        raise Refusal("not_yours", "you do not place that color")
    if wish.seq < max(state.undone_seq, state.placed_seq.get(wish.color, 0)):
        raise Refusal("stale", "the game has gone on since", seq=state.seq)
    try:
        found = [str(state.game.move(text, wish.color)) for text in wish.moves]
    except MoveError as error:
        raise illegal(error) from error
    return tuple(dict.fromkeys(found))


def due(state: GameState, lists: Lists) -> Key | None:
    """The list whose turn has come."""
    player, color = state.game.player, state.game.to_play
    if not state.is_running or player is None or color is None or (player, color) not in lists:
        return None
    return None if state.computer_level is not None else (player, color)


def first_legal(state: GameState, moves: Sequence[str]) -> str | None:
    """The move to play, if one of them can be played now."""
    game = state.game
    return next((text for text in moves if game.why_not(game.move(text)) is None), None)


def left(state: GameState, events: Sequence[ev.Event], lists: Lists) -> Lists:
    """What stays of the lists after some events, which the state has taken in already.

    A turn uses its list up, a takeback clears them all, and who is gone plans nothing.
    """
    if state.over is not None or any(isinstance(event, ev.Undone) for event in events):
        return {}
    used = {(event.player, event.color) for event in events if isinstance(event, ev.Played)}
    gone = {*state.game.resigned, *state.stand_ins}
    return {key: moves for key, moves in lists.items() if key not in used and key[0] not in gone}


def as_seen(lists: Lists, seats: Sequence[int]) -> list[PremoveList]:
    """What the holder of some seats may see."""
    return [
        PremoveList(player=player, color=color, moves=list(moves))
        for (player, color), moves in sorted(lists.items())
        if player in seats
    ]
