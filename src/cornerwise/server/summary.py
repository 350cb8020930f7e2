"""What a list shows of a game: its head in the store and its summary in an answer."""

import logging
from functools import lru_cache

import msgspec
import numpy as np

from cornerwise.play import Game
from cornerwise.server.bodies import GameSummary
from cornerwise.server.lobby.filling import fill_time
from cornerwise.server.state import GameState
from cornerwise.server.store import Head
from cornerwise.server.store.interface import GamePhase

log = logging.getLogger(__name__)
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(GameSummary).decode


def phase(state: GameState) -> GamePhase:
    """Where the game stands."""
    if state.over is not None:
        return "over"
    return "playing" if state.started else "waiting"


def summary(game_id: str, state: GameState, mine: list[int]) -> GameSummary:
    """A game in a few hundred bytes."""
    game = state.game
    return GameSummary(
        game=game_id,
        variant=game.variant.name,
        options=game.variant.options,
        seats=state.seats,
        mine=mine,
        state=phase(state),
        to_play=game.to_play,
        player=game.player,
        ply=state.ply,
        clock=state.clock,
        public=state.made.public,
        private=state.made.private,
        rated=state.made.rated,
        fill_at=fill_time(state),
        owners=_owners(game),
        scores=list(game.scores),
        places=list(game.result.places),
        created=state.created,
        changed=state.changed,
    )


def _owners(game: Game) -> str:
    """One character for each cell."""
    owners = game.owners
    letters = np.where(owners < 0, ord("."), owners + ord("0")).astype(np.uint8)
    return letters.tobytes().decode("ascii")


def head(game_id: str, state: GameState) -> Head:
    """What the store keeps beside the events."""
    deadlines = (state.deadline(), fill_time(state))
    acts = state.computer_level is not None or deadlines != (None, None) or state.owes_pair
    return Head(
        phase=phase(state),
        seq=state.seq,
        changed=state.changed,
        acts=acts,
        public=state.made.public and not state.made.private,
        rated=state.made.rated,
        open=not state.started and any(seat.open for seat in state.seats),
        summary=_encode(summary(game_id, state, [])),
    )


def listed(game: str, stored: str | bytes, mine: list[int]) -> GameSummary | None:
    """A stored summary, as its owner sees it; None for a damaged one, which hides no others."""
    try:
        return msgspec.structs.replace(_decode(stored), mine=mine)
    except msgspec.MsgspecError as error:
        _tell(game, str(error))
        return None


@lru_cache(maxsize=1000)
def _tell(game: str, why: str) -> None:
    """Once: lists are read all the time."""
    log.error("game %s is in no list, for its summary cannot be read: %s", game, why)
