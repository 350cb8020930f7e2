"""Who ranks where for the rating, which counts what people played."""

from cornerwise.server.state import GameState


def rated_places(state: GameState) -> list[int]:
    """By player: the place that the rating counts."""
    return list(state.over.places) if state.over is not None else [1] * len(state.seats)
