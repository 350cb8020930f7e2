"""What a move or a resignation brings with it: passes, and the end. Pure functions.

They try the move on the state's own game and take it back again: a copy of a game with its
history would cost more than all the rest of a decision.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Literal

from cornerwise.play import Game, MoveError
from cornerwise.server import events as ev
from cornerwise.server.refusal import Refusal, illegal
from cornerwise.server.state import GameState


def played(
    state: GameState,
    text: str,
    now: int,
    *,
    id: str = "",
    by: Literal["person", "computer"] = "person",
    premove: bool = False,
    lag: int = 0,
    returned: ev.Returned | None = None,
) -> list[ev.Event]:
    """A move of the player to decide, with the passes and the end that it brings.

    `lag` milliseconds of its time do not count. With `returned`, the move is the first thing
    that a person does who comes back, and follows that event.
    """
    game = state.game
    player, color = game.player, game.to_play
    if player is None or color is None:
        raise Refusal("not_now", "the game is over")
    lag = min(lag, max(0, now - state.since))
    counted = state.since if premove else now - lag
    clocks = state.clocks_after(counted, moved=True)
    seq = state.seq + 1
    if returned is not None:
        seq = returned.seq + 1
        clocks = state.with_increment(returned.clocks or state.clocks, player)
    try:
        move = game.play(text)
    except MoveError as error:
        raise illegal(error) from error
    with _taken_back(game):
        event = ev.Played(
            seq=seq, time=now, color=color, player=player, move=str(move), ply=state.ply + 1,
            id=id, by=by, premove=premove, lag=lag, clocks=clocks,
        )  # fmt: skip
        return [event, *consequences(state, seq + 1, now)]


def resigned(
    state: GameState,
    players: Sequence[int],
    reason: Literal["resigned", "time", "left"],
    now: int,
) -> list[ev.Event]:
    """Players give up, by will or by the clock; the game must not be over before the last does."""
    turn, clocks = state.turn, state.clocks_after(now, moved=False)
    for player in players:
        state.game.resign(player)
    with _taken_back(state.game, len(players)):
        if state.turn == turn and state.clock is not None and state.clock.days:
            clocks = None  # the days of whoever is to play do not begin anew
        events: list[ev.Event] = [
            ev.Resigned(
                seq=state.seq + 1 + i, time=now, player=player, reason=reason, clocks=clocks
            )
            for i, player in enumerate(players)
        ]
        return events + consequences(state, state.seq + 1 + len(events), now)


@contextmanager
def _taken_back(game: Game, steps: int = 1) -> Iterator[None]:
    """Whatever is asked of the game inside, its last moves or resignations are undone after it."""
    try:
        yield
    finally:
        for _ in range(steps):
            game.undo()


def consequences(state: GameState, seq: int, now: int) -> list[ev.Event]:
    """Passes, and the end if there is one, in the position that the game has reached."""
    found: list[ev.Event] = []
    game, out = state.game, state.game.out
    if not any(out):
        return found
    resigned = set(game.resigned)
    standing = [side for side in game.variant.sides if not resigned.issuperset(side.players)]
    for color, players in enumerate(game.variant.controllers):
        # A color does not pass that left with its players, or because nobody is left to play.
        has_left = resigned.issuperset(players) or len(standing) < 2
        if out[color] and color not in state.passed and not has_left:
            found.append(ev.Passed(seq=seq + len(found), time=now, color=color))
    if game.is_over:
        found.append(_over(game, seq + len(found), now))
    return found


def _over(game: Game, seq: int, now: int) -> ev.Over:
    result, bonus = game.result, game.variant.bonus
    return ev.Over(
        seq=seq,
        time=now,
        scores=list(result.scores),
        points=list(result.points),
        places=list(result.places),
        single_last=[score > 0 and score == bonus.single_last for score in result.scores],
    )
